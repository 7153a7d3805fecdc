import { useState } from 'react'
import type { BulkSelection } from '@/server/modules/bulk-actions/schema.ts'

type Query = Extract<BulkSelection, { kind: 'query' }>

/**
 * Selected rows, or all that match the list's query. Selecting all applies to a single query and is cleared by another one. `count` is the
 * number of matches.
 */
export function useSelection(query: Query, count: number | undefined, rows: readonly { id: number }[]) {
  const key = JSON.stringify(query)
  const [chosen, setChosen] = useState<{ key: string; ids: ReadonlySet<number>; all: boolean }>()
  const current = chosen?.key === key ? chosen : undefined
  const isAll = current?.all ?? false
  const selected: ReadonlySet<number> = isAll ? new Set(rows.map(({ id }) => id)) : (current?.ids ?? new Set())
  const number = isAll ? (count ?? 0) : selected.size
  return {
    selected,
    count: number,
    selection: isAll ? query : { kind: 'chosen' as const, subscriber_ids: [...selected] },
    is_all: isAll,
    choose: (ids: ReadonlySet<number>) => setChosen({ key, ids, all: false }),
    chooseAll: () => setChosen({ key, ids: new Set(), all: true }),
    clear: () => setChosen(undefined),
  }
}
