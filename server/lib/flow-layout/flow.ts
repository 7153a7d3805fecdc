// Steps and the ways between them, independent of what the steps do.

export interface Flow {
  /** Null: there are no steps. */
  first: string | null
  steps: readonly FlowStep[]
}

export interface FlowStep {
  id: string
  /** Exits of the step, from left to right. */
  exits: readonly { exit: string; next: string | null }[]
}

/** A way that leaves a step by one of its exits, or (`from` null) leads from the start to the first step. */
export interface Slot {
  from: string | null
  exit: string
}

export const START: Slot = { from: null, exit: 'next' }

export const isSameSlot = (a: Slot, b: Slot) => a.from === b.from && a.exit === b.exit

/** Returns all ways, each with the step that it leads to, in the order of the steps. */
export const slotsOf = ({ first, steps }: Flow): (Slot & { next: string | null })[] => [
  { ...START, next: first },
  ...steps.flatMap(({ id, exits }) => exits.map(({ exit, next }) => ({ from: id, exit, next }))),
]

/** Returns the steps reachable from a step (including itself), or from the start. */
export function reachable(flow: Flow, from: string | null = flow.first, excluded_slot?: Slot): Set<string> {
  const steps = new Map(flow.steps.map((step) => [step.id, step]))
  const reached_ids = new Set<string>()
  const open = [from]
  while (open.length > 0) {
    const step = steps.get(open.pop() ?? '')
    if (!step || reached_ids.has(step.id)) continue
    reached_ids.add(step.id)
    for (const { exit, next } of step.exits)
      if (!excluded_slot || !isSameSlot(excluded_slot, { from: step.id, exit })) open.push(next)
  }
  return reached_ids
}
