import { useQuery } from '@tanstack/react-query'
import { allFieldsQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { cn } from '@/components/ui/cn'
import type { ColumnTarget, Import } from '@/server/modules/imports/schema.ts'
import { targetLabel } from './column-row'

/** The first rows as parsed, to reveal a wrong encoding or separator. */
export function FirstRows({ file, columns }: { file: Import; columns: readonly ColumnTarget[] }) {
  const trpc = useTRPC()
  const fields = useQuery(allFieldsQuery(trpc))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold text-base tracking-tight">First rows</h2>
      <section
        aria-label="First rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-xl border border-border"
      >
        <table className="w-full border-collapse text-sm">
          <thead className="bg-muted">
            <tr>
              {file.headers.map((header, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
                  key={index}
                  scope="col"
                  className="max-w-60 px-3 py-2 text-start align-top"
                >
                  <span className="block truncate font-medium">{header}</span>
                  <span className="block truncate font-normal text-muted-foreground text-xs">
                    {targetLabel(columns[index] ?? { target: 'ignore' }, fields.data?.rows ?? [])}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {file.sample.map((row, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by position
              <tr key={number}>
                {file.headers.map((_header, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by position
                    key={index}
                    className={cn(
                      'figures max-w-60 truncate px-3 py-2',
                      columns[index]?.target === 'ignore' &&
                        'text-muted-foreground line-through decoration-border-strong',
                    )}
                  >
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
