import type { Flow } from '../../lib/flow-layout/flow.ts'
import type { Graph, Step } from './graph-schema.ts'

// Order of an automation's steps. Without zod, because dashboard pages load it.

/** Returns the exits of a step by name, with the id of the step that follows, in the order of the editor. */
export function exitsOf(step: Step): { exit: string; next: string | null }[] {
  switch (step.kind) {
    case 'condition':
      return [
        { exit: 'yes', next: step.yes },
        { exit: 'no', next: step.no },
      ]
    case 'wait_for_event':
      return step.timeout_minutes === null
        ? [{ exit: 'next', next: step.next }]
        : [
            { exit: 'next', next: step.next },
            { exit: 'timed_out', next: step.timed_out },
          ]
    case 'split':
      return [...step.branches.map(({ id, next }) => ({ exit: id, next })), { exit: 'otherwise', next: step.otherwise }]
    case 'random_split':
      return step.branches.map(({ id, next }) => ({ exit: id, next }))
    case 'end':
      return []
    default:
      return [{ exit: 'next', next: step.next }]
  }
}

/** Returns the step behind an exit. Null: the automation ends there. */
export const behind = (step: Step, exit: string): string | null =>
  exitsOf(step).find((one) => one.exit === exit)?.next ?? null

/** Returns the step with other ids behind its exits. */
export function withExits(step: Step, nextOf: (next: string | null) => string | null): Step {
  switch (step.kind) {
    case 'condition':
      return { ...step, yes: nextOf(step.yes), no: nextOf(step.no) }
    case 'wait_for_event':
      return { ...step, next: nextOf(step.next), timed_out: nextOf(step.timed_out) }
    case 'split':
      return { ...step, branches: branchesWith(step.branches, nextOf), otherwise: nextOf(step.otherwise) }
    case 'random_split':
      return { ...step, branches: branchesWith(step.branches, nextOf) }
    case 'end':
      return step
    default:
      return { ...step, next: nextOf(step.next) }
  }
}

const branchesWith = <Branch extends { next: string | null }>(
  branches: readonly Branch[],
  nextOf: (next: string | null) => string | null,
) => branches.map((branch) => ({ ...branch, next: nextOf(branch.next) }))

/** Returns the steps of a graph and their connections, for drawing. */
export const flowOf = ({ first, steps }: Pick<Graph, 'first' | 'steps'>): Flow => ({
  first,
  steps: steps.map((step) => ({ id: step.id, exits: exitsOf(step) })),
})
