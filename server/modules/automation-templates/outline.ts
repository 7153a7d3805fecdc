import { percentText } from '../../lib/locale/formats.ts'
import type { Action, Graph, Listener, Step, Trigger, Wait } from '../automations/graph-schema.ts'
import { conditionsText } from './conditions-text.ts'
import type { Content, NeedKind } from './content-schema.ts'
import { placesOf } from './picture-schema.ts'

// Describes a template in words, for reviewers and for creators before they adopt it.

export interface OutlineLine {
  id: string
  kind: 'trigger' | Step['kind']
  text: string
}

type Name = (kind: NeedKind | 'email', id: number) => string

/** Returns a line for each trigger and step, from top to bottom. */
export function outlineOf({ graph, needs, emails }: Pick<Content, 'graph' | 'needs' | 'emails'>): OutlineLine[] {
  const names = new Map([
    ...needs.map(({ kind, id, name }): [string, string] => [`${kind} ${id}`, name]),
    ...emails.map(({ id, subject }): [string, string] => [`email ${id}`, subject]),
  ])
  const name: Name = (kind, id) => `“${names.get(`${kind} ${id}`) ?? '?'}”`
  const steps = new Map(graph.steps.map((step) => [step.id, step]))
  return [
    ...graph.triggers.map(({ id, on }) => ({ id, kind: 'trigger' as const, text: triggerText(on, name) })),
    ...inOrder(graph).flatMap((id) => {
      const step = steps.get(id)
      return step ? [{ id, kind: step.kind, text: stepText(step, name) }] : []
    }),
  ]
}

const inOrder = (graph: Graph): string[] => placesOf(graph).flatMap(({ step, id }) => (step ? id : []))

function triggerText(on: Trigger['on'], name: Name): string {
  if (on.type === 'segment_entered') return `Enters the segment ${name('segment', on.segment_id)}`
  if (on.type !== 'date_reached') return listenerText(on, name)
  const days = Math.abs(on.offset_days)
  const when = days === 0 ? 'On' : `${days} ${days === 1 ? 'day' : 'days'} ${on.offset_days < 0 ? 'before' : 'after'}`
  return `${when} the date in ${name('custom_field', on.custom_field_id)}${on.yearly ? ', each year' : ''}`
}

function listenerText(listener: Listener, name: Name): string {
  switch (listener.type) {
    case 'form_joined':
      return listener.form_id === null ? 'Joins any form' : `Joins the form ${name('form', listener.form_id)}`
    case 'tag_added':
      return `Gets the tag ${name('tag', listener.tag_id)}`
    case 'tag_removed':
      return `Loses the tag ${name('tag', listener.tag_id)}`
    case 'field_changed':
      return `${name('custom_field', listener.custom_field_id)} ${listener.value === null ? 'changes' : `becomes “${listener.value}”`}`
    case 'purchased':
      return listener.product_id === null ? 'Buys anything' : `Buys ${name('product', listener.product_id)}`
    case 'link_clicked':
      return listener.url === null ? 'Clicks any link' : `Clicks ${listener.url}`
    case 'sequence_completed':
      return `Completes the sequence ${name('sequence', listener.sequence_id)}`
    case 'automation_completed':
      return 'Completes another automation'
    case 'api_event':
      return `The event ${listener.name} is reported`
    case 'app_event':
      return 'Something happens in the app'
  }
}

const listenersText = (events: readonly Listener[], name: Name) =>
  events.map((event) => listenerText(event, name)).join(' or ')

function stepText(step: Step, name: Name): string {
  switch (step.kind) {
    case 'action':
      return actionText(step.action, name)
    case 'wait':
      return waitText(step.wait)
    case 'wait_for_event':
      return `Wait until: ${listenersText(step.events, name)}`
    case 'condition':
      return conditionsText(step.filter, name)
    case 'split': {
      const by = step.by.type === 'tag' ? 'tag' : name('custom_field', step.by.custom_field_id)
      return `Split by ${by}: ${step.branches.map(({ label }) => label).join(', ')}, otherwise`
    }
    case 'random_split':
      return `Split at random: ${step.branches.map(({ label, percent }) => `${label} ${percentText(percent)}`).join(', ')}`
    case 'goal':
      return `Goal “${step.name}”: ${listenersText(step.events, name)}`
    case 'end':
      return 'End'
  }
}

function actionText(action: Action, name: Name): string {
  switch (action.type) {
    case 'add_tag':
      return `Add the tag ${name('tag', action.tag_id)}`
    case 'remove_tag':
      return `Remove the tag ${name('tag', action.tag_id)}`
    case 'add_to_sequence':
      return `Add to the sequence ${name('sequence', action.sequence_id)}`
    case 'remove_from_sequence':
      return `Remove from the sequence ${name('sequence', action.sequence_id)}`
    case 'set_field':
      return `Set ${name('custom_field', action.custom_field_id)} to “${action.value}”`
    case 'send_email':
      return `Send the email ${name('email', action.email_id)}`
    case 'unsubscribe':
      return 'Unsubscribe'
    case 'notify_team':
      return `Email your team: “${action.message}”`
    case 'app_action':
      return 'Action of the app'
    case 'start_automation':
      return 'Start another automation'
  }
}

function waitText(wait: Wait): string {
  if (wait.for === 'date') return `Wait until ${wait.date}, ${wait.at}`
  if (wait.for === 'weekday') return `Wait until ${wait.weekdays.join(' or ')}, ${wait.at}`
  const [unit, size] = UNITS.find(([, size]) => wait.minutes % size === 0) ?? ['minute', 1]
  const count = wait.minutes / size
  return `Wait ${count} ${unit}${count === 1 ? '' : 's'}`
}

const UNITS: [string, number][] = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
]
