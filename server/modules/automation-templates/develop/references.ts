import type { Action, Graph, Listener, Step, Trigger } from '../../automations/graph-schema.ts'
import { replaceInFilter, replaceInSegment } from '../../subscribers/filter/references.ts'
import type { Filter, FilterObject } from '../../subscribers/filter-schema.ts'
import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import type { NeedKind } from '../content-schema.ts'

/** Kinds of objects that a graph refers to by id. Kinds other than `NeedKind` cannot be copied to another account, or need no copy. */
export type ReferenceKind = NeedKind | 'email' | 'user' | 'automation' | 'plugin' | 'broadcast' | 'link' | 'source'

/** Returns the replacement of a referenced id. Null only for a product, and means any product. */
export type Visit = (kind: ReferenceKind, id: number) => number | null

/** Returns the graph with all references replaced. `text` replaces Liquid. */
export function mapGraph(graph: Graph, visit: Visit, text: (liquid: string) => string = (same) => same): Graph {
  return {
    triggers: graph.triggers.map((trigger) => ({ ...trigger, on: mapTrigger(trigger.on, visit) })),
    first: graph.first,
    steps: graph.steps.map((step) => mapStep(step, visit, text)),
  }
}

function mapTrigger(on: Trigger['on'], visit: Visit): Trigger['on'] {
  if (on.type === 'segment_entered') return { ...on, segment_id: required(visit, 'segment', on.segment_id) }
  if (on.type === 'date_reached') return { ...on, custom_field_id: required(visit, 'custom_field', on.custom_field_id) }
  return mapListener(on, visit)
}

function mapListener(listener: Listener, visit: Visit): Listener {
  switch (listener.type) {
    case 'form_joined':
      return listener.form_id === null ? listener : { ...listener, form_id: required(visit, 'form', listener.form_id) }
    case 'tag_added':
    case 'tag_removed':
      return { ...listener, tag_id: required(visit, 'tag', listener.tag_id) }
    case 'field_changed':
      return { ...listener, custom_field_id: required(visit, 'custom_field', listener.custom_field_id) }
    case 'purchased':
      return listener.product_id === null
        ? listener
        : { ...listener, product_id: visit('product', listener.product_id) }
    case 'sequence_completed':
      return { ...listener, sequence_id: required(visit, 'sequence', listener.sequence_id) }
    case 'automation_completed':
      return { ...listener, automation_id: required(visit, 'automation', listener.automation_id) }
    case 'app_event':
      return { ...listener, plugin_id: required(visit, 'plugin', listener.plugin_id) }
    default:
      return listener
  }
}

function mapStep(step: Step, visit: Visit, text: (liquid: string) => string): Step {
  switch (step.kind) {
    case 'action':
      return { ...step, action: mapAction(step.action, visit, text) }
    case 'wait_for_event':
    case 'goal':
      return { ...step, events: step.events.map((event) => mapListener(event, visit)) }
    case 'condition':
      return { ...step, filter: mapFilter(step.filter, visit) }
    case 'split':
      return mapSplit(step, visit)
    default:
      return step
  }
}

function mapSplit(step: Extract<Step, { kind: 'split' }>, visit: Visit): Step {
  if (step.by.type === 'field')
    return { ...step, by: { ...step.by, custom_field_id: required(visit, 'custom_field', step.by.custom_field_id) } }
  const branches = step.branches.map((branch) => ({
    ...branch,
    value: String(required(visit, 'tag', Number(branch.value))),
  }))
  return { ...step, branches }
}

function mapAction(action: Action, visit: Visit, text: (liquid: string) => string): Action {
  switch (action.type) {
    case 'add_tag':
    case 'remove_tag':
      return { ...action, tag_id: required(visit, 'tag', action.tag_id) }
    case 'add_to_sequence':
    case 'remove_from_sequence':
      return { ...action, sequence_id: required(visit, 'sequence', action.sequence_id) }
    case 'set_field':
      return {
        ...action,
        custom_field_id: required(visit, 'custom_field', action.custom_field_id),
        value: text(action.value),
      }
    case 'send_email':
      return { ...action, email_id: required(visit, 'email', action.email_id) }
    case 'notify_team':
      return { ...action, user_ids: [...new Set(action.user_ids.map((id) => required(visit, 'user', id)))] }
    case 'app_action':
      return { ...action, plugin_id: required(visit, 'plugin', action.plugin_id) }
    case 'start_automation':
      return { ...action, automation_id: required(visit, 'automation', action.automation_id) }
    default:
      return action
  }
}

const IN_FILTERS: Record<FilterObject, ReferenceKind> = {
  tag: 'tag',
  form: 'form',
  field: 'custom_field',
  broadcast: 'broadcast',
  link: 'link',
  mechanism: 'source',
  sequence: 'sequence',
  automation: 'automation',
  product: 'product',
}

const mapFilter = (filter: Filter, visit: Visit): Filter =>
  replaceInFilter(filter, (kind, id) => required(visit, IN_FILTERS[kind], id))

/** The same for a segment's filter. */
export const mapSegment = (filter: SegmentFilter, visit: Visit): SegmentFilter =>
  replaceInSegment(filter, (kind, id) => required(visit, IN_FILTERS[kind], id))

function required(visit: Visit, kind: ReferenceKind, id: number): number {
  const replaced = visit(kind, id)
  if (replaced === null) throw new Error(`A template cannot do without this ${kind}`)
  return replaced
}
