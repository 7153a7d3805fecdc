// Steps and the ways between them, whatever the steps do.

export interface Flow {
  /** Null: nothing is behind the start. */
  first: string | null
  steps: readonly FlowStep[]
}

export interface FlowStep {
  id: string
  /** Exits of the step, from left to right. */
  exits: readonly { exit: string; next: string | null }[]
}

/** The way that leads out of a step by one of its exits, or (`from` null) from the start to the first step. */
export interface Slot {
  from: string | null
  exit: string
}

export const START: Slot = { from: null, exit: 'next' }

export const isSameSlot = (a: Slot, b: Slot) => a.from === b.from && a.exit === b.exit

/** Returns all ways, with the step behind each, in the order of the steps. */
export const slotsOf = ({ first, steps }: Flow): (Slot & { next: string | null })[] => [
  { ...START, next: first },
  ...steps.flatMap(({ id, exits }) => exits.map(({ exit, next }) => ({ from: id, exit, next }))),
]

/** Returns the steps that lead on from a step (itself included), or from the start. */
export function reachable(flow: Flow, from: string | null = flow.first, without?: Slot): Set<string> {
  const steps = new Map(flow.steps.map((step) => [step.id, step]))
  const found = new Set<string>()
  const open = [from]
  while (open.length > 0) {
    const step = steps.get(open.pop() ?? '')
    if (!step || found.has(step.id)) continue
    found.add(step.id)
    for (const { exit, next } of step.exits)
      if (!without || !isSameSlot(without, { from: step.id, exit })) open.push(next)
  }
  return found
}
