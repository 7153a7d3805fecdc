import { useQuery } from '@tanstack/react-query'
import { ProofCard } from '@/components/delivery/proof-card'
import { useTRPC } from '@/components/trpc-provider'
import { proofQuery } from '../queries'

export function BroadcastProof({ id, is_sending }: { id: number; is_sending: boolean }) {
  const trpc = useTRPC()
  const proof = useQuery(
    // A completed email's rows only change through this page, which refetches.
    proofQuery(trpc, id, ({ state }) => (!is_sending && state.data?.is_complete ? false : 60_000)),
  )
  return <ProofCard proof={proof.data} error={proof.data ? undefined : proof.error?.message} />
}
