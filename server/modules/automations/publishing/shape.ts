import { exitsOf } from '../flow-schema.ts'
import type { Graph, Step } from '../graph-schema.ts'
import type { Problem, ProblemCode } from '../schema.ts'

// Finds problems in a graph alone, in linear time.

const atStep = (step_id: string, code: ProblemCode, message: string): Problem => ({
  step_id,
  trigger_id: null,
  code,
  message,
  blocks: true,
})
const overall = (code: ProblemCode, message: string, blocks = true): Problem => ({
  step_id: null,
  trigger_id: null,
  code,
  message,
  blocks,
})

/** Other facts that the checks need. */
export interface ShapeContext {
  automation_id: number
  kind: 'rule' | 'visual'
  /** Today in the account's time zone, as YYYY-MM-DD. */
  today: string
}

/** Returns the problems of the graph's shape. */
export function shapeProblems(graph: Graph, { automation_id, kind, today }: ShapeContext): Problem[] {
  const steps = new Map(graph.steps.map((step) => [step.id, step]))
  return [
    ...emptiness(graph),
    ...(kind === 'rule' ? ruleShape(graph) : []),
    ...duplicates(graph),
    ...dangling(graph, steps),
    ...unreached(graph, steps),
    ...loops(graph, steps),
    ...ownStarts(graph, steps, automation_id),
    ...graph.steps.flatMap((step) => ofStep(step, today)),
  ]
}

function emptiness({ triggers, first, steps }: Graph): Problem[] {
  const found: Problem[] = []
  if (steps.length === 0 || first === null) found.push(overall('empty', 'Add a step: the automation does nothing yet.'))
  if (triggers.length === 0)
    found.push(overall('no_trigger', 'No trigger: subscribers only enter when you add them by hand.', false))
  return found
}

/** Returns the parts of a graph that a rule cannot have. */
export function ruleShape({ triggers, steps }: Graph): Problem[] {
  const problems: Problem[] = []
  if (triggers.length > 1)
    problems.push(overall('rule_shape', 'A rule has one trigger. Remove the others, or make an automation.'))
  for (const step of steps)
    if (step.kind !== 'action')
      problems.push(atStep(step.id, 'rule_shape', 'A rule has actions only. Remove this step, or make an automation.'))
  return problems
}

function duplicates({ triggers, steps }: Graph): Problem[] {
  const seen = new Set<string>()
  const trigger_problems: Problem[] = []
  for (const { id } of triggers) {
    if (seen.has(id))
      trigger_problems.push({
        ...overall('duplicate_id', 'Two triggers have the same id. Remove one and add it again.'),
        trigger_id: id,
      })
    seen.add(id)
  }
  for (const { id } of steps) {
    if (seen.has(id))
      trigger_problems.push(atStep(id, 'duplicate_id', 'Another step has the same id. Remove one and add it again.'))
    seen.add(id)
  }
  return trigger_problems
}

function dangling({ first, steps }: Graph, known: ReadonlyMap<string, Step>): Problem[] {
  const step_problems: Problem[] = []
  if (first !== null && !known.has(first))
    step_problems.push(overall('unknown_step', 'The first step no longer exists. Choose where the automation begins.'))
  for (const step of steps)
    if (exitsOf(step).some(({ next }) => next !== null && !known.has(next)))
      step_problems.push(
        atStep(step.id, 'unknown_step', 'This step leads to a step that no longer exists. Choose what comes next.'),
      )
  return step_problems
}

/** Returns the ids of these steps and all steps after them. `leads` filters exits. */
export function reachedFrom(
  first: readonly (string | null)[],
  steps: ReadonlyMap<string, Step>,
  leads: (step: Step) => boolean = () => true,
): Set<string> {
  const reached = new Set<string>()
  const open = first.filter((id) => id !== null)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = steps.get(id)
    if (!step || reached.has(id)) continue
    reached.add(id)
    if (leads(step)) for (const { next } of exitsOf(step)) if (next !== null) open.push(next)
  }
  return reached
}

