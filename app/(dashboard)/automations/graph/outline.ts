import { type Dominators, dominatorsOf, isForward } from '@/server/lib/flow-layout/dominators.ts'
import { exitsOf, flowOf } from '@/server/modules/automations/flow-schema.ts'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import { reachable, type Slot, START, stepOf } from './exits.ts'

/** A row of the automation's list view, for phones and for reading. */
export type OutlineRow =
  | { kind: 'step'; id: string; depth: number }
  /** The start of a branch. */
  | { kind: 'branch'; slot: Slot; depth: number; next: string | null }
  /** An exit that ends here, where the next step can be added. */
  | { kind: 'end'; slot: Slot; depth: number }
  /** An exit that continues at a step listed elsewhere. */
  | { kind: 'jump'; slot: Slot; depth: number; to: string; is_back: boolean }

/** Lists the steps from top to bottom, with branches indented and joins below them. */
export function outlineOf(graph: Graph): OutlineRow[] {
  const found = reachable(graph)
  const lost = graph.steps.map(({ id }) => id).filter((id) => !found.has(id))
  const roots = [...(stepOf(graph, graph.first) ? [graph.first as string] : []), ...lost]
  const tree = dominatorsOf(new Map(flowOf(graph).steps.map((step) => [step.id, step])), roots)
  const rows: OutlineRow[] = []
  if (graph.first === null) rows.push({ kind: 'end', slot: START, depth: 0 })
  const listed = new Set<string>()
  for (const root of roots) if (!listed.has(root)) list(root, 0, { graph, tree, rows, listed })
  return rows
}

interface Listing {
  graph: Graph
  tree: Dominators
  rows: OutlineRow[]
  listed: Set<string>
}

function list(id: string, depth: number, listing: Listing): void {
  const { graph, tree, rows, listed } = listing
  const step = stepOf(graph, id)
  if (!step || listed.has(id)) return
  listed.add(id)
  rows.push({ kind: 'step', id, depth })
  const exits = exitsOf(step)
  const inner = tree.children.get(id) ?? []
  const is_fork = exits.length > 1
  for (const { exit, next } of exits) {
    const slot = { from: id, exit }
    const innerDepth = is_fork ? depth + 1 : depth
    if (is_fork) rows.push({ kind: 'branch', slot, depth: innerDepth, next })
    if (next === null) rows.push({ kind: 'end', slot, depth: innerDepth })
    else if (inner.includes(next) && tree.entries.get(next) === 1) list(next, innerDepth, listing)
    else {
      const is_back = !isForward(tree, id, next)
      // Branches join at the next row of the outer level, so a jump to it is not listed.
      if (is_back || is_fork || !isJoin(tree, next))
        rows.push({ kind: 'jump', slot, depth: innerDepth, to: next, is_back })
    }
  }
  for (const join of inner) list(join, depth, listing)
}

const isJoin = (tree: Dominators, id: string) => (tree.entries.get(id) ?? 0) > 1
