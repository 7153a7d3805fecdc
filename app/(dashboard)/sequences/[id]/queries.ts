import { keepPreviousData } from '@tanstack/react-query'
import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { CURSOR, type Cursor, cursorOf } from '@/components/list/cursor'
import { allTagsQuery, obstacleQuery, sendersQuery, type Trpc, templatesQuery } from '@/components/page-queries'

export const TABS = ['emails', 'subscribers', 'settings'] as const
export const PROGRESS = ['active', 'completed', 'stopped'] as const
export const PROGRESS_FILTER = { progress: parseAsStringLiteral(PROGRESS) }

export const sequenceAddress = createLoader({
  tab: parseAsStringLiteral(TABS).withDefault('emails'),
  ...PROGRESS_FILTER,
  ...CURSOR,
})

export const sequenceQuery = (trpc: Trpc, id: number) => trpc.sequences.get.queryOptions({ id })

export const enrolledQuery = (
  trpc: Trpc,
  sequence_id: number,
  { progress }: inferParserType<typeof PROGRESS_FILTER>,
  cursor: Cursor,
) =>
  trpc.sequences.subscribers.queryOptions(
    { sequence_id, per_page: 25, progress: progress ?? undefined, ...cursor },
    { placeholderData: keepPreviousData },
  )

/** Returns the queries of a sequence’s page for its initial tab. */
export const sequenceQueries = (trpc: Trpc, id: number, address: Awaited<ReturnType<typeof sequenceAddress>>) => [
  sequenceQuery(trpc, id),
  obstacleQuery(trpc),
  ...{
    emails: [],
    subscribers: [enrolledQuery(trpc, id, address, cursorOf(address))],
    settings: [sendersQuery(trpc), templatesQuery(trpc), allTagsQuery(trpc), trpc.tags.colors.queryOptions()],
  }[address.tab],
]
