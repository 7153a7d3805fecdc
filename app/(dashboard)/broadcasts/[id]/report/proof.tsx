'use client'

import { useQuery } from '@tanstack/react-query'
import { ProofCard } from '@/components/delivery/proof-card'
import { useTRPC } from '@/components/trpc-provider'
import { proofQuery } from '../queries'

export function BroadcastProof({ id, is_sending }: { id: number; is_sending: boolean }) {
  const trpc = useTRPC()
  const proof = useQuery(
    // The rows of a completed email change only by what this page does, which asks again.
    proofQuery(trpc, id, ({ state }) => (!is_sending && state.data?.is_complete ? false : 60_000)),
  )
  return <ProofCard proof={proof.data} error={proof.data ? undefined : proof.error?.message} />
}
