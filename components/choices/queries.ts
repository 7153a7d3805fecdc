import { keepPreviousData } from '@tanstack/react-query'
import type { Trpc } from '@/components/page-queries'
import type { ChoiceQuery } from '@/server/modules/automations/schema.ts'

export type ChoiceKind = ChoiceQuery['kind']

export const choicesQuery = (trpc: Trpc, kind: ChoiceKind, { search, enabled = true }: FoundBy = {}) =>
  trpc.automations.choices.queryOptions(
    { kind, ...(search ? { search } : {}) },
    { enabled, staleTime: 0, placeholderData: keepPreviousData },
  )

interface FoundBy {
  search?: string
  enabled?: boolean
}

const MAX_NAMED = 1000

export const chosenNamesQuery = (trpc: Trpc, kind: ChoiceKind, chosen: readonly number[]) =>
  trpc.automations.names.queryOptions(
    { [kind]: chosen.slice(0, MAX_NAMED) },
    { enabled: chosen.length > 0, placeholderData: keepPreviousData },
  )

/** Queries that `ChoiceOptions` needs first. */
export const choiceQueries = (trpc: Trpc, kind: ChoiceKind, chosen: readonly number[]) => [
  choicesQuery(trpc, kind),
  ...(chosen.length > 0 ? [chosenNamesQuery(trpc, kind, chosen)] : []),
]
