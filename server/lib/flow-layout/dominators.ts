import type { FlowStep } from './flow.ts'

/** Dependencies between steps: which step must be passed to reach another. */
export interface Dominators {
  /** Steps directly below a step that are reached only through it, from top to bottom. */
  children: Map<string, string[]>
  /** Number of ways that lead down to a step. */
  entries: Map<string, number>
  /** Number of ways that lead back up to a step from steps below it. */
  returns: Map<string, number>
  /** Position from top to bottom. */
  order: Map<string, number>
  back: Set<string>
}

const wayOf = (from: string, to: string) => `${from} ${to}`

export const isForward = ({ back }: Dominators, from: string, to: string) => !back.has(wayOf(from, to))

/** Dominators of the ways that lead down (Cooper, Harvey and Kennedy; one pass, because these ways have no loops). */
export function dominatorsOf(byId: ReadonlyMap<string, FlowStep>, roots: readonly string[]): Dominators {
  const tree: Dominators = {
    children: new Map(),
    entries: new Map(),
    returns: new Map(),
    order: new Map(),
    back: new Set(),
  }
  const sorted_ids = sortDown(byId, roots, tree.back)
  for (const [at, id] of sorted_ids.entries()) tree.order.set(id, at)
  const predecessors = new Map<string, string[]>()
  const targets = (id: string) => nextsOf(byId, id)
  const owner = ownersOf(byId, roots)
  for (const id of sorted_ids) {
    for (const next of targets(id)) {
      // An unreachable step must not affect the position of the steps below it.
      if (!isForward(tree, id, next) || owner.get(id) !== owner.get(next)) continue
      predecessors.set(next, [...(predecessors.get(next) ?? []), id])
      tree.entries.set(next, (tree.entries.get(next) ?? 0) + 1)
    }
  }
  const parent = new Map<string, string | null>()
  const rank = (id: string) => tree.order.get(id) ?? -1
  const common = (a: string | null, b: string | null): string | null => {
    let [one, other] = [a, b]
    while (one !== other) {
      if (one === null || other === null) return null
      if (rank(one) > rank(other)) one = parent.get(one) ?? null
      else other = parent.get(other) ?? null
    }
    return one
  }
  for (const id of sorted_ids) {
    const [first, ...others] = predecessors.get(id) ?? []
    const above = roots.includes(id) || first === undefined ? null : others.reduce<string | null>(common, first)
    parent.set(id, above)
    if (above !== null) tree.children.set(above, [...(tree.children.get(above) ?? []), id])
  }
  const isBehind = (id: string, above: string): boolean => {
    for (let at: string | null = id; at !== null; at = parent.get(at) ?? null) if (at === above) return true
    return false
  }
  for (const id of sorted_ids) {
    for (const next of targets(id)) {
      if (!isForward(tree, id, next) && isBehind(id, next)) tree.returns.set(next, (tree.returns.get(next) ?? 0) + 1)
    }
  }
  return tree
}

/** Returns the first root that leads to each step. */
function ownersOf(byId: ReadonlyMap<string, FlowStep>, roots: readonly string[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const root of roots) {
    const open = [root]
    while (open.length > 0) {
      const id = open.pop()
      if (id === undefined || owners.has(id)) continue
      owners.set(id, root)
      open.push(...nextsOf(byId, id))
    }
  }
  return owners
}

/** Sorts steps before the steps that they lead to, and collects the ways that lead back up. */
function sortDown(byId: ReadonlyMap<string, FlowStep>, roots: readonly string[], back: Set<string>): string[] {
  let finished_ids: string[] = []
  const open = new Set<string>()
  const visited_ids = new Set<string>()
  function visit(id: string): void {
    visited_ids.add(id)
    open.add(id)
    // Last exit first, because the order is reversed at the end.
    for (const next of nextsOf(byId, id).reverse()) {
      if (open.has(next)) back.add(wayOf(id, next))
      else if (!visited_ids.has(next)) visit(next)
    }
    open.delete(id)
    finished_ids.push(id)
  }
  return roots.flatMap((root) => {
    finished_ids = []
    if (!visited_ids.has(root)) visit(root)
    return finished_ids.reverse()
  })
}

function nextsOf(byId: ReadonlyMap<string, FlowStep>, id: string): string[] {
  const step = byId.get(id)
  return step ? step.exits.flatMap(({ next }) => (next !== null && byId.has(next) ? [next] : [])) : []
}
