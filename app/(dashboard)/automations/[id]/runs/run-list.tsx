import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListSection } from '@/components/list/list-page'
import { DateTime } from '@/components/relative-time'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import type { AutomationDetail } from '@/server/modules/automations/schema.ts'
import { type NameOf, stepLine } from '../../graph/words'
import { occupiedQuery, RUN_LIST_FILTERS, runsQuery } from '../queries'
import { OlderVersions } from '../versions/older-versions'
import { AddSubscribers } from './add-subscribers'
import { RunBadge } from './run-badge'
import { useRunActions } from './use-run-actions'

const TraceSheet = onDemand(async () => (await import('./trace-sheet')).TraceSheet)

interface RunListProps {
  automation: Pick<AutomationDetail, 'id' | 'name' | 'kind' | 'state' | 'version'>
  /** The draft, which has most of the steps where subscribers are. */
  graph: Graph
  nameOf: NameOf
  onMove: (from_version: number) => void
}

const STATES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'held', label: 'Stuck' },
  { value: 'ready', label: 'Continuing' },
  { value: 'completed', label: 'Completed' },
  { value: 'left', label: 'Left' },
] as const

/** Lists current and former subscribers of the automation with their step. A row opens the trace. */
export function RunList({ automation, graph, nameOf, onMove }: RunListProps) {
  const { id: automation_id } = automation
  // A rule completes immediately, so its history is the list of completed runs.
  const is_rule = automation.kind === 'rule'
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const [run, setRun] = useQueryState('run', parseAsInteger)
  const { values, setFilters, clear, select } = useListFilters(RUN_LIST_FILTERS)
  const runs = useQuery(runsQuery(trpc, automation, values, cursor))
  const occupied = useQuery(occupiedQuery(trpc, automation_id))
  // Steps that only exist in older versions and still have subscribers.
  const earlier = (occupied.data ?? []).filter(({ step_id }) => graph.steps.every(({ id }) => id !== step_id))
  const may_write = useHasRole('editor')
  const { selection, dialog } = useRunActions({ automation_id, rows: runs.data?.rows })
  return (
    <>
      <OlderVersions automation_id={automation_id} onMove={onMove} />
      <ListSection
        caption="Subscribers"
        filters={
          <>
            <FilterSelect
              label="State"
              all={is_rule ? 'Completed' : 'Everyone inside'}
              value={STATES.find(({ value }) => value === values.state)?.value ?? null}
              options={is_rule ? STATES.filter(({ value }) => value !== 'completed') : STATES}
              onChange={(state) => void setFilters({ state })}
              className="w-44"
            />
            <FilterSelect
              label="Step"
              all="All steps"
              {...select('step')}
              options={[
                ...graph.steps.map((step) => ({ value: step.id, label: stepLine(step, nameOf) })),
                ...earlier.map(({ step_id, label, versions }) => ({
                  value: step_id,
                  label: `${label} (version ${versions.join(', ')})`,
                })),
              ]}
              className="w-64"
            />
            <IfRole atLeast="editor">
              <AddSubscribers automation={automation} />
            </IfRole>
          </>
        }
        list={runs}
        rowId={({ run_id }) => run_id}
        rowLabel={({ email_address }) => email_address}
        {...(may_write && { selection })}
        columns={[
          {
            header: 'Subscriber',
            cell: ({ run_id, email_address, first_name }) => (
              <button
                type="button"
                className="grid min-w-0 text-start hover:underline"
                onClick={() => void setRun(run_id)}
              >
                <span className="truncate">{first_name ?? email_address}</span>
                {first_name ? (
                  <span className="truncate font-normal text-muted-foreground">{email_address}</span>
                ) : null}
              </button>
            ),
          },
          { header: 'State', phone: 'aside', cell: ({ state }) => <RunBadge state={state} /> },
          {
            header: 'Step',
            phone: 'plain',
            cell: (row) => (
              <span className="grid">
                <span className="line-clamp-2">{row.label ?? '–'}</span>
                {row.problem ? <span className="line-clamp-2 text-warning-ink">{row.problem}</span> : null}
                {row.version === automation.version ? null : (
                  <span className="text-muted-foreground">Version {row.version}</span>
                )}
              </span>
            ),
          },
          {
            header: 'Continues',
            from: 'lg',
            className: 'whitespace-nowrap',
            ago: ({ due_at }) => due_at,
          },
          {
            header: 'Entered',
            from: 'xl',
            className: 'whitespace-nowrap',
            cell: ({ entered_at }) => <DateTime at={entered_at} />,
          },
        ]}
        empty={
          values.state || values.step ? (
            <NothingFound title="No one here" clearLabel="Clear filters" onClear={clear} />
          ) : (
            {
              illustration: 'subscribers',
              title: is_rule ? 'Nothing happened yet' : 'No one is inside',
              description: is_rule
                ? 'Subscribers appear here once the rule applied to them.'
                : 'Subscribers appear here when they enter.',
              actions: is_rule ? null : (
                <Button variant="outline" onClick={() => void setFilters({ state: 'completed' })}>
                  Show completed
                </Button>
              ),
            }
          )
        }
      />
      {dialog}
      <TraceSheet run_id={run} onClose={() => void setRun(null)} />
    </>
  )
}
