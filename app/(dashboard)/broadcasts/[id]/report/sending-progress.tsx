import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { deliveryParts } from '@/components/delivery/delivery-parts'
import { formatNumber } from '@/components/format'
import { ProgressPanel } from '@/components/progress-panel'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import { PauseButton } from './pause-button'

/** Sending progress, refreshed every second. */
export function SendingProgress({ id }: { id: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const progress = useQuery(trpc.broadcasts.progress.queryOptions({ id }, { refetchInterval: 1000 }))
  const cancel = useAction(trpc.broadcasts.cancel, { invalidates: trpc.broadcasts, done: 'Broadcast canceled' })
  const status = progress.data?.status
  useEffect(() => {
    if (status && status !== 'sending') void client.invalidateQueries(trpc.broadcasts.pathFilter())
  }, [status, client, trpc])

  if (!progress.data) return <Skeleton className="h-40 w-full rounded-2xl" />
  const { ledger, is_enqueued, per_second, next_attempt_at, last_at, transport_error, stopped_at, paused_by } =
    progress.data
  const waits = next_attempt_at !== null && Date.parse(next_attempt_at) > Date.now()
  const done = ledger.total - ledger.queued - ledger.sending
  const waiting = formatNumber(ledger.queued + ledger.sending)
  return (
    <ProgressPanel
      title={
        stopped_at
          ? paused_by === null
            ? 'Stopped'
            : 'Paused'
          : !is_enqueued && done === 0
            ? 'Selecting recipients'
            : waits
              ? 'Waiting'
              : 'Sending'
      }
      noun="people"
      done={done}
      total={ledger.total}
      state={stopped_at ? 'stopped' : status === 'completed' ? 'completed' : 'running'}
      ratePerSecond={per_second ?? undefined}
      paceText={waits ? t`Waiting` : last_at ? 'As planned' : undefined}
      description={
        stopped_at ? undefined : transport_error ? (
          <>
            The mail server is unavailable: {transport_error}.{' '}
            {next_attempt_at ? (
              <>
                Next attempt <RelativeTime at={next_attempt_at} />.
              </>
            ) : null}
          </>
        ) : (
          <>
            {waits ? (
              <>
                The next messages leave <DateTime at={next_attempt_at} />.{' '}
              </>
            ) : null}
            {last_at ? (
              <>
                The last ones leave <DateTime at={last_at} />.{' '}
              </>
            ) : null}
            {is_enqueued ? null : 'Recipients are still being selected, so their number grows. '}
            You can leave this page. Sending continues.
          </>
        )
      }
      counts={[
        { label: deliveryParts.sent.label, value: ledger.sent, tone: 'success' },
        { label: deliveryParts.waiting.label, value: ledger.queued + ledger.sending },
        { label: deliveryParts.excluded.label, value: ledger.excluded },
        { label: deliveryParts.failed.label, value: ledger.failed, tone: 'danger' },
        ...(ledger.unconfirmed > 0
          ? [{ label: deliveryParts.unconfirmed.label, value: ledger.unconfirmed, tone: 'warning' as const }]
          : []),
      ]}
      actions={
        <IfRole atLeast="editor">
          <div className="flex flex-wrap gap-2">
            {stopped_at ? null : <PauseButton id={id} waiting={is_enqueued ? ledger.queued + ledger.sending : null} />}
            <ConfirmDialog
              trigger="Cancel sending"
              title="Cancel sending?"
              description={
                is_enqueued
                  ? `${formatNumber(ledger.sent)} people have received it. The remaining ${waiting} will not, and you can’t resume it later.`
                  : `${formatNumber(ledger.sent)} people have received it. No one else will, and you can’t resume it later.`
              }
              dismissLabel="Keep sending"
              confirmLabel="Cancel sending"
              tone="destructive"
              onConfirm={() => cancel.run({ id })}
            />
          </div>
        </IfRole>
      }
    />
  )
}
