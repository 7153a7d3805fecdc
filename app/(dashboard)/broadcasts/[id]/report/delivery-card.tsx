import { formatNumber } from '@/components/format'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import type { BroadcastReport } from '@/server/modules/broadcasts/composer-schema.ts'
import { deliveryStates } from './delivery-states'

/** Labels of the reasons why an email was not delivered. */
const reasons: Record<string, string> = {
  invalid_address: 'Invalid address',
  suppressed: 'Blocked from receiving email',
  cancelled: 'Unsubscribed before sending',
  bounced: 'Bounced before sending',
  complained: 'Complained before sending',
  inactive: 'Not confirmed',
  aborted: 'Sending canceled',
  refused: 'Rejected by the mail server',
  mailbox_unknown: 'Mailbox does not exist',
  mailbox_unavailable: 'Mailbox full or disabled',
  message_refused: 'Message rejected',
  sender_refused: 'Sender rejected',
  gave_up: 'Not delivered within 24 hours',
  unrenderable: 'Personalization failed',
}

export const reasonText = (reason: string) => reasons[reason] ?? reason.replaceAll('_', ' ')

/** The delivery state of every recipient. The numbers add up to the total. */
export function DeliveryCard({ report: { ledger, reasons: given } }: { report: BroadcastReport }) {
  const rows = [
    { label: deliveryStates.sent.label, value: ledger.sent },
    { label: deliveryStates.queued.label, value: ledger.queued + ledger.sending },
    { label: deliveryStates.unconfirmed.label, value: ledger.unconfirmed },
    ...given.map(({ state, reason, count }) => ({
      label: `${deliveryStates[state].label}: ${reasonText(reason).toLowerCase()}`,
      value: count,
    })),
  ].filter(({ value }) => value > 0)
  return (
    <Card>
      <CardHeader title="Delivery" description="The delivery state of every recipient." />
      <CardContent>
        <dl className="grid gap-3 text-sm">
          {rows.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-6">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="figures font-medium">{formatNumber(value)}</dd>
            </div>
          ))}
          <div className="flex items-baseline justify-between gap-6 border-border border-t pt-3 font-medium">
            <dt>Recipients</dt>
            <dd className="figures">{formatNumber(ledger.total)}</dd>
          </div>
        </dl>
      </CardContent>
    </Card>
  )
}
