import { keepPreviousData } from '@tanstack/react-query'
import type { recipientFilter } from '@/components/delivery/recipient-filter'
import type { Trpc } from '@/components/page-queries'
import type { EmailKey } from '@/server/modules/sequences/composer-schema.ts'

export const proofQuery = (trpc: Trpc, key: EmailKey) =>
  trpc.sequences.proof.queryOptions(key, { refetchInterval: 60_000 })

export const recipientsQuery = (trpc: Trpc, key: EmailKey, filter: ReturnType<typeof recipientFilter>) =>
  trpc.sequences.recipients.queryOptions({ ...key, ...filter }, { placeholderData: keepPreviousData })
