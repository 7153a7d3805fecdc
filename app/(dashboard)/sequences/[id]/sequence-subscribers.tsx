import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SubscriberPicker } from '@/components/email-editor/subscriber-picker'
import { formatCount } from '@/components/format'
import { CircleCheck, CircleSlash, Route } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { plainLiquid } from '@/components/liquid-parts'
import { subscriberColumn } from '@/components/list/list-columns'
import { FilterSelect, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListSection } from '@/components/list/list-page'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { ChangeAction, ChangeSource } from '@/server/modules/sequences/change-schema.ts'
import type { EnrollmentRow, SequenceOverview } from '@/server/modules/sequences/composer-schema.ts'
import { enrolledQuery, PROGRESS, PROGRESS_FILTER } from './queries'
import { ChangeMenu, RunningChanges } from './running-changes'

const ChangeDialog = onDemand(async () => (await import('../change-dialog')).ChangeDialog)

const states = {
  active: { label: 'In progress', tone: 'info', icon: Route },
  completed: { label: 'Completed', tone: 'success', icon: CircleCheck },
  stopped: { label: 'Stopped', tone: 'neutral', icon: CircleSlash },
} as const
const options = PROGRESS.map((value) => ({ value, label: states[value].label }))

/** Subscribers in the sequence, with their progress and next email. */
export function SequenceSubscribers({ sequence: { id, active } }: { sequence: SequenceOverview }) {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, clear, select } = useListFilters(PROGRESS_FILTER)
  const { progress } = values
  const subscribers = useQuery(enrolledQuery(trpc, id, values, cursor))
  const enroll = useAction(trpc.sequences.enroll, {
    invalidates: trpc.sequences,
    onDone: ({ value: { first_name, email_address }, created }) => {
      const name = first_name ?? email_address
      if (created) toast.success(`${name} added to the sequence`)
      else toast.info(`${name} is already in this sequence`)
    },
  })
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const [change, setChange] = useState<{ action: ChangeAction; source?: ChangeSource }>()
  const ofSelected = (action: ChangeAction) =>
    setChange({ action, source: { kind: 'selection', subscriber_ids: [...selectedIds] } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RunningChanges sequence_id={id} />
      <ListSection
        caption="Sequence subscribers"
        filters={
          <>
            <FilterSelect
              label="Progress"
              all="All subscribers"
              className="w-44"
              {...select('progress')}
              options={options}
            />
            {active ? (
              <IfRole atLeast="editor">
                <SubscriberPicker
                  explains
                  label="Add subscriber"
                  sequence_id={id}
                  onChoose={(subscriber) => enroll.start({ sequence_id: id, id: subscriber })}
                />
              </IfRole>
            ) : null}
            <IfRole atLeast="editor">
              <ChangeMenu onChoose={(action) => setChange({ action })} />
            </IfRole>
          </>
        }
        list={subscribers}
        rowId={(row) => row.id}
        rowLabel={(row) => row.email_address}
        selection={{
          selected: selectedIds,
          onChange: setSelectedIds,
          actions: (
            <>
              <Button variant="ghost" size="sm" onClick={() => ofSelected('restart')}>
                Restart
              </Button>
              <Button variant="ghost" size="sm" onClick={() => ofSelected('remove')}>
                Remove
              </Button>
            </>
          ),
        }}
        rowHref={(row) => `/subscribers/${row.id}`}
        columns={[
          subscriberColumn,
          {
            header: 'Progress',
            phone: 'aside',
            cell: (row) => <StatusBadge {...states[row.progress]} />,
          },
          { header: 'Next email', cell: (row) => <Next row={row} /> },
          { header: 'Joined', date: (row) => row.added_at, from: 'lg' },
        ]}
        empty={
          progress ? (
            <NothingFound title="No subscribers found" clearLabel="Show all subscribers" onClear={clear} />
          ) : (
            {
              illustration: 'subscribers',
              title: 'No subscribers yet',
              description: 'Add subscribers here, or through a form, an import or the API.',
            }
          )
        }
      />
      {change ? (
        <ChangeDialog
          key={change.action}
          action={change.action}
          sequence_id={id}
          {...(change.source && {
            source: change.source,
            source_name: formatCount(selectedIds.size, 'selected subscriber'),
          })}
          onClose={() => setChange(undefined)}
          onDone={() => setSelectedIds(new Set())}
        />
      ) : null}
    </div>
  )
}

function Next({ row }: { row: EnrollmentRow }) {
  if (row.progress === 'stopped')
    return <span className="text-muted-foreground">Resumes when they are active again</span>
  if (!row.next_at || !row.next_subject) return <span className="text-muted-foreground">–</span>
  return (
    <span className="grid gap-0.5">
      <span className="truncate">{row.next_subject ? plainLiquid(row.next_subject) : null}</span>
      <span className="text-muted-foreground">
        <DateTime at={row.next_at} />
      </span>
    </span>
  )
}
