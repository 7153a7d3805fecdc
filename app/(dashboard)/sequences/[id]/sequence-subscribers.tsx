'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, Route } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { SubscriberPicker } from '@/components/email-editor/subscriber-picker'
import { EmptyState } from '@/components/empty-state'
import { useKeyset } from '@/components/keyset'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import type { EnrollmentRow, SequenceOverview } from '@/server/modules/sequences/composer-schema.ts'

const PROGRESS = ['active', 'completed', 'stopped'] as const
const states = {
  active: { label: 'In progress', tone: 'info', icon: Route },
  completed: { label: 'Completed', tone: 'success', icon: CircleCheck },
  stopped: { label: 'Stopped', tone: 'neutral', icon: CircleSlash },
} as const
const options = [
  { value: 'any', label: 'All subscribers' },
  ...PROGRESS.map((value) => ({ value, label: states[value].label })),
]

/** Subscribers in the sequence, with their progress and next email. */
export function SequenceSubscribers({ sequence: { id, active } }: { sequence: SequenceOverview }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor, page } = useKeyset()
  const [{ progress }, setFilter] = useQueryStates({
    progress: parseAsStringLiteral(PROGRESS),
    after: parseAsString,
    before: parseAsString,
  })
  const subscribers = useQuery(
    trpc.sequences.people.queryOptions(
      { sequence_id: id, per_page: 25, progress: progress ?? undefined, ...cursor },
      { placeholderData: keepPreviousData },
    ),
  )
  const enroll = useMutation(
    trpc.sequences.enroll.mutationOptions({
      onSuccess: async (subscriber) => {
        await client.invalidateQueries(trpc.sequences.pathFilter())
        toast.success(`${subscriber.first_name ?? subscriber.email_address} added to the sequence`)
      },
      onError: (error) => toast.error(error.message),
    }),
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <SelectInput
          aria-label="Progress"
          className="w-44"
          value={progress ?? 'any'}
          options={options}
          onChange={(value) =>
            void setFilter({ progress: PROGRESS.find((known) => known === value) ?? null, after: null, before: null })
          }
        />
        {active ? (
          <IfRole atLeast="editor">
            <SubscriberPicker
              label="Add subscriber"
              onChoose={(subscriber) => enroll.mutate({ sequence_id: id, id: subscriber })}
            />
          </IfRole>
        ) : null}
      </div>
      <DataTable
        caption="Sequence subscribers"
        rows={subscribers.data?.rows}
        rowId={(row) => row.id}
        rowHref={(row) => `/subscribers/${row.id}`}
        fetching={subscribers.isPlaceholderData}
        error={subscribers.error}
        onRetry={() => void subscribers.refetch()}
        page={page(subscribers.data?.pagination)}
        columns={[
          {
            key: 'person',
            header: 'Subscriber',
            cell: (row) => (
              <span className="grid gap-0.5">
                <span className="truncate">{row.first_name ?? row.email_address}</span>
                {row.first_name ? (
                  <span className="truncate font-normal text-muted-foreground">{row.email_address}</span>
                ) : null}
              </span>
            ),
          },
          { key: 'progress', header: 'Progress', phone: 'aside', cell: (row) => <ProgressBadge row={row} /> },
          {
            key: 'next',
            header: 'Next email',
            cell: (row) => <Next row={row} />,
          },
          {
            key: 'added',
            header: 'Joined',
            align: 'end',
            from: 'lg',
            className: 'whitespace-nowrap text-muted-foreground',
            cell: (row) => <RelativeTime at={row.added_at} />,
          },
        ]}
        empty={
          progress ? (
            <EmptyState
              illustration="search"
              title="No subscribers found"
              actions={
                <Button variant="outline" onClick={() => void setFilter({ progress: null, after: null, before: null })}>
                  Show all subscribers
                </Button>
              }
            />
          ) : (
            <EmptyState
              illustration="people"
              title="No subscribers yet"
              description="Add subscribers here, or through a form, an import or the API."
            />
          )
        }
      />
    </div>
  )
}

function ProgressBadge({ row }: { row: EnrollmentRow }) {
  return <StatusBadge {...states[row.progress]} />
}

function Next({ row }: { row: EnrollmentRow }) {
  if (row.progress === 'stopped')
    return <span className="text-muted-foreground">Resumes when they are active again</span>
  if (!row.next_at || !row.next_subject) return <span className="text-muted-foreground">–</span>
  return (
    <span className="grid gap-0.5">
      <span className="truncate">{row.next_subject}</span>
      <span className="text-muted-foreground">
        <DateTime at={row.next_at} />
      </span>
    </span>
  )
}
