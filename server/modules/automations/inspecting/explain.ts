import { describeListener, describeStep, durationOf, sentence } from '../describe.ts'
import type { Graph, Step } from '../graph-schema.ts'
import type { KnownObjects } from '../publishing/objects.ts'

// Why a subscriber is where they are, in sentences.

export interface Explained {
  graph: Graph
  steps: ReadonlyMap<string, Step>
  names: KnownObjects['names']
}

type Data = Record<string, unknown>

/** Returns what a row of trace says. */
export function explain(event: string, step_id: string | null, data: Data, known: Explained): string {
  const step = step_id === null ? undefined : known.steps.get(step_id)
  switch (event) {
    case 'entered':
      return entered(data, known)
    case 'passed':
      return passed(step, data, known)
    case 'waiting':
      return step ? `${sentence(describeStep(step, known.names))}.` : 'Waits.'
    case 'moved':
      return moved(data, known)
    case 'failed':
      return text(data.problem) || 'The step failed.'
    case 'retried':
      return `Retried by ${memberName(data.by, known.names)}.`
    case 'completed':
      return 'Completed the automation.'
    case 'left':
      return left(data, known)
    default:
      return sentence(event)
  }
}

function entered(data: Data, { graph, names }: Explained): string {
  if (data.by !== undefined) return `Added by ${memberName(data.by, names)}.`
  if (data.automation_id !== undefined) return 'Started by another automation.'
  const trigger = graph.triggers.find(({ id }) => id === data.trigger_id)
  if (!trigger) return 'Entered.'
  const on = describeListener(trigger.on, names)
  return data.existing ? `Entered with those who matched when it was published: ${on}.` : `Entered: ${on}.`
}

function passed(step: Step | undefined, data: Data, { names }: Explained): string {
  if (!step) return 'Passed a step.'
  const reason = text(data.reason) || text(data.problem)
  const done = outcomeOf(step, text(data.exit), names)
  return reason ? `${done}: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}` : `${done}.`
}

function outcomeOf(step: Step, exit: string, names: KnownObjects['names']): string {
  switch (step.kind) {
    case 'condition':
      return exit === 'yes' ? 'Matched the condition' : 'Did not match the condition'
    case 'split':
    case 'random_split':
      return `Took the branch “${step.branches.find(({ id }) => id === exit)?.label ?? 'Otherwise'}”`
    case 'wait_for_event':
      return exit === 'timed_out' && step.timeout_minutes !== null
        ? `Nothing happened within ${durationOf(step.timeout_minutes)}`
        : `Stopped waiting: ${step.events.map((on) => describeListener(on, names)).join(' or ')}`
    case 'wait':
      return 'Stopped waiting'
    case 'goal':
      return `Passed the goal “${step.name}”`
    default:
      return sentence(describeStep(step, names))
  }
}

function moved(data: Data, { steps, names }: Explained): string {
  const to = steps.get(text(data.to))
  if (to?.kind === 'goal' && data.goal) return `Reached the goal “${to.name}”.`
  const where = to ? `to: ${describeStep(to, names)}` : 'behind the last step'
  if (data.to_version !== undefined) return `Moved to version ${Number(data.to_version)}.`
  return `Moved${data.by === undefined ? '' : ` by ${memberName(data.by, names)}`} ${where}.`
}

const REASONS: Record<string, string> = {
  unsubscribed: 'Left, because they unsubscribed.',
  unconfirmed: 'Left, because they are not confirmed.',
  bounced: 'Left, because an email to them bounced.',
  complained: 'Left, because they reported an email as spam.',
  automation_deleted: 'Left, because the automation was deleted.',
}

function left({ reason, by }: Data, { names }: Explained): string {
  if (reason === 'removed') return by === undefined ? 'Removed.' : `Removed by ${memberName(by, names)}.`
  return REASONS[text(reason)] ?? 'Left.'
}

const memberName = (id: unknown, names: KnownObjects['names']) => names.member.get(Number(id)) ?? 'a former member'
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
