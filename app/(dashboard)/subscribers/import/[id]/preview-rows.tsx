import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { formatNumber } from '@/components/format'
import { ShowMore } from '@/components/show-more'
import { useTRPC } from '@/components/trpc-provider'
import type { PreviewRow } from '@/server/modules/imports/preview-schema.ts'
import { SHOWN_ROWS } from '@/server/modules/imports/preview-values-schema.ts'
import { ChangeList } from './change-list'

const TITLES = { updated: 'Changes', invalid: 'Invalid rows', noted: 'Values that can’t be read' } as const

/** The first rows that change something, are invalid or lose a value, in pages. */
export function PreviewRows({ id, result, count }: { id: number; result: keyof typeof TITLES; count: number }) {
  const trpc = useTRPC()
  const pages = useInfiniteQuery(
    trpc.imports.previewRows.infiniteQueryOptions(
      { id, result },
      { getNextPageParam: ({ next }) => next ?? undefined, initialCursor: undefined, enabled: count > 0 },
    ),
  )
  if (count === 0) return null
  if (pages.error) return <ErrorState query={pages} as="h3" />
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={`preview-${result}`} className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <div className="grid gap-0.5">
        <h2 id={`preview-${result}`} className="font-semibold text-lg tracking-tight">
          {TITLES[result]}
        </h2>
        {result === 'noted' ? (
          <p className="text-muted-foreground text-sm">These rows are imported without the value.</p>
        ) : null}
        {count > SHOWN_ROWS ? (
          <p className="text-muted-foreground text-sm">
            Showing the first {formatNumber(SHOWN_ROWS)} of {formatNumber(count)}. The import result lists every row.
          </p>
        ) : null}
      </div>
      {result === 'updated' ? <ChangeList changes={rows} /> : <BadRows rows={rows} />}
      <ShowMore list={pages} />
    </section>
  )
}

function BadRows({ rows }: { rows: readonly PreviewRow[] }) {
  return (
    <ul className="w-full divide-y divide-border border-border border-y text-sm">
      {rows.map(({ row_number, email_address, message }) => (
        <li key={row_number} className="flex flex-wrap gap-x-4 gap-y-1 py-2.5">
          <span className="figures w-20 shrink-0 text-muted-foreground">Row {formatNumber(row_number)}</span>
          <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
            {email_address ? <span className="font-medium">{email_address}</span> : null}
            {email_address && message ? ': ' : ''}
            {message}
          </span>
        </li>
      ))}
    </ul>
  )
}