function unreached(graph: Graph, steps: ReadonlyMap<string, Step>): Problem[] {
  if (graph.first === null) return []
  const reached = reachedFrom([graph.first], steps)
  return [...steps.values()].flatMap(({ id, kind }) => {
    if (reached.has(id)) return []
    return kind === 'goal'
      ? atStep(
          id,
          'unreachable_goal',
          'No step leads to this goal, so no one can reach it. Connect a step to it, or remove it.',
        )
      : atStep(id, 'unreachable', 'No step leads here, so no one gets here. Connect a step to it, or remove it.')
  })
}

/** Returns whether a step makes everyone wait. A past date and zero minutes do not. */
export function waits(step: Step): boolean {
  if (step.kind === 'wait_for_event') return true
  if (step.kind !== 'wait') return false
  return step.wait.for === 'weekday' || (step.wait.for === 'duration' && step.wait.minutes > 0)
}

/** Returns one step of each loop without a wait. */
function loops(graph: Graph, steps: ReadonlyMap<string, Step>): Problem[] {
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  for (const { id } of graph.steps) walk(id, steps, { state, found })
  return [...new Set(found)].map((id) =>
    atStep(
      id,
      'loop_without_wait',
      'Subscribers would go around here without end. Add a wait of at least a minute to the loop.',
    ),
  )
}

/** Walks depth first without recursion, because a chain of steps may be long. */
function walk(
  from: string,
  steps: ReadonlyMap<string, Step>,
  { state, found }: { state: Map<string, 'open' | 'done'>; found: string[] },
): void {
  const stack: { id: string; nexts: string[] }[] = []
  const enter = (id: string) => {
    const step = steps.get(id)
    if (!step) return
    const before = state.get(id)
    if (before === 'open') found.push(id)
    if (before) return
    state.set(id, 'open')
    stack.push({ id, nexts: waits(step) ? [] : exitsOf(step).flatMap(({ next }) => next ?? []) })
  }
  enter(from)
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = top.nexts.shift()
    if (next !== undefined) enter(next)
    else {
      state.set(top.id, 'done')
      stack.pop()
    }
  }
}

function ownStarts(graph: Graph, steps: ReadonlyMap<string, Step>, automation_id: number): Problem[] {
  const soon = reachedFrom([graph.first], steps, (step) => !waits(step))
  return graph.steps.flatMap((step) => {
    const isOwn =
      step.kind === 'action' && step.action.type === 'start_automation' && step.action.automation_id === automation_id
    return isOwn && soon.has(step.id)
      ? atStep(
          step.id,
          'starts_itself',
          'This automation would start itself again immediately. Add a wait before this step.',
        )
      : []
  })
}

function ofStep(step: Step, today: string): Problem[] {
  if (step.kind === 'wait' && step.wait.for === 'date' && step.wait.date < today) {
    const message = `${step.wait.date} has passed, so subscribers continue without waiting.`
    return [{ ...atStep(step.id, 'past_date', message), blocks: false }]
  }
  if (step.kind === 'random_split') {
    const total = step.branches.reduce((sum, { percent }) => sum + percent, 0)
    const wrong =
      total === 100
        ? []
        : [atStep(step.id, 'percentages', `The percentages add up to ${total}. Make them add up to 100.`)]
    return [
      ...wrong,
      ...repeatedBranches(
        step.id,
        step.branches.map(({ id }) => id),
      ),
    ]
  }
  if (step.kind !== 'split') return []
  const values = step.branches.map(({ value }) => value.trim().toLowerCase())
  const twice = values.find((value, at) => values.indexOf(value) !== at)
  const found = repeatedBranches(
    step.id,
    step.branches.map(({ id }) => id),
  )
  if (twice === undefined) return found
  const what = step.by.type === 'tag' ? 'the same tag' : `“${twice}”`
  return [...found, atStep(step.id, 'duplicate_branch', `Two branches are for ${what}. Remove one.`)]
}

function repeatedBranches(step_id: string, ids: readonly string[]): Problem[] {
  const names = [...ids, 'otherwise']
  return new Set(names).size === names.length
    ? []
    : [atStep(step_id, 'duplicate_branch', 'Two branches have the same id. Remove one and add it again.')]
}
