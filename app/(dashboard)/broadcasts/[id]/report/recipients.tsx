'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RecipientList, useRecipientFilter } from '@/components/delivery/recipient-list'
import { useTRPC } from '@/components/trpc-provider'

/** The recipients of a broadcast. */
export function Recipients({ id }: { id: number }) {
  const trpc = useTRPC()
  const filter = useRecipientFilter()
  const list = useQuery(
    trpc.broadcasts.recipients.queryOptions({ id, ...filter }, { placeholderData: keepPreviousData }),
  )
  return <RecipientList list={list} email={{ kind: 'broadcast', id }} />
}
