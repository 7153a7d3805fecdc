import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '@/components/error-state'
import { RowsSkeleton } from '@/components/loading'
import { ProgressPanel } from '@/components/progress-panel'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { useRate } from '@/components/use-rate'
import { t } from '@/server/lib/locale/texts.ts'
import type { BulkRequest } from '@/server/modules/bulk-requests/schema.ts'
import { BulkFailures } from './bulk-failures'
import { BulkStateBadge, CallbackState, canCancel, isRunning, operationLabel } from './bulk-status'

interface BulkRequestSheetProps {
  id: number | null
  onClose: () => void
  onCancel?: (request: BulkRequest) => void
}

/** A bulk request with its progress, callback and failed items. */
export function BulkRequestSheet({ id, onClose, onCancel }: BulkRequestSheetProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.bulk_requests.get.queryOptions(
      { id: id ?? 0 },
      {
        enabled: id !== null,
        staleTime: 0,
        refetchInterval: ({ state: { data } }) =>
          data && (isRunning(data) || data.callback?.state === 'waiting') ? 1_000 : false,
      },
    ),
  )
  const request = query.data
  return (
    <Sheet
      open={id !== null}
      onClose={onClose}
      title={request ? operationLabel(request) : `Request #${String(id)}`}
      description={request ? `Requested by ${request.app_name}` : undefined}
      className="max-w-2xl"
      isReading
    >
      {query.error ? <ErrorState query={query} as="h3" /> : null}
      {request ? <Detail request={request} onCancel={onCancel} /> : query.error ? null : <RowsSkeleton />}
    </Sheet>
  )
}

const barOf = (request: BulkRequest) => {
  if (request.state === 'queued') return 'waiting'
  if (isRunning(request)) return 'running'
  return request.untried_count > 0 ? 'failed' : 'completed'
}

function Detail({ request, onCancel }: { request: BulkRequest; onCancel: BulkRequestSheetProps['onCancel'] }) {
  const { done_count, item_count, failed_count, untried_count, callback, completed_at, error } = request
  const rate = useRate(done_count)
  const applied_count = done_count - failed_count - untried_count
  return (
    <div className="grid gap-7">
      {error ? (
        <Alert
          role="alert"
          tone="warning"
          title="Something went wrong on our side. Applied changes are kept, the rest were skipped."
        />
      ) : null}
      <ProgressPanel
        title={<BulkStateBadge request={request} />}
        noun="items"
        done={done_count - untried_count}
        total={item_count}
        state={barOf(request)}
        ratePerSecond={rate}
        counts={[
          { label: 'Applied', value: applied_count, tone: 'success' },
          { label: 'Failed', value: failed_count, tone: failed_count > 0 ? 'danger' : 'neutral' },
          ...(untried_count > 0 ? [{ label: 'Skipped', value: untried_count }] : []),
        ]}
        areParts
        actions={
          onCancel && canCancel(request) ? (
            <Button size="sm" variant="outline" onClick={() => onCancel(request)}>
              Cancel request
            </Button>
          ) : null
        }
      />
      <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
        <Fact label="Requested">
          <DateTime at={request.created_at} />
        </Fact>
        <Fact label="Ended">{completed_at ? <DateTime at={completed_at} /> : 'Not yet'}</Fact>
        <Fact label="Callback">
          <CallbackState callback={callback} />
        </Fact>
        {callback ? <Fact label="Sent to">{callback.host}</Fact> : null}
        {callback?.result ? <Fact label={resultLabel(callback.attempts)}>{callback.result}</Fact> : null}
      </dl>
      {failed_count > 0 ? (
        <section aria-labelledby="failed-items" className="grid gap-3">
          <h3 id="failed-items" className="font-semibold text-sm">
            Failed items
          </h3>
          <BulkFailures id={request.id} failed_count={failed_count} live={isRunning(request)} />
        </section>
      ) : null}
    </div>
  )
}

const resultLabel = (attempts: number) =>
  attempts === 0 ? t`Reason` : attempts === 1 ? t`Response` : `Response to attempt ${attempts}`

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
)
