import { parseAsString } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { formatCount, formatDuration, formatNumber } from '@/components/format'
import { CirclePause, CirclePlay } from '@/components/generated/icons'
import { NothingFound, useListFilters } from '@/components/list/list-filters'
import { RelativeTime } from '@/components/relative-time'
import { SearchInput } from '@/components/search-input'
import { StatusBadge } from '@/components/status-badge'
import type { JobView } from '@/server/jobs/runs/job-list.ts'
import { JobMenu } from './job-menu'

interface JobTableProps {
  jobs: {
    data: { mode: string; jobs: JobView[] } | undefined
    error: { message: string } | null
    refetch: () => Promise<unknown>
  }
}

/** Lists each job with its trigger and its figures of the last 24 hours, paused jobs first. */
export function JobTable({ jobs }: JobTableProps) {
  const { values, clear } = useListFilters({ q: parseAsString })
  const is_embedded = jobs.data?.mode === 'embedded'
  const text = values.q?.toLowerCase() ?? ''
  const matchingJobs = jobs.data?.jobs.filter(({ job, event }) => `${job} ${event}`.toLowerCase().includes(text))
  return (
    <div className="grid gap-4">
      <SearchInput label="Search jobs" placeholder="Job or event" className="max-w-sm" />
      <DataTable
        caption="Background jobs, last 24 hours"
        rows={matchingJobs?.toSorted((a, b) => Number(b.paused_at !== null) - Number(a.paused_at !== null))}
        rowId={({ job }) => job}
        rowLabel={({ job }) => job}
        query={jobs}
        rowActions={is_embedded ? (job) => <JobMenu job={job} /> : undefined}
        columns={[
          {
            header: 'Job',
            cell: (job) => (
              <span className="grid min-w-0 gap-0.5">
                <span className="[overflow-wrap:anywhere]">{job.job}</span>
                <span className="font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
                  {job.schedule ? <code>{job.schedule}</code> : job.event}
                  {job.concurrency.map(({ limit, key }) => (
                    <span key={key}>
                      , {limit} at a time{key ? ` for each ${key.replace('event.data.', '')}` : ''}
                    </span>
                  ))}
                </span>
              </span>
            ),
          },
          {
            header: 'State',
            phone: 'aside',
            cell: ({ paused_at, waiting }) => (
              <span className="grid justify-items-start gap-0.5">
                {paused_at ? (
                  <StatusBadge label="Paused" tone="warning" icon={CirclePause} />
                ) : (
                  <StatusBadge label="On" tone="success" icon={CirclePlay} />
                )}
                {waiting ? <span className="text-muted-foreground text-xs">{countOf(waiting)} waiting</span> : null}
              </span>
            ),
          },
          {
            header: 'Last run',
            from: 'lg',
            ago: ({ last_run_at }) => last_run_at,
          },
          {
            header: 'Next run',
            className: 'whitespace-nowrap text-muted-foreground',
            cell: ({ next_run_at, paused_at }) => (next_run_at && !paused_at ? <RelativeTime at={next_run_at} /> : '–'),
          },
          {
            header: 'Runs',
            figure: ({ runs, is_capped }) => `${formatNumber(runs)}${is_capped ? '+' : ''}`,
          },
          {
            header: 'Failed',
            figure: ({ failed }) =>
              failed > 0 ? <span className="font-medium text-destructive-ink">{formatNumber(failed)}</span> : 0,
          },
          {
            header: 'Median duration',
            from: 'lg',
            figure: ({ seconds }) => (seconds === null ? '–' : seconds < 1 ? '< 1 s' : formatDuration(seconds)),
          },
        ]}
        empty={<NothingFound title="No job found" onClear={clear} />}
      />
      <p className="text-muted-foreground text-sm">
        Runs, failures and duration cover the last 24 hours, or a busy job’s latest 5,000 runs. Schedules are in UTC.
      </p>
    </div>
  )
}

const countOf = (waiting: number) => (waiting >= 10_000 ? '10,000+ runs' : formatCount(waiting, 'run'))
