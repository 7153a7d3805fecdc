'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatCount } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { UnconfirmedNotice } from '@/components/unconfirmed-notice'

/** Asks what to do about deliveries of the sequence whose result is unknown. */
export function UnconfirmedDeliveries({ id, count }: { id: number; count: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const resolve = useMutation(trpc.sequences.resolveUndecided.mutationOptions())
  const emails = formatCount(count, 'email')
  return (
    <UnconfirmedNotice
      title={`We don’t know whether ${emails} of this sequence arrived`}
      leaveDescription="Their subscribers continue with the next email, and this notice disappears."
      sentDescription="They count as sent in the statistics, and nothing is sent again."
      resendTitle={`Send ${emails} again?`}
      resent={`Sending ${emails} again`}
      onChoose={async (choice) => {
        await resolve.mutateAsync({ id, choice })
        await client.invalidateQueries(trpc.sequences.pathFilter())
      }}
    />
  )
}
