import { exitsOf } from '@/server/modules/automations/flow-schema.ts'
import type { Graph, Step } from '@/server/modules/automations/graph-schema.ts'
import { MAX_STEPS } from '@/server/modules/automations/values-schema.ts'
import { hasSlot, mapExits, nextAt, reachable, type Slot, START, slotsOf, stepOf, withNext } from './exits.ts'

// Edits of a graph. Each returns a new graph, so undo only has to keep the old one.

/** Returns an ID that no step, branch or trigger of the graph has. */
export function newId(taken: ReadonlySet<string>, random: () => number = Math.random): string {
  for (;;) {
    const id = Array.from({ length: 6 }, () => Math.floor(random() * 36).toString(36)).join('')
    if (!taken.has(id)) return id
  }
}

export const idsOf = (graph: Graph): Set<string> =>
  new Set([...graph.triggers.map(({ id }) => id), ...graph.steps.flatMap((step) => [step.id, ...branchIds(step)])])

const branchIds = (step: Step) => ('branches' in step ? step.branches.map(({ id }) => id) : [])

/** Inserts a step at an exit. All exits of the step continue with the following step, so a new branch skips nothing. */
export function insertStep(graph: Graph, slot: Slot, step: Step): Graph {
  return insertSteps(graph, slot, [step])
}

/** Returns true if an end here would cut off no step. */
export function canEndAt(graph: Graph, slot: Slot): boolean {
  const next = nextAt(graph, slot)
  return next === null || (slot.from !== null && reachable(graph, graph.first, slot).has(next))
}

/**
 * Inserts linked steps, the first one first, at an exit. Exits to other steps continue with the following step or, if there are none, exits
 * that lead nowhere do. An unknown exit changes nothing.
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
 * Removes a step. Subscribers who would reach it continue at one of its exits, by default the first. Steps reached only through its other
 * exits are removed too.
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

/** Counts the steps removed together with a step, including itself. */
export const removedCount = (graph: Graph, id: string, keep?: string) =>
  graph.steps.length - removeStep(graph, id, keep).steps.length

function redirect(graph: Graph, to: (next: string | null) => string | null): Graph {
  return { ...graph, first: to(graph.first), steps: graph.steps.map((step) => mapExits(step, to)) }
}

/**
 * Returns a step and the steps reached only through it, the step first. They are moved and copied together. The block ends where its
 * branches join again.
 */
export function blockOf(graph: Graph, id: string): Step[] {
  const step = stepOf(graph, id)
  if (!step) return []
  if (exitsOf(step).length < 2) return [step]
  const elsewhere = reachable(redirect(graph, (next) => (next === id ? null : next)))
  const inside = reachable(graph, id)
  const join = joinOf(graph, step)
  const after = join === null ? new Set<string>() : reachable(graph, join)
  // In a loop, the step itself follows the join.
  const ends = after.has(id) ? new Set<string>() : after
  const inBlock = (other: string) => inside.has(other) && !elsewhere.has(other) && !ends.has(other)
  return [step, ...graph.steps.filter((one) => one.id !== id && inBlock(one.id))]
}

/** Returns the first step outside a block to which the block leads. */
function nextOf(steps: readonly Step[]): string | null {
  const inner = new Set(steps.map(({ id }) => id))
  for (const step of steps) for (const { next } of exitsOf(step)) if (next !== null && !inner.has(next)) return next
  return null
}

/** Returns the first step reached by all exits of a step. */
function joinOf(graph: Graph, step: Step): string | null {
  const [first, ...others] = exitsOf(step).map(({ next }) =>
    next === null ? new Set<string>() : reachable(graph, next),
  )
  const common = [...(first ?? [])].filter((id) => others.every((set) => set.has(id)))
  const behindIt = (id: string) => common.filter((other) => reachable(graph, id).has(other)).length
  return common.sort((a, b) => behindIt(b) - behindIt(a))[0] ?? null
}

/** Moves a step with the steps reached only through it to another exit. An exit inside the block changes nothing. */
export function moveStep(graph: Graph, id: string, slot: Slot): Graph {
  const block = blockOf(graph, id)
  const inner = new Set(block.map((step) => step.id))
  if (block.length === 0 || (slot.from !== null && inner.has(slot.from)) || nextAt(graph, slot) === id) return graph
  const after = nextOf(block)
  const without = { ...graph, steps: graph.steps.filter((step) => !inner.has(step.id)) }
  return insertSteps(
    redirect(without, (to) => (to === id ? after : to)),
    slot,
    block,
  )
}

/** Returns the exits to which a step can be moved, in editor order. */
export const placesFor = (graph: Graph, id: string): Slot[] =>
  slotsOf(graph).flatMap(({ from, exit }) => (moveStep(graph, id, { from, exit }) === graph ? [] : { from, exit }))

/** Returns the exit before the previous step, or the one after the next step, if there is exactly one. */
export function neighborSlot(graph: Graph, id: string, direction: 'up' | 'down'): Slot | undefined {
  if (direction === 'up') {
    const [into, ...others] = slotsOf(graph).filter(({ next }) => next === id)
    if (!into || into.from === null || others.length > 0) return undefined
    return slotsOf(graph).find(({ next }) => next === into.from) ?? START
  }
  const next = stepOf(graph, nextOf(blockOf(graph, id)))
  const [exit] = next ? exitsOf(next) : []
  return next && exit ? { from: next.id, exit: exit.exit } : undefined
}

/** Returns copies of steps with new IDs, in the same order. */
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

/** Returns the place for a copy of a step: after the step and the steps reached only through it. */
export function slotBehind(graph: Graph, id: string): Slot {
  const block = blockOf(graph, id)
  const next = nextOf(block)
  for (const step of block) {
    for (const exit of exitsOf(step)) if (exit.next === next) return { from: step.id, exit: exit.exit }
  }
  return slotsOf(graph).find((slot) => slot.next === id) ?? START
}

export const hasRoomFor = (graph: Graph, count: number) => graph.steps.length + count <= MAX_STEPS

/**
 * Changes what a step does, and keeps its targets. A new branch continues with the step's next step, and steps reached only through a
 * removed branch are removed.
 */
export function updateStep(graph: Graph, step: Step): Graph {
  const old = stepOf(graph, step.id)
  if (!old) return graph
  const led = new Map(exitsOf(old).map(({ exit, next }) => [exit, next]))
  const onward = nextOf(blockOf(graph, step.id)) ?? joinOf(graph, old)
  const kept = mapExits(step, (_, exit) => (led.has(exit) ? (led.get(exit) ?? null) : onward))
  const changed = kept.kind === 'wait_for_event' && kept.timeout_minutes === null ? { ...kept, timed_out: null } : kept
  const before = reachable(graph)
  const next = { ...graph, steps: graph.steps.map((one) => (one.id === step.id ? changed : one)) }
  const after = reachable(next)
  return withoutLooseEnds({ ...next, steps: next.steps.filter(({ id }) => after.has(id) || !before.has(id)) })
}

/** Unreachable steps may still lead to a removed one. */
function withoutLooseEnds(graph: Graph): Graph {
  const known = new Set(graph.steps.map(({ id }) => id))
  return redirect(graph, (next) => (next === null || known.has(next) ? next : null))
}
