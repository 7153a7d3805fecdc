import { keepPreviousData } from '@tanstack/react-query'
import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { CURSOR, type Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { DRY_RUN_STATES } from '@/server/modules/automations/values-schema.ts'

export const TABS = ['summary', 'steps', 'subscribers'] as const

export const SIMULATED_FILTERS = {
  q: parseAsString,
  state: parseAsStringLiteral(DRY_RUN_STATES),
  emails: parseAsStringLiteral(['many']),
}

export const dryRunAddress = createLoader({
  tab: parseAsStringLiteral(TABS).withDefault('summary'),
  ...SIMULATED_FILTERS,
  ...CURSOR,
})

export const dryRunQuery = (trpc: Trpc, id: number) =>
  trpc.automations.dryRuns.find.queryOptions(
    { id },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1_000 : false) },
  )

export const simulatedQuery = (
  trpc: Trpc,
  id: number,
  { q, state, emails }: inferParserType<typeof SIMULATED_FILTERS>,
  cursor: Cursor,
) =>
  trpc.automations.dryRuns.subscribers.queryOptions(
    {
      id,
      per_page: 25,
      busy: emails === 'many',
      ...(q ? { search: q } : {}),
      ...(state ? { state } : {}),
      ...cursor,
    },
    { placeholderData: keepPreviousData },
  )
