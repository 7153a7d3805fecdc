import type { FlowStep } from './flow.ts'

/** Dependencies between steps: the step that must be passed to get to another. */
export interface Dominators {
  /** The steps that are directly behind a step and reached only through it, from top to bottom. */
  children: Map<string, string[]>
  /** Number of ways that lead down to a step. */
  entries: Map<string, number>
  /** Number of ways that lead back up to a step from the steps behind it. */
  returns: Map<string, number>
  /** Position from top to bottom. */
  order: Map<string, number>
  back: Set<string>
}

const between = (from: string, to: string) => `${from} ${to}`

export const isForward = ({ back }: Dominators, from: string, to: string) => !back.has(between(from, to))

/** Dominators of the ways that lead down (Cooper, Harvey and Kennedy; one pass, because these ways have no loops). */
export function dominatorsOf(byId: ReadonlyMap<string, FlowStep>, roots: readonly string[]): Dominators {
  const tree: Dominators = {
    children: new Map(),
    entries: new Map(),
    returns: new Map(),
    order: new Map(),
    back: new Set(),
  }
  const sorted = sortDown(byId, roots, tree.back)
  for (const [at, id] of sorted.entries()) tree.order.set(id, at)
  const before = new Map<string, string[]>()
  const targets = (id: string) => nextsOf(byId, id)
  const owner = ownersOf(byId, roots)
  for (const id of sorted) {
    for (const next of targets(id)) {
      // A step that nothing leads to must not change where the steps behind it are.
      if (!isForward(tree, id, next) || owner.get(id) !== owner.get(next)) continue
      before.set(next, [...(before.get(next) ?? []), id])
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
  for (const id of sorted) {
    const [first, ...others] = before.get(id) ?? []
    const above = roots.includes(id) || first === undefined ? null : others.reduce<string | null>(common, first)
    parent.set(id, above)
    if (above !== null) tree.children.set(above, [...(tree.children.get(above) ?? []), id])
  }
  const isBehind = (id: string, above: string): boolean => {
    for (let at: string | null = id; at !== null; at = parent.get(at) ?? null) if (at === above) return true
    return false
  }
  for (const id of sorted) {
    for (const next of targets(id)) {
      if (!isForward(tree, id, next) && isBehind(id, next)) tree.returns.set(next, (tree.returns.get(next) ?? 0) + 1)
    }
  }
  return tree
}

/** The first root that leads to each step. */
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

/** Steps before those they lead to, and which ways lead back up. */
function sortDown(byId: ReadonlyMap<string, FlowStep>, roots: readonly string[], back: Set<string>): string[] {
  let done: string[] = []
  const open = new Set<string>()
  const seen = new Set<string>()
  function visit(id: string): void {
    seen.add(id)
    open.add(id)
    // Last exit first, because the order is reversed at the end.
    for (const next of nextsOf(byId, id).reverse()) {
      if (open.has(next)) back.add(between(id, next))
      else if (!seen.has(next)) visit(next)
    }
    open.delete(id)
    done.push(id)
  }
  return roots.flatMap((root) => {
    done = []
    if (!seen.has(root)) visit(root)
    return done.reverse()
  })
}

function nextsOf(byId: ReadonlyMap<string, FlowStep>, id: string): string[] {
  const step = byId.get(id)
  return step ? step.exits.flatMap(({ next }) => (next !== null && byId.has(next) ? [next] : [])) : []
}
