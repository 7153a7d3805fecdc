import { formatCount } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { UnconfirmedNotice } from '@/components/unconfirmed-notice'
import { useAction } from '@/components/use-action'

/** Asks what to do with the sequence's deliveries of unknown result. */
export function UnconfirmedDeliveries({ id, count }: { id: number; count: number }) {
  const trpc = useTRPC()
  const resolve = useAction(trpc.sequences.resolveUndecided, { invalidates: trpc.sequences })
  const emails = formatCount(count, 'email')
  return (
    <UnconfirmedNotice
      title={`We don’t know whether ${emails} of this sequence arrived`}
      leaveDescription="Their subscribers continue with the next email, and this notice disappears."
      sentDescription="They count as sent in the statistics, and nothing is sent again."
      resendTitle={`Send ${emails} again?`}
      resent={`Sending ${emails} again`}
      onChoose={(choice) => resolve.run({ id, choice })}
    />
  )
}
