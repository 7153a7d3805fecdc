'use client'

import { parseAsString, useQueryStates } from 'nuqs'

interface Pagination {
  has_previous_page: boolean
  has_next_page: boolean
  start_cursor: string | null
  end_cursor: string | null
}

/** The cursor of a list, kept in the address so that a reload, a shared link and the back button stay on the page. */
export function useKeyset() {
  const [{ after, before }, setCursor] = useQueryStates(
    { after: parseAsString, before: parseAsString },
    { history: 'push', scroll: true },
  )
  return {
    cursor: { after: after ?? undefined, before: before ?? undefined },
    /** Whether this is the first page: an empty one then means that there is nothing at all. */
    is_first: !after && !before,
    /** For DataTable's `page`. */
    page: (pagination: Pagination | undefined) => ({
      onPrevious: pagination?.has_previous_page
        ? () => void setCursor({ before: pagination.start_cursor, after: null })
        : undefined,
      onNext: pagination?.has_next_page
        ? () => void setCursor({ after: pagination.end_cursor, before: null })
        : undefined,
    }),
  }
}

/**
 * For DataTable's `page`, where a list goes on after the id of its last row: back leads to its beginning. Nothing for a list of
 * one page.
 */
export function forwardPage({
  after,
  next,
  setAfter,
}: {
  after: number | null
  next: number | null
  setAfter: (after: number | null) => unknown
}) {
  if (after === null && next === null) return undefined
  return {
    onPrevious: after === null ? undefined : () => void setAfter(null),
    onNext: next === null ? undefined : () => void setAfter(next),
  }
}
