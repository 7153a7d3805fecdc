import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '@/components/copy-button'
import { ErrorState } from '@/components/error-state'
import { dateTimeStyle, formatNumber } from '@/components/format'
import { RowsSkeleton } from '@/components/loading'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Sheet } from '@/components/ui/sheet'
import { toast } from '@/components/ui/sonner'
import type { DeliveryRowDetail } from '@/server/modules/webhooks/history-schema.ts'
import { DeliveryStatusBadge } from '../endpoint-state'

/** Refetch interval of an unfinished delivery, same as in the list. */
const REFETCH_MS = 1_000

/** With seconds and time zone, for comparison with server logs. */
const attemptStyle = { ...dateTimeStyle, second: '2-digit', timeZoneName: 'short' } as const

interface DeliverySheetProps {
  delivery_id: number | null
  onClose: () => void
  onResend?: (delivery_id: number) => Promise<unknown>
}

/** A delivery with its body and the response to each attempt. */
export function DeliverySheet({ delivery_id, onClose, onResend }: DeliverySheetProps) {
  const trpc = useTRPC()
  const delivery = useQuery(
    trpc.webhooks.delivery.queryOptions(
      { delivery_id: delivery_id ?? 0 },
      {
        enabled: delivery_id !== null,
        refetchInterval: ({ state }) => (state.data?.completed_at === null ? REFETCH_MS : false),
      },
    ),
  )
  return (
    <Sheet
      open={delivery_id !== null}
      onClose={onClose}
      title={`Delivery #${String(delivery_id)}`}
      className="max-w-2xl"
    >
      {delivery.error ? <ErrorState query={delivery} /> : null}
      {delivery.data ? (
        <Detail delivery={delivery.data} onResend={onResend} />
      ) : delivery.error ? null : (
        <RowsSkeleton />
      )}
    </Sheet>
  )
}

function Detail({ delivery, onResend }: { delivery: DeliveryRowDetail; onResend: DeliverySheetProps['onResend'] }) {
  const [sending, setSending] = useState(false)
  const { id, status, event_type, attempts, next_attempt_at, completed_at, is_given_up, body } = delivery
  const sendAgain = async () => {
    setSending(true)
    await onResend?.(id).catch(({ message }: Error) => toast.error(message))
    setSending(false)
  }
  return (
    <div className="grid gap-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-3">
          <code className="text-sm">{event_type}</code>
          <DeliveryStatusBadge status={status} />
        </span>
        {onResend && (completed_at || next_attempt_at) ? (
          <Button size="sm" variant="outline" pending={sending} onClick={() => void sendAgain()}>
            {completed_at ? 'Resend' : 'Retry now'}
          </Button>
        ) : null}
      </div>
      <section className="grid gap-3">
        <h3 className="font-semibold text-sm">Attempts</h3>
        {attempts.length === 0 && !is_given_up ? <p className="text-muted-foreground text-sm">None yet.</p> : null}
        <ol className="grid gap-3">
          {attempts.map(({ number, attempted_at, response_status, response_body, error, duration_ms }) => (
            <li key={number} className="grid gap-2 rounded-lg border border-border p-3 text-sm">
              <span className="figures flex flex-wrap justify-between gap-x-4 gap-y-1">
                <span className="font-medium">{response_status ?? error ?? 'No response'}</span>
                <span className="text-muted-foreground">
                  <DateTime at={attempted_at} style={attemptStyle} /> · {formatNumber(duration_ms)} ms
                </span>
              </span>
              {response_body ? <Code text={response_body} wrap /> : null}
            </li>
          ))}
        </ol>
        {is_given_up ? (
          <p className="text-muted-foreground text-sm">Retries ended because the webhook was disabled.</p>
        ) : null}
        {next_attempt_at ? (
          <p className="text-muted-foreground text-sm">
            Next attempt <RelativeTime at={next_attempt_at} />.
          </p>
        ) : null}
      </section>
      <section className="grid gap-3">
        <div className="flex items-center justify-between gap-3">
          <h3 className="font-semibold text-sm">Body</h3>
          <CopyButton value={body} label="body" />
        </div>
        <Code text={JSON.stringify(JSON.parse(body), null, 2)} />
      </section>
    </div>
  )
}

/** JSON is indented. Other responses wrap, because they are often one long line. */
const Code = ({ text, wrap = false }: { text: string; wrap?: boolean }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    tabIndex={0}
    className={cn(
      'max-h-96 overflow-auto rounded-md bg-secondary p-3 text-xs',
      wrap && 'whitespace-pre-wrap [overflow-wrap:anywhere]',
    )}
  >
    {text}
  </pre>
)
