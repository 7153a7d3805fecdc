import { exitsOf } from '@/server/modules/automations/flow-schema.ts'
import type { Graph, Step } from '@/server/modules/automations/graph-schema.ts'
import { MAX_STEPS } from '@/server/modules/automations/values-schema.ts'
import { hasSlot, mapExits, nextAt, reachable, type Slot, START, slotsOf, stepOf, withNext } from './exits.ts'

// Edits of a graph. Each returns a new graph, so undo only has to keep the old one.

/** Returns an id that no step, branch or trigger of the graph has. */
export function newId(taken: ReadonlySet<string>, random: () => number = Math.random): string {
  for (;;) {
    const id = Array.from({ length: 6 }, () => Math.floor(random() * 36).toString(36)).join('')
    if (!taken.has(id)) return id
  }
}

export const idsOf = (graph: Graph): Set<string> =>
  new Set([...graph.triggers.map(({ id }) => id), ...graph.steps.flatMap((step) => [step.id, ...branchIds(step)])])

const branchIds = (step: Step) => ('branches' in step ? step.branches.map(({ id }) => id) : [])

/** Puts a step on a way. All exits of the step continue with what followed, so a new branch skips nothing. */
export function insertStep(graph: Graph, slot: Slot, step: Step): Graph {
  return insertSteps(graph, slot, [step])
}

/** Returns true if an end here would cut off no step. */
export function canEndAt(graph: Graph, slot: Slot): boolean {
  const next = nextAt(graph, slot)
  return next === null || (slot.from !== null && reachable(graph, graph.first, slot).has(next))
}

/**
 * Puts steps that lead to each other on a way; the first is their head. Exits to other steps continue with what followed. If there are
 * none, the exits behind which nothing follows do. A way that does not exist changes nothing.
 */
export function insertSteps(graph: Graph, slot: Slot, steps: readonly Step[]): Graph {
  const [head] = steps
  if (!head || !hasSlot(graph, slot)) return graph
  const inner = new Set(steps.map(({ id }) => id))
  const next = nextAt(graph, slot)
  const is_open = steps.some((step) => exitsOf(step).some((exit) => exit.next !== null && !inner.has(exit.next)))
  const placed = steps.map((step) =>
    mapExits(step, (to) => (to === null ? (is_open ? null : next) : inner.has(to) ? to : next)),
  )
  return withNext({ ...graph, steps: [...graph.steps, ...placed] }, slot, head.id)
}

/**
 * Removes a step. Subscribers who would reach it continue at one of its exits (the first by default). Steps that only its other exits
 * led to are removed as well.
 */
export function removeStep(graph: Graph, id: string, keep?: string): Graph {
  const step = stepOf(graph, id)
  if (!step) return graph
  const exits = exitsOf(step)
  const kept = (exits.find(({ exit }) => exit === keep) ?? exits[0])?.next ?? null
  const next = kept === id ? null : kept
  const before = reachable(graph)
  const without = { ...graph, steps: graph.steps.filter((one) => one.id !== id) }
  const joined = redirect(without, (to) => (to === id ? next : to))
  const after = reachable(joined)
  return withoutLooseEnds({ ...joined, steps: joined.steps.filter((one) => after.has(one.id) || !before.has(one.id)) })
}

/** Counts the steps that are removed with a step, itself included. */
export const removedCount = (graph: Graph, id: string, keep?: string) =>
  graph.steps.length - removeStep(graph, id, keep).steps.length

function redirect(graph: Graph, to: (next: string | null) => string | null): Graph {
  return { ...graph, first: to(graph.first), steps: graph.steps.map((step) => mapExits(step, to)) }
}

/**
 * Returns a step and the steps that only it leads to, head first: they move and are copied together. The block ends where its branches
 * join again.
 */
export function blockOf(graph: Graph, id: string): Step[] {
  const step = stepOf(graph, id)
  if (!step) return []
  if (exitsOf(step).length < 2) return [step]
  const elsewhere = reachable(redirect(graph, (next) => (next === id ? null : next)))
  const inside = reachable(graph, id)
  const join = joinOf(graph, step)
  const after = join === null ? new Set<string>() : reachable(graph, join)
  // Behind the join of a loop is the step itself.
  const ends = after.has(id) ? new Set<string>() : after
  const inBlock = (other: string) => inside.has(other) && !elsewhere.has(other) && !ends.has(other)
  return [step, ...graph.steps.filter((one) => one.id !== id && inBlock(one.id))]
}

/** Returns the first step outside a block that it leads to. */
function behind(steps: readonly Step[]): string | null {
  const inner = new Set(steps.map(({ id }) => id))
  for (const step of steps) for (const { next } of exitsOf(step)) if (next !== null && !inner.has(next)) return next
  return null
}

