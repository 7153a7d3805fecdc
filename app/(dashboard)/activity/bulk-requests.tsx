import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useState } from 'react'
import { DataTable } from '@/components/data-table'
import { formatDuration, formatNumber } from '@/components/format'
import { X } from '@/components/generated/icons'
import { forwardPage } from '@/components/keyset'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { IconButton } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { Progress } from '@/components/ui/progress'
import { useRate } from '@/components/use-rate'
import { t } from '@/server/lib/locale/texts.ts'
import type { BulkRequest } from '@/server/modules/bulk-requests/schema.ts'
import { BulkStateBadge, CallbackState, canCancel, isRunning, operationLabel } from './bulk-status'
import { bulkRequestsQuery } from './queries'

const BulkRequestSheet = onDemand(async () => (await import('./bulk-request-sheet')).BulkRequestSheet)
const CancelBulkDialog = onDemand(async () => (await import('./cancel-bulk-dialog')).CancelBulkDialog)

/** Apps' bulk requests, newest first, refreshed while they run. */
export function BulkRequests() {
  const trpc = useTRPC()
  const mayCancel = useHasRole('editor')
  const search = useSearchParams()
  const [afterId, setAfterId] = useQueryState('bulk', parseAsInteger.withOptions({ history: 'push' }))
  const [openedId, setOpenedId] = useQueryState('request', parseAsInteger.withOptions({ history: 'push' }))
  const [requestToCancel, setRequestToCancel] = useState<BulkRequest>()
  const list = useQuery(bulkRequestsQuery(trpc, afterId))
  const next = list.data?.next ?? null

  return (
    <section aria-labelledby="bulk-requests" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-0.5">
        <h2 id="bulk-requests" className="font-semibold text-lg tracking-tight">
          Bulk changes by apps
        </h2>
        {list.data?.requests.length ? (
          <p className="text-muted-foreground text-sm">
            Requests with more than 100 changes run in the background. Failed items are kept for 30 days.
          </p>
        ) : null}
      </div>
      <DataTable
        caption="Bulk changes by apps"
        rows={list.data?.requests}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/activity?${new URLSearchParams({ ...Object.fromEntries(search), request: String(id) })}`}
        query={list}
        page={forwardPage({ after: afterId, next, setAfter: setAfterId })}
        columns={[
          {
            header: 'Request',
            className: 'md:max-w-0 md:w-2/5',
            cell: (one) => <WorkCell request={one} />,
          },
          { header: 'State', phone: 'aside', cell: (one) => <BulkStateBadge request={one} /> },
          { header: 'Items', figure: ({ item_count }) => formatNumber(item_count) },
          { header: 'Failed', figure: ({ failed_count }) => formatNumber(failed_count) },
          {
            header: 'Callback',
            from: 'lg',
            phone: 'hidden',
            className: 'text-muted-foreground',
            cell: (one) => <CallbackState callback={one.callback} />,
          },
          {
            header: 'Requested',
            align: 'end',
            phone: 'plain',
            className: 'text-muted-foreground',
            ago: ({ created_at }) => created_at,
          },
        ]}
        rowActions={(request) =>
          mayCancel && canCancel(request) ? (
            <IconButton
              icon={X}
              label={`Cancel “${operationLabel(request)}” by ${request.app_name}`}
              onClick={() => setRequestToCancel(request)}
            />
          ) : null
        }
        empty={{
          as: 'h3',
          illustration: 'inbox',
          title: 'No bulk requests yet',
          description: 'When an app makes more than 100 changes in one request, you can follow and cancel them here.',
        }}
      />
      <BulkRequestSheet
        id={openedId}
        onClose={() => void setOpenedId(null)}
        onCancel={mayCancel ? setRequestToCancel : undefined}
      />
      <CancelBulkDialog request={requestToCancel} onClose={() => setRequestToCancel(undefined)} />
    </section>
  )
}

function WorkCell({ request }: { request: BulkRequest }) {
  return (
    <span className="grid gap-1">
      <span className="truncate">{operationLabel(request)}</span>
      {isRunning(request) ? <Pace request={request} /> : null}
      <span className="truncate font-normal text-muted-foreground text-xs">{request.app_name}</span>
    </span>
  )
}

function Pace({ request: { done_count, item_count, state } }: { request: BulkRequest }) {
  const rate = useRate(done_count)
  const done = t`${formatNumber(done_count)} of ${formatNumber(item_count)} items`
  return (
    <span className="grid gap-1">
      <Progress label={done} value={done_count} max={item_count} live={state !== 'queued'} />
      <span className="figures font-normal text-muted-foreground text-xs">
        {done}
        {rate > 0 ? ` · ${formatDuration((item_count - done_count) / rate)} left` : null}
      </span>
    </span>
  )
}
