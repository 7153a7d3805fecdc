import { useQuery } from '@tanstack/react-query'
import { RecipientList, useRecipientFilter } from '@/components/delivery/recipient-list'
import { useTRPC } from '@/components/trpc-provider'
import { recipientsQuery } from '../queries'

/** The recipients of a broadcast. */
export function Recipients({ id }: { id: number }) {
  const trpc = useTRPC()
  const filter = useRecipientFilter()
  const list = useQuery(recipientsQuery(trpc, id, filter))
  return <RecipientList list={list} email={{ kind: 'broadcast', id }} />
}
