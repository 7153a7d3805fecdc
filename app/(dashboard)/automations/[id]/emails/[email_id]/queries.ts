import { keepPreviousData } from '@tanstack/react-query'
import type { recipientFilter } from '@/components/delivery/recipient-filter'
import type { Trpc } from '@/components/page-queries'

export const proofQuery = (trpc: Trpc, id: number) =>
  trpc.automations.emails.proof.queryOptions({ id }, { refetchInterval: 60_000 })

export const recipientsQuery = (trpc: Trpc, id: number, filter: ReturnType<typeof recipientFilter>) =>
  trpc.automations.emails.recipients.queryOptions({ id, ...filter }, { placeholderData: keepPreviousData })
