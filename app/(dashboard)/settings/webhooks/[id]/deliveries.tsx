import { useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { formatNumber } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { EndpointHealth } from '@/server/modules/webhooks/history-schema.ts'
import type { ResendInput } from '@/server/modules/webhooks/schema.ts'
import { DeliveryStatusBadge } from '../endpoint-state'
import { DeliveryFilters, useDeliveryFilters } from './delivery-filters'
import { deliveriesQuery, PER_PAGE } from './queries'
import { SampleMenu } from './sample-menu'

const DeliverySheet = onDemand(async () => (await import('./delivery-sheet')).DeliverySheet)

/** The delivery history. The first page refreshes automatically. */
export function Deliveries({ endpoint: { id, status: state } }: { endpoint: EndpointHealth }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const filters = useDeliveryFilters()
  const { chosen, filtered } = filters
  const [openId, setOpenId] = useQueryState('delivery', parseAsInteger.withOptions({ history: 'push' }))
  const [earlierIds, setEarlierIds] = useState<number[]>([])
  const deliveries = useQuery(deliveriesQuery(trpc, id, chosen, earlierIds.at(-1)))
  const resend = useAction(trpc.webhooks.resend)
  const send = async (input: Omit<ResendInput, 'id'>) => {
    const { count } = await resend.run({ id, ...input })
    toast.success(count === 1 ? 'Delivery queued' : `${count} deliveries queued`)
    await client.invalidateQueries(trpc.webhooks.pathFilter())
  }
  const last = deliveries.data?.at(-1)
  const can_send = state === 'active'

  return (
    <SectionCard
      title="Deliveries"
      description="Updates automatically. Deliveries are kept for 30 days."
      actions={
        can_send ? (
          <>
            <SampleMenu endpoint_id={id} />
            <ConfirmDialog
              trigger={<Button variant="outline">{filtered ? 'Resend these' : 'Resend failed'}</Button>}
              title={filtered ? 'Resend these deliveries?' : 'Resend failed deliveries?'}
              description="Sends up to 10,000 deliveries, oldest first. Pending retries are sent now, and events delivered since then are skipped. Use event IDs to detect duplicates."
              confirmLabel="Resend"
              onConfirm={() => send(filtered ? chosen : { status: 'undelivered' })}
            />
          </>
        ) : null
      }
      className="grid gap-5"
    >
      <DeliveryFilters filters={filters} onChoose={() => setEarlierIds([])} />
      <DataTable
        caption="Deliveries"
        rows={deliveries.data}
        rowId={(delivery) => delivery.id}
        query={deliveries}
        columns={[
          {
            header: 'Delivery',
            cell: ({ id: delivery_id, event_type: type, event_count, is_sample, resend_of }) => (
              <button
                type="button"
                onClick={() => void setOpenId(delivery_id)}
                className="grid gap-0.5 rounded-sm text-start underline-offset-4 hover:underline"
              >
                <code className="text-sm [overflow-wrap:anywhere]">{type}</code>
                <span className="font-normal text-muted-foreground text-xs">
                  {[
                    `#${delivery_id}`,
                    event_count === 1 ? '1 event' : t`${event_count} events`,
                    is_sample && 'sample',
                    resend_of && t`resend of #${String(resend_of)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            ),
          },
          {
            header: 'State',
            phone: 'aside',
            cell: ({ status: value }) => <DeliveryStatusBadge status={value} />,
          },
          {
            header: 'Response',
            align: 'end',
            phone: 'plain',
            className: 'whitespace-nowrap text-muted-foreground',
            cell: ({ response_status, duration_ms, attempt_count }) =>
              attempt_count === 0 ? '–' : t`${response_status ?? 'none'}, ${formatNumber(duration_ms ?? 0)} ms`,
          },
          {
            header: 'Created',
            align: 'end',
            phone: 'plain',
            ago: ({ created_at }) => created_at,
          },
        ]}
        empty={{
          as: 'h3',
          illustration: 'inbox',
          title: filtered ? 'No deliveries found' : 'No deliveries yet',
          description: filtered ? undefined : 'Send a sample event to test your server.',
        }}
        page={{
          onPrevious: earlierIds.length > 0 ? () => setEarlierIds(earlierIds.slice(0, -1)) : undefined,
          onNext:
            last && deliveries.data?.length === PER_PAGE ? () => setEarlierIds([...earlierIds, last.id]) : undefined,
        }}
      />

      <DeliverySheet
        delivery_id={openId}
        onClose={() => void setOpenId(null)}
        onResend={can_send ? (delivery_id) => send({ delivery_ids: [delivery_id] }) : undefined}
      />
    </SectionCard>
  )
}
