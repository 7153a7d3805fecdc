import { formatNumber } from '@/components/format'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import type { BroadcastReport } from '@/server/modules/broadcasts/composer-schema.ts'

/** The ledger's one-word reasons in the product's words. */
const reasons: Record<string, string> = {
  invalid_address: 'Address cannot exist',
  suppressed: 'Asked never to be mailed again',
  cancelled: 'Unsubscribed before their turn',
  bounced: 'Bounced before',
  complained: 'Complained before',
  inactive: 'Not confirmed',
  aborted: 'Sending was stopped',
  refused: 'Refused by their mail server',
  mailbox_unknown: 'Mailbox does not exist',
  mailbox_unavailable: 'Mailbox full or disabled',
  message_refused: 'Message refused',
  sender_refused: 'Your messages are refused',
  gave_up: 'No delivery within 24 hours',
  unrenderable: 'The letter could not be filled in for them',
}

export const reasonText = (reason: string) => reasons[reason] ?? reason.replaceAll('_', ' ')

/** Everybody who was chosen, and where they ended up: the figures add up. */
export function DeliveryCard({ report: { ledger, reasons: given } }: { report: BroadcastReport }) {
  const rows = [
    { label: 'Sent', value: ledger.sent },
    { label: 'Waiting', value: ledger.queued + ledger.sending },
    { label: 'Unconfirmed', value: ledger.unconfirmed },
    ...given.map(({ state, reason, count }) => ({
      label: `${state === 'failed' ? 'Failed' : 'Left out'}: ${reasonText(reason).toLowerCase()}`,
      value: count,
    })),
  ].filter(({ value }) => value > 0)
  return (
    <Card>
      <CardHeader title="Ledger" description="Everybody who was chosen, and what became of it." />
      <CardContent>
        <dl className="grid gap-3 text-sm">
          {rows.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-6">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="figures font-medium">{formatNumber(value)}</dd>
            </div>
          ))}
          <div className="flex items-baseline justify-between gap-6 border-border border-t pt-3 font-medium">
            <dt>Chosen</dt>
            <dd className="figures">{formatNumber(ledger.total)}</dd>
          </div>
        </dl>
      </CardContent>
    </Card>
  )
}
