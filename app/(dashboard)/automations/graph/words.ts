import { chooseText } from '@/components/choices/choose-text'
import { formatCount } from '@/components/format'
import { subscriberStates } from '@/components/status-badge'
import { listText, percentText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type {
  Action,
  Listener,
  PropertyCondition,
  Step,
  Trigger,
  Wait,
} from '@/server/modules/automations/graph-schema.ts'
import type { Kind, Problem } from '@/server/modules/automations/schema.ts'
import { COMPARISON_LABELS, type Condition, polarityOf } from '../../segments/conditions'

// Describes steps and triggers in words.

export type NamedKind =
  | 'tag'
  | 'form'
  | 'field'
  | 'sequence'
  | 'segment'
  | 'product'
  | 'automation'
  | 'plugin'
  | 'member'
  | 'email'

/** Returns a name by ID. Undefined: it does not exist. Null: it is still loading. */
export type NameOf = (kind: NamedKind, id: number) => string | null | undefined

interface Words {
  title: string
  detail?: string | undefined
}

const NOUNS: Record<NamedKind, string> = {
  tag: 'tag',
  form: 'form',
  field: 'custom field',
  sequence: 'sequence',
  segment: 'segment',
  product: 'product',
  automation: 'automation',
  plugin: 'app',
  member: 'member',
  email: 'email',
}

const nameIn = (name: NameOf, kind: NamedKind, id: number) => {
  if (id === 0) return chooseText(NOUNS[kind])
  const found = name(kind, id)
  return found === null ? '…' : (found ?? `Deleted ${NOUNS[kind]}`)
}

/** "Joins a form", with the form as detail. */
export function triggerWords(event: Trigger['on'] | Listener, name: NameOf): Words {
  switch (event.type) {
    case 'form_joined':
      return {
        title: 'Joins a form',
        detail: event.form_id === null ? 'Any form' : nameIn(name, 'form', event.form_id),
      }
    case 'tag_added':
      return { title: 'Gets a tag', detail: nameIn(name, 'tag', event.tag_id) }
    case 'tag_removed':
      return { title: 'Loses a tag', detail: nameIn(name, 'tag', event.tag_id) }
    case 'field_changed': {
      const field = nameIn(name, 'field', event.custom_field_id)
      return {
        title: 'Custom field changes',
        detail: event.value === null ? field : t`${field} becomes “${event.value}”`,
      }
    }
    case 'purchased':
      return {
        title: 'Buys',
        detail: event.product_id === null ? 'Any product' : nameIn(name, 'product', event.product_id),
      }
    case 'link_clicked':
      return { title: 'Clicks a link', detail: event.url ?? 'Any link' }
    case 'sequence_completed':
      return { title: 'Completes a sequence', detail: nameIn(name, 'sequence', event.sequence_id) }
    case 'automation_completed':
      return { title: 'Completes an automation', detail: nameIn(name, 'automation', event.automation_id) }
    case 'api_event':
      return {
        title: 'Event from your own program',
        detail: [event.name || 'Name the event', ...(event.where ?? []).map(propertyText)].join(', '),
      }
    case 'app_event':
      return { title: 'Event from an app', detail: nameIn(name, 'plugin', event.plugin_id) }
    case 'segment_entered':
      return { title: 'Enters a segment', detail: nameIn(name, 'segment', event.segment_id) }
    case 'date_reached':
      return {
        title: event.yearly ? 'Date in a custom field, each year' : 'Date in a custom field',
        detail: `${offsetText(event.offset_days)} ${nameIn(name, 'field', event.custom_field_id)}, ${event.at}`,
      }
  }
}

/** Such as "cart.total over 50". */
const propertyText = ({ property, comparison, value }: PropertyCondition): string => {
  const path = property || '…'
  const words: Record<PropertyCondition['comparison'], string> = {
    is: t`${path} is ${value}`,
    is_not: t`${path} is not ${value}`,
    contains: t`${path} contains ${value}`,
    greater_than: t`${path} over ${value}`,
    less_than: t`${path} under ${value}`,
    exists: t`${path} is present`,
  }
  return words[comparison]
}

const offsetText = (days: number) =>
  days === 0 ? 'On' : `${plural(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'}`

export const ACTION_TITLES: Record<Action['type'], string> = {
  add_tag: 'Add a tag',
  remove_tag: 'Remove a tag',
  add_to_sequence: 'Add to a sequence',
  remove_from_sequence: 'Remove from a sequence',
  set_field: 'Set a custom field',
  send_email: 'Send an email',
  unsubscribe: 'Unsubscribe',
  notify_team: 'Notify the team',
  app_action: 'Action of an app',
  start_automation: 'Start another automation',
}

function actionDetail(action: Action, name: NameOf): string | undefined {
  switch (action.type) {
    case 'add_tag':
    case 'remove_tag':
      return nameIn(name, 'tag', action.tag_id)
    case 'add_to_sequence':
    case 'remove_from_sequence':
      return nameIn(name, 'sequence', action.sequence_id)
    case 'set_field': {
      const value = action.value === '' ? 'empty' : `“${action.value}”`
      return t`${nameIn(name, 'field', action.custom_field_id)} to ${value}`
    }
    case 'send_email':
      return nameIn(name, 'email', action.email_id)
    case 'unsubscribe':
      return 'From all emails'
    case 'notify_team':
      return action.user_ids.map((id) => nameIn(name, 'member', id)).join(', ') || 'Choose a member'
    case 'app_action':
      return nameIn(name, 'plugin', action.plugin_id)
    case 'start_automation':
      return nameIn(name, 'automation', action.automation_id)
  }
}

/** "Add a tag", with "VIP" as detail. */
export function stepWords(step: Step, name: NameOf): Words {
  switch (step.kind) {
    case 'action':
      return { title: ACTION_TITLES[step.action.type], detail: actionDetail(step.action, name) }
    case 'wait':
      return { title: 'Wait', detail: waitText(step.wait) }
    case 'wait_for_event': {
      const [event] = step.events
      const limit = step.timeout_minutes === null ? '' : t`, at most ${durationText(step.timeout_minutes)}`
      const more = step.events.length > 1 ? t` or ${plural(step.events.length - 1, 'other event')}` : ''
      if (!event) return { title: 'Wait for an event', detail: 'Choose an event' }
      const { title, detail } = triggerWords(event, name)
      return { title: 'Wait for an event', detail: `${title}: ${detail}${more}${limit}` }
    }
    case 'condition':
      return {
        title: 'Condition',
        detail: conditionText(step, name),
      }
    case 'split':
      if (step.by.type === 'tag') return { title: 'Split by tag', detail: plural(step.branches.length, 'tag') }
      return { title: 'Split by custom field', detail: nameIn(name, 'field', step.by.custom_field_id) }
    case 'random_split':
      return {
        title: 'Random split',
        detail: step.branches.map(({ label, percent }) => `${label} ${percentText(percent)}`).join(', '),
      }
    case 'goal':
      return { title: 'Goal', detail: step.name || 'Name the goal' }
    case 'end':
      return { title: 'End', detail: 'Completes the automation' }
  }
}

/** The first condition in words, and how many follow: "Membership is Drop-in and 1 more condition". */
function conditionText({ filter: { all }, event = [] }: Extract<Step, { kind: 'condition' }>, name: NameOf): string {
  const [first, ...others] = [...all.map((one) => oneConditionText(one, name)), ...event.map(propertyText)]
  if (!first) return 'Choose conditions'
  return others.length === 0 ? first : t`${first} and ${plural(others.length, 'more condition')}`
}

function oneConditionText(condition: Condition, name: NameOf): string {
  if (condition.type === 'custom_field') {
    const { subscriber_custom_field_id, comparison, value = '' } = condition
    const field = nameIn(name, 'field', subscriber_custom_field_id)
    return `${field} ${COMPARISON_LABELS[comparison]}${comparison === 'has_value' ? '' : ` ${value || '…'}`}`
  }
  if (condition.type === 'tags') {
    const ids = condition.any.flatMap(({ matching }) => matching)
    const [id = 0] = ids
    const has = t`Has the tag ${nameIn(name, 'tag', id)}`
    return ids.length > 1 ? t`${has} or ${plural(ids.length - 1, 'other')}` : has
  }
  if (condition.type === 'subscriber_state')
    return t`State is ${listText(condition.states.map((state) => subscriberStates[state].label))}`
  return polarityOf(condition)[0]
}

/** Describes a step in one line, for lists and screen readers. */
export function stepLine(step: Step, name: NameOf): string {
  const { title, detail } = stepWords(step, name)
  return detail ? `${title}: ${detail}` : title
}

/** Returns the name of an exit: "Yes", "Timed out", "Premium". Empty for a step's only exit. */
export function exitLabel(step: Step, exit: string): string {
  switch (step.kind) {
    case 'condition':
      return exit === 'yes' ? t`Yes` : 'No'
    case 'wait_for_event':
      if (step.timeout_minutes === null) return ''
      return exit === 'timed_out' ? `After ${durationText(step.timeout_minutes)}` : t`Happened`
    case 'split':
      return exit === 'otherwise' ? t`Otherwise` : (step.branches.find(({ id }) => id === exit)?.label ?? '')
    case 'random_split': {
      const branch = step.branches.find(({ id }) => id === exit)
      return branch ? `${branch.label} · ${percentText(branch.percent)}` : ''
    }
    default:
      return ''
  }
}

export function waitText(wait: Wait): string {
  const zone = 'zone' in wait && wait.zone === 'subscriber' ? ', subscriber’s time' : ''
  switch (wait.for) {
    case 'duration':
      return durationText(wait.minutes)
    case 'date':
      return `Until ${wait.date}, ${wait.at}${zone}`
    case 'weekday':
      return `Until ${wait.weekdays.length === 7 ? t`the next day` : wait.weekdays.map((day) => capital(day.slice(0, 3))).join(', ')}, ${wait.at}${zone}`
  }
}

const MINUTES = { day: 1440, hour: 60, minute: 1 } as const
export type Unit = keyof typeof MINUTES

/** Converts minutes to the largest unit that divides them. */
export function durationOf(minutes: number): { count: number; unit: Unit } {
  const unit: Unit = minutes > 0 && minutes % 1440 === 0 ? 'day' : minutes > 0 && minutes % 60 === 0 ? 'hour' : 'minute'
  return { count: minutes / MINUTES[unit], unit }
}

export const minutesOf = (count: number, unit: Unit) => count * MINUTES[unit]

export function durationText(minutes: number): string {
  const { count, unit } = durationOf(minutes)
  return plural(count, unit)
}

export const plural = formatCount

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A rule has actions instead of steps. */
export const problemText = ({ code, message }: Pick<Problem, 'code' | 'message'>, kind: Kind): string =>
  code === 'empty' && kind === 'rule' ? 'Add an action: the rule does nothing yet.' : message

/** "When a subscriber joins a form (Footer): add a tag (New), send an email (Hello)." */
export function ruleSentence(triggers: readonly Trigger[], actions: readonly Action[], name: NameOf): string {
  const said = ({ title, detail }: Words) => {
    const words = title.charAt(0).toLowerCase() + title.slice(1)
    return detail ? `${words} (${detail})` : words
  }
  const when = triggers.map(({ on }) => said(triggerWords(on, name))).join(' or ')
  const then = actions.map((action) => said({ title: ACTION_TITLES[action.type], detail: actionDetail(action, name) }))
  if (!when) return 'Choose when the rule applies.'
  if (then.length === 0) return `When a subscriber ${when}: choose what happens.`
  return `When a subscriber ${when}: ${then.join(', then ')}.`
}
