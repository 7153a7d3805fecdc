'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, CircleX, Clock, Loader } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatDuration } from '@/components/format'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { QueueChart } from './queue-chart'
import { RunAction } from './run-action'
import { RunDialog } from './run-dialog'

const states = {
  queued: { label: 'Queued', tone: 'info', icon: Clock },
  active: { label: 'Running', tone: 'stamp', icon: Loader },
  completed: { label: 'Completed', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: CircleX },
  cancelled: { label: 'Canceled', tone: 'neutral', icon: CircleSlash },
} as const

const SHOWN = ['all', 'active', 'failed'] as const
const REFETCH_MS = 5_000

/** The latest runs of background jobs, of all accounts, live. */
export function Runs() {
  const trpc = useTRPC()
  const [{ state, after, run }, show] = useQueryStates(
    { state: parseAsStringLiteral(SHOWN).withDefault('all'), after: parseAsString, run: parseAsString },
    { history: 'push' },
  )
  const filter = { state: state === 'all' ? undefined : state, after: after ?? undefined }
  const list = useQuery(
    trpc.jobs.runs.queryOptions(filter, { refetchInterval: after ? false : REFETCH_MS, staleTime: 0 }),
  )
  const next = list.data?.next
  return (
    <Page>
      <PageHeader title="Background jobs" description={descriptionOf(list.data?.mode)} />
      <QueueChart />
      <Tabs
        value={state}
        onValueChange={(value) => void show({ state: SHOWN.find((known) => known === value) ?? null, after: null })}
      >
        <TabsList aria-label="Which runs">
          <TabsTrigger value="all">All</TabsTrigger>
          <TabsTrigger value="active">Running</TabsTrigger>
          <TabsTrigger value="failed">Failed</TabsTrigger>
        </TabsList>
        <TabsContent value={state}>
          <DataTable
            caption="Runs of background jobs"
            rows={list.data?.runs}
            rowId={({ id }) => id}
            error={list.error}
            onRetry={() => void list.refetch()}
            rowActions={list.data?.mode === 'embedded' ? (run) => <RunAction run={run} /> : undefined}
            page={{
              onPrevious: after ? () => void show({ after: null }) : undefined,
              onNext: next ? () => void show({ after: next }) : undefined,
            }}
            columns={[
              {
                key: 'job',
                header: 'Job',
                className: 'md:max-w-0 md:w-1/2',
                cell: ({ id, job, error }) => (
                  <span className="grid min-w-0 gap-0.5">
                    {list.data?.mode === 'embedded' ? (
                      <button
                        type="button"
                        className="truncate rounded-sm text-left underline-offset-4 hover:underline"
                        onClick={() => void show({ run: id })}
                      >
                        {job}
                      </button>
                    ) : (
                      <span className="truncate">{job}</span>
                    )}
                    {error ? (
                      <span
                        className="wrap-anywhere font-normal text-muted-foreground text-xs max-md:line-clamp-6 md:truncate"
                        title={error.message}
                      >
                        {error.message}
                      </span>
                    ) : null}
                  </span>
                ),
              },
              {
                key: 'state',
                header: 'State',
                phone: 'aside',
                cell: (run) => <StatusBadge {...states[run.state]} live={run.state === 'active'} />,
              },
              {
                key: 'attempts',
                header: 'Failed attempts',
                phone: 'hidden',
                align: 'end',
                className: 'figures',
                cell: ({ attempt }) => attempt,
              },
              {
                key: 'took',
                header: 'Duration',
                align: 'end',
                className: 'figures whitespace-nowrap',
                cell: durationOf,
              },
              {
                key: 'started',
                header: 'Started',
                align: 'end',
                phone: 'plain',
                className: 'whitespace-nowrap text-muted-foreground',
                cell: ({ started_at }) => (started_at ? <RelativeTime at={started_at} /> : '–'),
              },
            ]}
            empty={
              <EmptyState
                illustration="inbox"
                title={
                  state === 'failed' ? 'No failed runs' : state === 'active' ? 'Nothing is running' : 'No runs yet'
                }
                description="Runs stay here for 14 days."
              />
            }
          />
        </TabsContent>
      </Tabs>
      <RunDialog id={run} onClose={() => void show({ run: null })} />
    </Page>
  )
}

const descriptionOf = (mode: 'embedded' | 'inngest' | 'dev' | undefined) =>
  `Runs of the last 14 days, of all accounts.${mode === 'inngest' || mode === 'dev' ? ON_INNGEST : ''}`

const ON_INNGEST = ' Jobs run on Inngest: use its dashboard to see steps and queued runs, and to retry or cancel a run.'

const durationOf = ({ started_at, ended_at }: { started_at: string | null; ended_at: string | null }) =>
  started_at && ended_at ? formatDuration((Date.parse(ended_at) - Date.parse(started_at)) / 1_000) : '–'
