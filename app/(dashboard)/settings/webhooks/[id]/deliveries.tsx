'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { ALL_EVENT_TYPES, type EndpointEventType } from '@/server/modules/webhooks/event-schema.ts'
import type { EndpointHealth } from '@/server/modules/webhooks/history-schema.ts'
import { DELIVERY_STATUSES, type DeliveryStatus } from '@/server/modules/webhooks/schema.ts'
import { DeliveryStatusBadge, deliveryLooks } from '../endpoint-state'
import { DeliverySheet } from './delivery-sheet'
import { SampleMenu } from './sample-menu'

const PER_PAGE = 25
const LOOK_MS = 1_000
const RANGES = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
const RANGE_NAMES = Object.keys(RANGES) as (keyof typeof RANGES)[]

const startOf = (range: keyof typeof RANGES | null) =>
  range ? new Date(Date.now() - RANGES[range]).toISOString() : undefined

/** The history, live: new deliveries appear by themselves as long as the first page is open. */
export function Deliveries({ endpoint: { id, status: state } }: { endpoint: EndpointHealth }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [status, setStatus] = useQueryState('status', parseAsStringLiteral(DELIVERY_STATUSES))
  const [event_type, setType] = useQueryState('event', parseAsStringLiteral(ALL_EVENT_TYPES))
  const [range, setRange] = useQueryState('within', parseAsStringLiteral(RANGE_NAMES))
  const [opened, setOpened] = useQueryState('delivery', parseAsInteger.withOptions({ history: 'push' }))
  const [before, setBefore] = useState<number[]>([])
  const [from, setFrom] = useState(() => startOf(range))
  const chosen = { status: status ?? undefined, event_type: event_type ?? undefined, from }
  const filtered = Boolean(status || event_type || from)
  const deliveries = useQuery(
    trpc.webhooks.deliveries.queryOptions(
      { endpoint_id: id, ...chosen, before: before.at(-1), limit: PER_PAGE },
      { placeholderData: keepPreviousData, refetchInterval: before.length === 0 ? LOOK_MS : false },
    ),
  )
  const resend = useMutation(trpc.webhooks.resend.mutationOptions())
  const send = async (input: {
    delivery_ids?: number[]
    status?: DeliveryStatus
    event_type?: EndpointEventType
    from?: string
  }) => {
    const { count } = await resend.mutateAsync({ id, ...input })
    toast.success(count === 1 ? 'Sent again' : `${count} deliveries are sent again`)
    await client.invalidateQueries(trpc.webhooks.pathFilter())
  }
  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setBefore([])
      set(value)
    }
  const chooseRange = choose((value: keyof typeof RANGES | null) => {
    setFrom(startOf(value))
    void setRange(value)
  })
  const last = deliveries.data?.at(-1)
  const can_send = state === 'active'

  return (
    <Card>
      <CardHeader
        title="Deliveries"
        description="New ones appear by themselves; they are kept for 30 days."
        actions={
          can_send ? (
            <>
              <SampleMenu endpoint_id={id} />
              <ConfirmDialog
                trigger={<Button variant="outline">{filtered ? 'Send these again' : 'Send failed again'}</Button>}
                title={filtered ? 'Send again what the filters show?' : 'Send again what has failed?'}
                description="Up to 10,000 deliveries that have ended, oldest first. Your server knows events that it has seen by their ids."
                confirmLabel="Send again"
                onConfirm={() => send(filtered ? chosen : { status: 'failed' })}
              />
            </>
          ) : null
        }
      />
      <CardContent className="grid gap-5">
        <div className="grid gap-3 sm:grid-cols-3">
          <SelectInput
            aria-label="State"
            value={status ?? 'all'}
            onChange={choose((value) => void setStatus(DELIVERY_STATUSES.find((known) => known === value) ?? null))}
            options={[
              { value: 'all', label: 'Every state' },
              ...DELIVERY_STATUSES.map((value) => ({ value, label: deliveryLooks[value].label })),
            ]}
          />
          <SelectInput
            aria-label="Event"
            value={event_type ?? 'all'}
            onChange={choose((value) => void setType(ALL_EVENT_TYPES.find((known) => known === value) ?? null))}
            options={[
              { value: 'all', label: 'Every event' },
              ...ALL_EVENT_TYPES.map((value) => ({ value, label: value })),
            ]}
          />
          <SelectInput
            aria-label="Time"
            value={range ?? 'all'}
            onChange={(value) => chooseRange(RANGE_NAMES.find((known) => known === value) ?? null)}
            options={[
              { value: 'all', label: 'The last 30 days' },
              { value: 'hour', label: 'The last hour' },
              { value: 'day', label: 'The last 24 hours' },
              { value: 'week', label: 'The last 7 days' },
            ]}
          />
        </div>
        <DataTable
          caption="Deliveries"
          rows={deliveries.data}
          rowId={(delivery) => delivery.id}
          error={deliveries.error}
          onRetry={() => void deliveries.refetch()}
          columns={[
            {
              key: 'event',
              header: 'Delivery',
              cell: ({ id: delivery_id, event_type: type, event_count, is_sample, resend_of }) => (
                <button
                  type="button"
                  onClick={() => void setOpened(delivery_id)}
                  className="grid gap-0.5 rounded-sm text-left underline-offset-4 hover:underline"
                >
                  <code className="text-sm [overflow-wrap:anywhere]">{type}</code>
                  <span className="font-normal text-muted-foreground text-xs">
                    {[
                      `#${delivery_id}`,
                      event_count === 1 ? '1 event' : `${event_count} events`,
                      is_sample && 'sample',
                      resend_of && `again #${resend_of}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </button>
              ),
            },
            {
              key: 'status',
              header: 'State',
              phone: 'aside',
              cell: ({ status: value }) => <DeliveryStatusBadge status={value} />,
            },
            {
              key: 'answer',
              header: 'Answer',
              align: 'end',
              phone: 'plain',
              className: 'whitespace-nowrap text-muted-foreground',
              cell: ({ response_status, duration_ms, attempt_count }) =>
                attempt_count === 0 ? '–' : `${response_status ?? 'none'}, ${duration_ms} ms`,
            },
            {
              key: 'created',
              header: 'Made',
              align: 'end',
              phone: 'plain',
              className: 'whitespace-nowrap text-muted-foreground',
              cell: ({ created_at }) => <RelativeTime at={created_at} />,
            },
          ]}
          empty={
            <EmptyState
              as="h3"
              illustration="inbox"
              title={filtered ? 'Nothing fits' : 'Nothing was delivered yet'}
              description={filtered ? undefined : 'Send a sample to see whether your server answers.'}
            />
          }
          page={{
            onPrevious: before.length > 0 ? () => setBefore(before.slice(0, -1)) : undefined,
            onNext: last && deliveries.data?.length === PER_PAGE ? () => setBefore([...before, last.id]) : undefined,
          }}
        />
      </CardContent>
      <DeliverySheet
        delivery_id={opened}
        onClose={() => void setOpened(null)}
        onResend={can_send ? (delivery_id) => send({ delivery_ids: [delivery_id] }) : undefined}
      />
    </Card>
  )
}
