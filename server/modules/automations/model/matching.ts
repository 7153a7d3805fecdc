import type { Filter } from '../../subscribers/filter-schema.ts'
import type { Graph, Listener, Step } from '../graph-schema.ts'

// Decides listeners, filters and exits by decision 0082, `graph-schema.ts` and contract 8.3.

/** An event of a subscriber. */
export interface Happening {
  at: number
  /** Increases with each event. */
  order: number
  type: Listener['type']
  /** The tag, custom field, form, product, sequence or automation, an event's name, or a link's address. */
  object: number | string
  /** The new value of a custom field, or the course of an app event. Absent: for all. */
  value?: string
}

/** Facts of a subscriber that filters ask for. */
export interface Qualities {
  state: 'active' | 'cancelled' | 'bounced'
  tags: ReadonlySet<number>
  fields: ReadonlyMap<number, string>
}

export function means(listener: Listener | { type: string }, { type, object, value }: Happening): boolean {
  if (listener.type !== type) return false
  const on = listener as Listener
  switch (on.type) {
    case 'tag_added':
    case 'tag_removed':
      return on.tag_id === object
    case 'field_changed':
      return on.custom_field_id === object && (on.value === null || on.value === value)
    case 'form_joined':
      return on.form_id === null || on.form_id === object
    case 'purchased':
      return on.product_id === null || on.product_id === object
    case 'automation_completed':
      return on.automation_id === object
    case 'sequence_completed':
      return on.sequence_id === object
    case 'link_clicked':
      return on.url === null || on.url === object
    case 'api_event':
      return on.name === object
    case 'app_event':
      return on.plugin_id === object && (value === undefined || on.settings.course === value)
  }
}

export function matches({ all }: Filter, { state, tags, fields }: Qualities): boolean {
  return all.every((condition) => {
    switch (condition.type) {
      case 'subscriber_state':
        return condition.states.includes(state)
      case 'tags':
        return condition.any.some(({ matching }) => matching.some((tag) => tags.has(tag)))
      case 'custom_field': {
        const field_value = fields.get(condition.subscriber_custom_field_id) ?? ''
        const value = condition.value ?? ''
        if (field_value === '') return false
        if (condition.comparison === 'is') return field_value === value
        if (condition.comparison === 'contains') return field_value.toLowerCase().includes(value.toLowerCase())
        if (condition.comparison === 'has_value') return true
        if (!/^-?\d+$/.test(field_value)) return false
        const [left, right] = [Number(field_value), Number(value)]
        if (condition.comparison === 'greater_than') return left > right
        if (condition.comparison === 'greater_than_or_equal') return left >= right
        if (condition.comparison === 'less_than') return left < right
        return left <= right
      }
      default:
        throw new Error(`The model knows no filter by ${condition.type}`)
    }
  })
}

/** Returns the exit of a split, and the next step. */
export function branchOf(step: Step & { kind: 'split' }, { tags, fields }: Qualities): Exit {
  const plain = (text: string) => text.trim().toLowerCase()
  const { by, branches, otherwise } = step
  const found = branches.find(({ value }) =>
    by.type === 'tag' ? tags.has(Number(value)) : plain(value) === plain(fields.get(by.custom_field_id) ?? ''),
  )
  return found ? { exit: found.id, next: found.next } : { exit: 'otherwise', next: otherwise }
}

export interface Exit {
  exit: string
  next: string | null
}

export const stepOf = ({ steps }: Graph, id: string): Step | undefined => steps.find((step) => step.id === id)

/** The possible next steps. */
function followers(step: Step): (string | null)[] {
  switch (step.kind) {
    case 'action':
    case 'wait':
    case 'goal':
      return [step.next]
    case 'wait_for_event':
      return step.timeout_minutes === null ? [step.next] : [step.next, step.timed_out]
    case 'condition':
      return [step.yes, step.no]
    case 'split':
      return [...step.branches.map(({ next }) => next), step.otherwise]
    case 'random_split':
      return step.branches.map(({ next }) => next)
    case 'end':
      return []
  }
}

/** Steps that a subscriber can reach after `from`. */
export function ahead(graph: Graph, from: string): Set<string> {
  const step_ids = new Set<string>()
  const open = [from]
  for (;;) {
    const id = open.pop()
    if (id === undefined) return step_ids
    const step = stepOf(graph, id)
    for (const next of step ? followers(step) : [])
      if (next !== null && !step_ids.has(next)) {
        step_ids.add(next)
        open.push(next)
      }
  }
}

/** Returns whether two versions of a step differ only in their next steps. */
export function doesTheSame(a: Step, b: Step): boolean {
  const doing = (step: Step) => {
    if (step.kind === 'wait') return step.wait
    if (step.kind === 'action') return step.action
    return step.kind === 'wait_for_event' ? [step.events, step.timeout_minutes] : step
  }
  return JSON.stringify(doing(a)) === JSON.stringify(doing(b))
}

/** Returns the goals after a step that match the event, in the order of the graph. A goal in a loop is not reached from itself. */
export function goalsFor(graph: Graph, from: string, happening: Happening): string[] {
  const reached = ahead(graph, from)
  return graph.steps.flatMap((step) =>
    step.kind === 'goal' &&
    step.id !== from &&
    reached.has(step.id) &&
    step.events.some((event) => means(event, happening))
      ? [step.id]
      : [],
  )
}

/** Renders the value of a `set_field`: text that may contain custom fields such as `{{ subscriber.field_1 }}`. */
export const filledIn = (value: string, { fields }: Pick<Qualities, 'fields'>): string =>
  value.replaceAll(/\{\{ subscriber\.field_(\d) \}\}/g, (_, field) => fields.get(Number(field)) ?? '')