/** The first step that all exits of a step lead to. */
function joinOf(graph: Graph, step: Step): string | null {
  const [first, ...others] = exitsOf(step).map(({ next }) =>
    next === null ? new Set<string>() : reachable(graph, next),
  )
  const common = [...(first ?? [])].filter((id) => others.every((set) => set.has(id)))
  const behindIt = (id: string) => common.filter((other) => reachable(graph, id).has(other)).length
  return common.sort((a, b) => behindIt(b) - behindIt(a))[0] ?? null
}

/** Moves a step, with the steps that are only reached through it, to another way. A way inside of it changes nothing. */
export function moveStep(graph: Graph, id: string, slot: Slot): Graph {
  const block = blockOf(graph, id)
  const inner = new Set(block.map((step) => step.id))
  if (block.length === 0 || (slot.from !== null && inner.has(slot.from)) || nextAt(graph, slot) === id) return graph
  const after = behind(block)
  const without = { ...graph, steps: graph.steps.filter((step) => !inner.has(step.id)) }
  return insertSteps(
    redirect(without, (to) => (to === id ? after : to)),
    slot,
    block,
  )
}

/** The ways that a step can be moved to, in the order of the editor. */
export const placesFor = (graph: Graph, id: string): Slot[] =>
  slotsOf(graph).flatMap(({ from, exit }) => (moveStep(graph, id, { from, exit }) === graph ? [] : { from, exit }))

/** The way before the previous step, or behind the next one, if there is one such step. */
export function neighborSlot(graph: Graph, id: string, direction: 'up' | 'down'): Slot | undefined {
  if (direction === 'up') {
    const [into, ...others] = slotsOf(graph).filter(({ next }) => next === id)
    if (!into || into.from === null || others.length > 0) return undefined
    return slotsOf(graph).find(({ next }) => next === into.from) ?? START
  }
  const next = stepOf(graph, behind(blockOf(graph, id)))
  const [exit] = next ? exitsOf(next) : []
  return next && exit ? { from: next.id, exit: exit.exit } : undefined
}

/** The copies of steps under new ids, in the same order. */
export function copyOf(steps: readonly Step[], taken: ReadonlySet<string>, random?: () => number): Step[] {
  const used = new Set(taken)
  const fresh = new Map<string, string>()
  for (const id of steps.flatMap((step) => [step.id, ...branchIds(step)])) {
    const copy = newId(used, random)
    used.add(copy)
    fresh.set(id, copy)
  }
  const id = (old: string) => fresh.get(old) ?? old
  return steps.map((step) => {
    const moved = mapExits({ ...step, id: id(step.id) }, (next) => (next === null ? null : id(next)))
    if (moved.kind === 'split')
      return { ...moved, branches: moved.branches.map((branch) => ({ ...branch, id: id(branch.id) })) }
    if (moved.kind === 'random_split')
      return { ...moved, branches: moved.branches.map((branch) => ({ ...branch, id: id(branch.id) })) }
    return moved
  })
}

/** Returns the place for a copy of a step: after the step and the steps that only it leads to. */
export function slotBehind(graph: Graph, id: string): Slot {
  const block = blockOf(graph, id)
  const next = behind(block)
  for (const step of block) {
    for (const exit of exitsOf(step)) if (exit.next === next) return { from: step.id, exit: exit.exit }
  }
  return slotsOf(graph).find((slot) => slot.next === id) ?? START
}

export const hasRoomFor = (graph: Graph, count: number) => graph.steps.length + count <= MAX_STEPS

/**
 * Changes what a step does. It keeps where it leads; a new branch continues with what follows the step, and steps that only a removed
 * branch led to are removed with it.
 */
export function updateStep(graph: Graph, step: Step): Graph {
  const old = stepOf(graph, step.id)
  if (!old) return graph
  const led = new Map(exitsOf(old).map(({ exit, next }) => [exit, next]))
  const onward = behind(blockOf(graph, step.id)) ?? joinOf(graph, old)
  const kept = mapExits(step, (_, exit) => (led.has(exit) ? (led.get(exit) ?? null) : onward))
  const changed = kept.kind === 'wait_for_event' && kept.timeout_minutes === null ? { ...kept, timed_out: null } : kept
  const before = reachable(graph)
  const next = { ...graph, steps: graph.steps.map((one) => (one.id === step.id ? changed : one)) }
  const after = reachable(next)
  return withoutLooseEnds({ ...next, steps: next.steps.filter(({ id }) => after.has(id) || !before.has(id)) })
}

/** Steps that nothing leads to may still lead to one that was removed. */
function withoutLooseEnds(graph: Graph): Graph {
  const known = new Set(graph.steps.map(({ id }) => id))
  return redirect(graph, (next) => (next === null || known.has(next) ? next : null))
}
