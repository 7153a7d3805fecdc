import { type ActionType, type Graph, type Step, Trigger } from '../graph-schema.ts'
import { describeListener, describeStep, durationOf, sentence } from '../publishing/describe.ts'
import type { KnownObjects } from '../publishing/objects.ts'

// Explains the position of a subscriber in sentences.

export interface Explained {
  graph: Graph
  steps: ReadonlyMap<string, Step>
  names: KnownObjects['names']
}

type Data = Record<string, unknown>

/** Describes a row of the trace. */
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
      return moved(step_id, data, known)
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
  if (data.started_by !== undefined) {
    const name = names.automation.get(Number(data.started_by))
    return name === undefined ? 'Started by another automation.' : `Started by the automation “${name}”.`
  }
  const on = eventOf(data) ?? graph.triggers.find(({ id }) => id === data.trigger_id)?.on
  if (!on) return 'Entered.'
  const date = on.type === 'date_reached' ? text((data.event as Data | undefined)?.value) : ''
  const what = `${describeListener(on, names)}${date && ` (${date})`}`
  return data.existing ? `Entered with those who matched when it was published: ${what}.` : `Entered: ${what}.`
}

/** Returns the exact event, such as the form joined where any form counts. Undefined for dates and without a noted event. */
export function eventOf({ event }: Data): Trigger['on'] | undefined {
  if (typeof event !== 'object' || event === null) return undefined
  const { type, object, value } = event as Data
  if (type === 'date_reached') return undefined
  const id = Number(object)
  return Trigger.shape.on.safeParse({
    type,
    form_id: id,
    tag_id: id,
    custom_field_id: id,
    product_id: id,
    sequence_id: id,
    automation_id: id,
    plugin_id: id,
    segment_id: id,
    url: object,
    name: object,
    value: value ?? null,
  }).data
}

function passed(step: Step | undefined, data: Data, { names }: Explained): string {
  if (!step) return 'Passed a step.'
  const happened = eventOf(data)
  const exit = text(data.exit)
  switch (step.kind) {
    case 'condition':
      return exit === 'yes' ? 'Matched the condition.' : 'Did not match the condition.'
    case 'split':
    case 'random_split': {
      const branch = `Took the branch “${step.branches.find(({ id }) => id === exit)?.label ?? 'Otherwise'}”`
      if (data.value === undefined) return `${branch}.`
      return data.value === null ? `${branch}: the custom field is empty.` : `${branch}: the value is “${data.value}”.`
    }
    case 'wait_for_event':
      return exit === 'timed_out' && step.timeout_minutes !== null
        ? `Nothing happened within ${durationOf(step.timeout_minutes)}.`
        : `Stopped waiting: ${(happened ? [happened] : step.events).map((on) => describeListener(on, names)).join(' or ')}.`
    case 'wait':
      return 'Stopped waiting.'
    case 'goal':
      return `Passed the goal “${step.name}”.`
    case 'action':
      return resultOf(step.action.type, data) ?? `${sentence(describeStep(step, names))}.`
    default:
      return `${sentence(describeStep(step, names))}.`
  }
}

/** Describes the result of an action if its name alone does not. */
function resultOf(type: ActionType, data: Data): string | undefined {
  if (typeof data.not_sent === 'string') return notSentText(data.not_sent)
  if (type === 'set_field' && data.value !== undefined)
    return data.value === null ? 'Cleared the custom field.' : `Set it to “${data.value}”.`
  return data.unchanged ? UNCHANGED[type] : undefined
}

const UNCHANGED: Partial<Record<ActionType, string>> = {
  add_tag: 'Nothing changed: they already had the tag.',
  add_to_sequence: 'Nothing changed: they were already added to the sequence.',
  start_automation: 'Nothing changed: they are inside that automation, or may not enter it again.',
}

const NOT_SENT: Record<string, string> = {
  cancelled: 'they are unsubscribed',
  inactive: 'they are not confirmed',
  bounced: 'an email to them bounced',
  complained: 'they reported an email as spam',
  paused: 'they paused emails on their preference page',
  suppressed: 'the address is on a suppression list',
  invalid_address: 'the address is not valid',
}

/** Describes the ledger's reason for not sending an email. */
export const notSentText = (reason: string): string => `Not sent: ${NOT_SENT[reason] ?? reason.replaceAll('_', ' ')}.`

function moved(step_id: string | null, data: Data, { steps, names }: Explained): string {
  const to = steps.get(text(data.to))
  if (to?.kind === 'goal' && data.goal) {
    const happened = eventOf(data)
    return `Reached the goal “${to.name}”${happened ? `: ${describeListener(happened, names)}` : ''}.`
  }
  const where = to ? `to: ${describeStep(to, names)}` : 'to the end'
  const by = typeof data.by === 'number' ? ` by ${memberName(data.by, names)}` : ''
  if (data.to_version === undefined) return `Moved${by} ${where}.`
  return `Moved to version ${Number(data.to_version)}${by}${data.to === step_id ? '' : `, ${where}`}.`
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
