import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'
import { RECEIVER_RANGES } from '@/server/modules/admin/values-schema.ts'

export const RECEIVER_FILTERS = { range: parseAsStringLiteral(RECEIVER_RANGES), domain: parseAsString }

export const receiversQuery = (trpc: Trpc, { range, domain }: inferParserType<typeof RECEIVER_FILTERS>) =>
  trpc.admin.mail.receivers.queryOptions(
    { range: range ?? 'day', receiver: domain ?? undefined },
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  )
