import { wayKey } from '@/server/lib/flow-layout/boxes.ts'
import {
  isSameSlot,
  reachable as reachableIn,
  type Slot,
  slotsOf as slotsOfFlow,
} from '@/server/lib/flow-layout/flow.ts'
import { exitsOf, flowOf } from '@/server/modules/automations/flow-schema.ts'
import type { Graph, Step } from '@/server/modules/automations/graph-schema.ts'

export { isSameSlot, type Slot, START } from '@/server/lib/flow-layout/flow.ts'

export const stepOf = (graph: Graph, id: string | null): Step | undefined =>
  id === null ? undefined : graph.steps.find((step) => step.id === id)

/** Returns all exits of the graph with their next steps, in editor order. */
export const slotsOf = (graph: Graph) => slotsOfFlow(flowOf(graph))

export const hasSlot = (graph: Graph, slot: Slot): boolean => slotsOf(graph).some((one) => isSameSlot(one, slot))

/**
 * Returns the key of the box for a key: the triggers, a step, or the end of a branch. An exit that leads to a step has that step's key.
 * Undefined if the step was removed.
 */
export function presentBox(graph: Graph, key: string): string | undefined {
  if (key === 'triggers' || stepOf(graph, key)) return key
  const way = slotsOf(graph).find((slot) => wayKey(slot) === key)
  return way && (way.next ?? key)
}

export function nextAt(graph: Graph, slot: Slot): string | null {
  return slotsOf(graph).find((one) => isSameSlot(one, slot))?.next ?? null
}

/** Returns the graph with an exit leading to another step. An unknown exit changes nothing. */
export function withNext(graph: Graph, slot: Slot, next: string | null): Graph {
  if (slot.from === null) return { ...graph, first: next }
  const steps = graph.steps.map((step) => (step.id === slot.from ? withExit(step, slot.exit, next) : step))
  return { ...graph, steps }
}

/** Returns the step with its exits redirected by `to`. */
export const mapExits = (step: Step, to: (next: string | null, exit: string) => string | null): Step =>
  exitsOf(step).reduce((changed, { exit, next }) => withExit(changed, exit, to(next, exit)), step)

function withExit(step: Step, exit: string, next: string | null): Step {
  switch (step.kind) {
    case 'end':
      return step
    case 'condition':
      return exit === 'yes' ? { ...step, yes: next } : { ...step, no: next }
    case 'wait_for_event':
      return exit === 'timed_out' ? { ...step, timed_out: next } : { ...step, next }
    case 'split':
      if (exit === 'otherwise') return { ...step, otherwise: next }
      return { ...step, branches: step.branches.map((branch) => (branch.id === exit ? { ...branch, next } : branch)) }
    case 'random_split':
      return { ...step, branches: step.branches.map((branch) => (branch.id === exit ? { ...branch, next } : branch)) }
    default:
      return { ...step, next }
  }
}

/** Returns the steps reachable from a step, including itself, or from the triggers. */
export const reachable = (graph: Graph, from: string | null = graph.first, without?: Slot): Set<string> =>
  reachableIn(flowOf(graph), from, without)
