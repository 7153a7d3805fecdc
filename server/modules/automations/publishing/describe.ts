import { subjectForMany } from '../../delivery/compose/subjects.ts'
import type { Action, Listener, PropertyCondition, Step, Trigger, Wait } from '../graph-schema.ts'
import type { Names } from './objects.ts'

// Describes steps and triggers in lists, previews and the trace.

type NamesOf = Pick<Names, 'tag' | 'form' | 'field' | 'sequence' | 'segment' | 'product' | 'automation' | 'plugin'> & {
  /** Subjects of emails, where they are shown. */
  email?: ReadonlyMap<number, string> | undefined
}

const named = (names: ReadonlyMap<number, string>, id: number, noun: string) => {
  const name = names.get(id)
  return name === undefined ? `a deleted ${noun}` : `“${name}”`
}

/** "the tag “Buyer”", or "a deleted tag". */
const the = (names: ReadonlyMap<number, string>, id: number, noun: string) =>
  names.has(id) ? `the ${noun} ${named(names, id, noun)}` : named(names, id, noun)

/** Describes a trigger or listener, such as "joins “Footer”". */
export function describeListener(on: Trigger['on'] | Listener, names: NamesOf): string {
  switch (on.type) {
    case 'form_joined':
      return on.form_id === null ? 'joins any form' : `joins ${named(names.form, on.form_id, 'form')}`
    case 'tag_added':
      return `gets ${the(names.tag, on.tag_id, 'tag')}`
    case 'tag_removed':
      return `loses ${the(names.tag, on.tag_id, 'tag')}`
    case 'field_changed': {
      const field = named(names.field, on.custom_field_id, 'custom field')
      return on.value === null ? `${field} changes` : `${field} becomes “${on.value}”`
    }
    case 'purchased':
      return on.product_id === null ? 'buys anything' : `buys ${named(names.product, on.product_id, 'product')}`
    case 'link_clicked':
      return on.url === null ? 'clicks any link' : `clicks ${on.url}`
    case 'sequence_completed':
      return `completes ${the(names.sequence, on.sequence_id, 'sequence')}`
    case 'automation_completed':
      return `completes ${the(names.automation, on.automation_id, 'automation')}`
    case 'api_event':
      return `event ${on.name}${on.where ? ` with ${on.where.map(describeProperty).join(' and ')}` : ''}`
    case 'app_event':
      return named(names.plugin, on.plugin_id, 'app event')
    case 'segment_entered':
      return `enters ${the(names.segment, on.segment_id, 'segment')}`
    case 'date_reached':
      return `${daysFrom(on.offset_days)} ${named(names.field, on.custom_field_id, 'custom field')}`
  }
}

const COMPARISONS: Record<PropertyCondition['comparison'], string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  greater_than: 'over',
  less_than: 'under',
  exists: 'present',
}

/** Describes a condition on a property, such as "cart.total over 50". */
const describeProperty = ({ property, comparison, value }: PropertyCondition) =>
  [property, COMPARISONS[comparison], ...(comparison === 'exists' ? [] : [value])].join(' ')

const daysFrom = (days: number) =>
  days === 0 ? 'on the date in' : `${plural(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} the date in`

/** Describes an action, such as "add the tag “Buyer”". */
export function describeAction(action: Action, names: NamesOf): string {
  switch (action.type) {
    case 'add_tag':
      return `add ${the(names.tag, action.tag_id, 'tag')}`
    case 'remove_tag':
      return `remove ${the(names.tag, action.tag_id, 'tag')}`
    case 'add_to_sequence':
      return `add to ${the(names.sequence, action.sequence_id, 'sequence')}`
    case 'remove_from_sequence':
      return `remove from ${the(names.sequence, action.sequence_id, 'sequence')}`
    case 'set_field':
      return `set ${named(names.field, action.custom_field_id, 'custom field')}`
    case 'send_email':
      return sendText(names.email?.get(action.email_id))
    case 'unsubscribe':
      return 'unsubscribe'
    case 'notify_team':
      return 'notify the team'
    case 'app_action':
      return named(names.plugin, action.plugin_id, 'app action')
    case 'start_automation':
      return `start ${the(names.automation, action.automation_id, 'automation')}`
  }
}

const sendText = (subject: string | undefined) => (subject ? `send “${subjectForMany(subject)}”` : 'send an email')

/** Describes a step. */
export function describeStep(step: Step, names: NamesOf): string {
  switch (step.kind) {
    case 'action':
      return describeAction(step.action, names)
    case 'wait':
      return describeWait(step.wait)
    case 'wait_for_event':
      return `wait until the subscriber ${either(step.events.map((event) => describeListener(event, names)))}`
    case 'condition':
      return 'condition'
    case 'split':
      return step.by.type === 'tag'
        ? 'split by tag'
        : `split by ${named(names.field, step.by.custom_field_id, 'custom field')}`
    case 'random_split':
      return 'random split'
    case 'goal':
      return `goal “${step.name}”`
    case 'end':
      return 'end'
  }
}

function describeWait(wait: Wait): string {
  switch (wait.for) {
    case 'duration':
      return `wait ${durationOf(wait.minutes)}`
    case 'date':
      return `wait until ${wait.date} at ${wait.at}`
    case 'weekday':
      return `wait until ${either(wait.weekdays.map((day) => `${day.charAt(0).toUpperCase()}${day.slice(1)}`))} at ${wait.at}`
  }
}

/** Returns the duration in its largest whole unit. */
export function durationOf(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return plural(minutes / 1440, 'day')
  if (minutes > 0 && minutes % 60 === 0) return plural(minutes / 60, 'hour')
  return plural(minutes, 'minute')
}

export const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
const either = (words: readonly string[]) => words.join(' or ')
export const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Outline of an automation for lists: some triggers and actions, and their numbers. */
export interface Outline {
  triggers: Trigger['on'][]
  trigger_count: number
  actions: Action[]
  step_count: number
}

/** Describes an automation, such as "When a subscriber joins “Footer”: add the tag “New”, send an email, and 3 more steps". */
export function describeOutline({ triggers, trigger_count, actions, step_count }: Outline, names: NamesOf): string {
  if (step_count === 0) return 'No steps yet'
  const more_triggers = trigger_count - triggers.length
  const when = [
    either(triggers.map((on) => describeListener(on, names))),
    ...(more_triggers > 0 ? [`${plural(more_triggers, 'other trigger')}`] : []),
  ].join(' or ')
  const more = step_count - actions.length
  const then = [
    ...actions.map((action) => describeAction(action, names)),
    ...(more > 0 ? [actions.length > 0 ? plural(more, 'more step') : plural(more, 'step')] : []),
  ]
  return sentence(
    trigger_count === 0 ? `${then.join(', ')}. Subscribers are added by hand` : `${when}: ${then.join(', ')}`,
  )
}
