import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { formatNumber } from '@/components/format'
import { RowsSkeleton } from '@/components/loading'
import { ShowMore } from '@/components/show-more'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { problemsQuery } from './queries'
import { ROW_RESULTS } from './result-counts'

const tones = { neutral: 'neutral', success: 'success', info: 'info', warning: 'warning', danger: 'danger' } as const

/** Rows that were not added, or that lost a value. */
export function ProblemRows({ id }: { id: number }) {
  const trpc = useTRPC()
  const problems = useInfiniteQuery(problemsQuery(trpc, id))
  if (problems.error) return <ErrorState query={problems} as="h3" />
  if (!problems.data) return <RowsSkeleton rows={4} />
  return (
    <div className="grid justify-items-start gap-4">
      <ul className="w-full divide-y divide-border border-border border-y text-sm">
        {problems.data.pages
          .flatMap(({ rows }) => rows)
          .map(({ row_number, result, message, email_address }) => (
            <li key={row_number} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3">
              <span className="figures w-20 shrink-0 text-muted-foreground">Row {formatNumber(row_number)}</span>
              <Badge tone={tones[ROW_RESULTS[result].tone]}>{ROW_RESULTS[result].label}</Badge>
              <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
                {email_address ? <span className="font-medium">{email_address}</span> : null}
                {email_address && message ? ': ' : ''}
                {message}
              </span>
            </li>
          ))}
      </ul>
      <ShowMore list={problems} />
    </div>
  )
}
