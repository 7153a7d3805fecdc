'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatNumber } from '@/components/format'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import type { EndpointHealth } from '@/server/modules/webhooks/history-schema.ts'
import type { ResendInput } from '@/server/modules/webhooks/schema.ts'
import { DeliveryStatusBadge } from '../endpoint-state'
import { DeliveryFilters, useDeliveryFilters } from './delivery-filters'
import { DeliverySheet } from './delivery-sheet'
import { SampleMenu } from './sample-menu'

const PER_PAGE = 25
const REFETCH_MS = 1_000
/** The history, live: new deliveries appear by themselves as long as the first page is open. */
export function Deliveries({ endpoint: { id, status: state } }: { endpoint: EndpointHealth }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const filters = useDeliveryFilters()
  const { chosen, filtered } = filters
  const [opened, setOpened] = useQueryState('delivery', parseAsInteger.withOptions({ history: 'push' }))
  const [before, setBefore] = useState<number[]>([])
  const deliveries = useQuery(
    trpc.webhooks.deliveries.queryOptions(
      { endpoint_id: id, ...chosen, before: before.at(-1), limit: PER_PAGE },
      { placeholderData: keepPreviousData, refetchInterval: before.length === 0 ? REFETCH_MS : false },
    ),
  )
  const resend = useMutation(trpc.webhooks.resend.mutationOptions())
  const send = async (input: Omit<ResendInput, 'id'>) => {
    const { count } = await resend.mutateAsync({ id, ...input })
    toast.success(count === 1 ? 'Sent again' : `${count} deliveries are sent again`)
    await client.invalidateQueries(trpc.webhooks.pathFilter())
  }
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
                description="Up to 10,000 deliveries, oldest first: what waits for a retry is tried now, and of what has failed only what has not got through since. Your server knows events that it has seen by their ids."
                confirmLabel="Send again"
                onConfirm={() => send(filtered ? chosen : { status: 'undelivered' })}
              />
            </>
          ) : null
        }
      />
      <CardContent className="grid gap-5">
        <DeliveryFilters filters={filters} onChoose={() => setBefore([])} />
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
                attempt_count === 0 ? '–' : `${response_status ?? 'none'}, ${formatNumber(duration_ms ?? 0)} ms`,
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
