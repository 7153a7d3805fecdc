import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { useDebounced } from '@/components/use-debounced'
import type { Choice } from '@/server/modules/automations/schema.ts'
import { type ChoiceKind, choicesQuery } from './queries'

const PAUSE_MS = 150

/** Searches tags, forms and so on by name while someone types. `isSettled` is false until the result matches `search`. */
export function useChoices(kind: ChoiceKind, search: string, { enabled }: { enabled: boolean }) {
  const trpc = useTRPC()
  const wanted = search.trim()
  const asked = useDebounced(wanted, PAUSE_MS)
  const query = useQuery(choicesQuery(trpc, kind, { search: asked, enabled }))
  const isSettled = asked === wanted && query.data !== undefined && !query.isPlaceholderData
  // Filter the previous result until the next one arrives.
  const matches = query.data?.rows.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  return { matches, isSettled, has_more: query.data?.pagination.has_next_page ?? false, error: query.error }
}

/** Returns the search results, then the other chosen items. Deleted ones have no name and are left out. */
export function withChosen(
  choices: readonly Choice[],
  names: Record<number, string>,
  chosen: readonly number[],
): Choice[] {
  const shown = new Set(choices.map(({ id }) => id))
  const others = chosen.flatMap((id) => (names[id] === undefined || shown.has(id) ? [] : { id, name: names[id] }))
  return [...others, ...choices]
}
