import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { plainLiquid } from '@/components/liquid-parts'
import { useTRPC } from '@/components/trpc-provider'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import { namedIds } from './graph/named-ids'
import type { NamedKind, NameOf } from './graph/words'
import { namesQuery } from './queries'

const NOTHING = { triggers: [], steps: [] }

interface Named {
  graph: Pick<Graph, 'triggers' | 'steps'> | undefined
  emails: readonly { id: number; subject: string }[]
}

/** Returns names of everything that a graph's triggers and steps refer to by ID. `remember` adds newly chosen or created items. */
export function useNames({ graph = NOTHING, emails }: Named) {
  const trpc = useTRPC()
  const ids = JSON.stringify(useMemo(() => namedIds(graph), [graph]))
  const askedIds = useMemo(() => JSON.parse(ids) as ReturnType<typeof namedIds>, [ids])
  const { data, isPlaceholderData } = useQuery(namesQuery(trpc, askedIds))
  const [chosenNames, setChosenNames] = useState<ReadonlyMap<string, string>>(new Map())
  const remember = useCallback(
    (kind: NamedKind, id: number, name: string) =>
      setChosenNames((before) => new Map(before).set(`${kind} ${id}`, name)),
    [],
  )
  const nameOf: NameOf = useMemo(() => {
    const subjects = new Map(emails.map(({ id, subject }) => [id, plainLiquid(subject) || 'No subject']))
    return (kind, id) => {
      if (kind === 'email') return subjects.get(id)
      const found = data?.[kind][id] ?? chosenNames.get(`${kind} ${id}`)
      if (found !== undefined) return found
      return data && !isPlaceholderData && askedIds[kind]?.includes(id) ? undefined : null
    }
  }, [emails, data, isPlaceholderData, chosenNames, askedIds])
  return { nameOf, remember }
}
