import { formatCrowd } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { UnconfirmedNotice } from '@/components/unconfirmed-notice'
import { useAction } from '@/components/use-action'

/** Asks what to do with the broadcast's deliveries of unknown result. */
export function UnconfirmedDeliveries({ id, count }: { id: number; count: number }) {
  const trpc = useTRPC()
  const resolve = useAction(trpc.broadcasts.resolveUnconfirmed, { invalidates: trpc.broadcasts })
  const crowd = formatCrowd(count)
  return (
    <UnconfirmedNotice
      title={`We don’t know whether ${crowd} received this email`}
      leaveDescription={`${crowd} may not have received the email. Their delivery stays unconfirmed, and this notice disappears.`}
      sentDescription={`${crowd} count as sent in the report and its rates, and nothing is sent again.`}
      resendTitle={`Send again to ${crowd}?`}
      resent={`Sending again to ${crowd}`}
      onChoose={(choice) => resolve.run({ id, choice })}
    />
  )
}
