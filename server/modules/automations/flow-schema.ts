import type { Flow } from '../../lib/flow-layout/flow.ts'
import type { Graph, Step } from './graph-schema.ts'

// How the steps of an automation follow each other. Without zod: pages of the dashboard load it.

/** Returns where a step leads: the name of each exit with the id of the step behind it, in the order of the editor. */
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

/** Returns the steps of a graph with the ways between them, which is all that a drawing of it needs. */
export const flowOf = ({ first, steps }: Pick<Graph, 'first' | 'steps'>): Flow => ({
  first,
  steps: steps.map((step) => ({ id: step.id, exits: exitsOf(step) })),
})
