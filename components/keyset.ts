import { useQueryStates } from 'nuqs'
import { CURSOR, cursorOf } from '@/components/list/cursor'

export interface Pagination {
  has_previous_page: boolean
  has_next_page: boolean
  start_cursor: string | null
  end_cursor: string | null
  /** Only if the list requests it. */
  total_count?: number
}

/** A list's cursor, kept in the URL to survive reloads, shared links and the back button. */
export function useKeyset() {
  const [cursor, setCursor] = useQueryStates(CURSOR, { history: 'push', scroll: true })
  return {
    cursor: cursorOf(cursor),
    /** True on the first page. If that page is empty, the list is empty. */
    is_first: !cursor.after && !cursor.before,
    /** The `page` of a DataTable. */
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
 * Returns the `page` of a DataTable for lists that only page forward, by the last row’s ID. Back returns to the first page. Undefined for a
 * single page.
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
