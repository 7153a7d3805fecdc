import { useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryStates } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { formatDuration } from '@/components/format'
import { CircleCheck, CircleSlash, CircleX, Clock, Loader, X } from '@/components/generated/icons'
import { FilterSelect, NothingFound } from '@/components/list/list-filters'
import { SearchInput } from '@/components/search-input'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { RUN_ADDRESS, RUN_STATES, runsQuery } from './queries'
import { RunAction } from './run-action'
import { RunDialog } from './run-dialog'

const states = {
  queued: { label: 'Queued', tone: 'info', icon: Clock },
  active: { label: 'Running', tone: 'stamp', icon: Loader },
  completed: { label: 'Completed', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: CircleX },
  cancelled: { label: 'Canceled', tone: 'neutral', icon: CircleSlash },
} as const

/** Live list of the latest runs, of all accounts or of one. `kept` says how long runs are kept. */
export function Runs({ jobs, keptText }: { jobs: readonly string[]; keptText: string | undefined }) {
  const trpc = useTRPC()
  const [{ run, ...given }, show] = useQueryStates({ run: parseAsString, ...RUN_ADDRESS }, { history: 'push' })
  const { state, after, job, error, account } = given
  const list = useQuery(runsQuery(trpc, given))
  const next = list.data?.next
  const is_filtered = Boolean(state || job || error || account)
  const clear = () => void show({ state: null, job: null, error: null, account: null, after: null })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label="Search errors"
          placeholder="Error text"
          param="error"
          resets={['after']}
          className="w-full sm:max-w-xs"
        />
        <FilterSelect
          label="State"
          all="All states"
          value={state}
          options={RUN_STATES.map((value) => ({ value, label: states[value].label }))}
          onChange={(value) => void show({ state: value, after: null })}
        />
        <FilterSelect
          label="Job"
          all="All jobs"
          className="w-56"
          value={job}
          options={(job && !jobs.includes(job) ? [job, ...jobs] : jobs).map((value) => ({ value, label: value }))}
          onChange={(value) => void show({ job: value, after: null })}
        />
        {account ? (
          <Button variant="outline" size="sm" onClick={() => void show({ account: null, after: null })}>
            Account {String(account)} <X aria-hidden />
          </Button>
        ) : null}
      </div>
      <DataTable
        caption="Runs of background jobs"
        rows={list.data?.runs}
        rowId={({ id }) => id}
        query={list}
        rowActions={list.data?.mode === 'embedded' ? (run) => <RunAction run={run} /> : undefined}
        page={{
          onPrevious: after ? () => void show({ after: null }) : undefined,
          onNext: next ? () => void show({ after: next }) : undefined,
        }}
        columns={[
          {
            header: 'Job',
            className: 'md:max-w-0 md:w-1/2',
            cell: ({ id, job, error }) => (
              <span className="grid min-w-0 gap-0.5">
                {list.data?.mode === 'embedded' ? (
                  <button
                    type="button"
                    className="truncate rounded-sm text-start underline-offset-4 hover:underline"
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
            header: 'State',
            phone: 'aside',
            cell: (run) => <StatusBadge {...states[run.state]} live={run.state === 'active'} />,
          },
          {
            header: 'Failed attempts',
            phone: 'hidden',
            align: 'end',
            className: 'figures',
            cell: ({ attempt }) => attempt,
          },
          {
            header: 'Duration',
            figure: durationOf,
          },
          {
            header: 'Started',
            align: 'end',
            phone: 'plain',
            ago: ({ started_at }) => started_at,
          },
        ]}
        empty={
          is_filtered ? (
            <NothingFound title={next ? 'No match among these runs' : 'No matching runs'} onClear={clear} />
          ) : (
            { illustration: 'inbox', title: 'No runs yet', description: keptText }
          )
        }
      />
      {list.data && list.data.runs.length === 0 && next ? (
        <Button variant="outline" className="justify-self-center" onClick={() => void show({ after: next })}>
          Search older runs
        </Button>
      ) : null}
      <RunDialog id={run} onClose={() => void show({ run: null })} />
    </div>
  )
}

const durationOf = ({ started_at, ended_at }: { started_at: string | null; ended_at: string | null }) =>
  started_at && ended_at ? formatDuration((Date.parse(ended_at) - Date.parse(started_at)) / 1_000) : '–'
