import type { SegmentCondition, SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { keyOf, type ListenedTo, listenersOf } from '../entering/listeners.ts'
import { conditionsOf } from '../facts/segments-over-time.ts'
import type { Graph, Reentry, Step } from '../graph-schema.ts'
import type { DryRunPlan } from '../publishing-schema.ts'
import { stepsAbove } from '../running/graph.ts'

/** Events that a trigger or step reacts to. */
export interface PlannedListener extends ListenedTo {
  step_id: string
  number: number
  purpose: 'entry' | 'goal' | 'wait'
}

/** The automation, prepared for following subscribers. */
export interface Plan {
  automation_id: number
  graph: Graph
  reentry: Reentry
  steps: ReadonlyMap<string, Step>
  /** By type and object, as `keyOf` writes them, in the order in which they receive an event. */
  listeners: ReadonlyMap<string, readonly PlannedListener[]>
  /** The steps from which each goal can be reached. */
  above: ReadonlyMap<string, ReadonlySet<string>>
  problems: Readonly<Record<string, string>>
  time_zone: string
  /** Milliseconds since 1970. */
  from: number
  until: number
}

export function preparePlan(
  automation_id: number,
  { graph, reentry, problems, time_zone, from, until }: DryRunPlan,
): Plan {
  const listeners = listenersOf(graph).sort((a, b) => compare(a.step_id, b.step_id) || a.number - b.number)
  const goals = graph.steps.filter(({ kind }) => kind === 'goal')
  return {
    automation_id,
    graph,
    reentry,
    problems,
    time_zone,
    steps: new Map(graph.steps.map((step) => [step.id, step])),
    listeners: Map.groupBy(listeners, keyOf),
    above: new Map(goals.map(({ id }) => [id, new Set(stepsAbove({ graph }, id))])),
    from: Date.parse(from),
    until: Date.parse(until),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Objects of one type that the plan reacts to. An empty string means any. */
export const objectsOf = ({ listeners }: Plan, type: string): string[] =>
  [...listeners.values()].flatMap((group) => (group[0]?.type === type ? [group[0].object] : []))

/** Tags that can influence a subscriber's path. */
export function tagsOf({ graph, listeners }: Plan, segments: ReadonlyMap<number, SegmentFilter>): number[] {
  const ids = new Set([...segments.values()].flatMap((segment) => tagIdsOf(conditionsOf(segment))))
  for (const [one] of listeners.values()) if (one?.type.startsWith('tag_')) ids.add(Number(one.object))
  for (const step of graph.steps) {
    if (step.kind === 'condition') for (const id of tagIdsOf(step.filter.all)) ids.add(id)
    if (step.kind === 'split' && step.by.type === 'tag')
      for (const { value } of step.branches) if (/^\d{1,9}$/.test(value.trim())) ids.add(Number(value))
    if (step.kind === 'action' && (step.action.type === 'add_tag' || step.action.type === 'remove_tag'))
      ids.add(step.action.tag_id)
  }
  return [...ids]
}

/** Custom fields that can influence a path. Null: all, because a step can compute a value from any. */
export function fieldsOf({ graph, listeners }: Plan, segments: ReadonlyMap<number, SegmentFilter>): number[] | null {
  const ids = new Set([...segments.values()].flatMap((segment) => fieldIdsOf(conditionsOf(segment))))
  for (const [one] of listeners.values())
    if (one?.type === 'field_changed' || one?.type === 'date_reached') ids.add(Number(one.object))
  for (const step of graph.steps) {
    if (step.kind === 'condition') for (const id of fieldIdsOf(step.filter.all)) ids.add(id)
    if (step.kind === 'split' && step.by.type === 'field') ids.add(step.by.custom_field_id)
    if (step.kind === 'action' && step.action.type === 'set_field') return null
  }
  return [...ids]
}

/** Tags named by conditions. */
export const tagIdsOf = (all: readonly SegmentCondition[]): number[] =>
  all.flatMap((one) => (one.type === 'tags' ? one.any.flatMap(({ matching }) => matching) : []))

/** Custom fields whose value a condition compares. */
export const fieldIdsOf = (all: readonly SegmentCondition[]): number[] =>
  all.flatMap((one) => (one.type === 'custom_field' ? one.subscriber_custom_field_id : []))
