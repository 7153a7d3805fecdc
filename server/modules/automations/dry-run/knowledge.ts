import type { Condition } from '../../subscribers/filter-schema.ts'
import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import type { Action, Graph, Listener, Step, Trigger } from '../graph-schema.ts'
import type { Knowledge } from '../publishing-schema.ts'
import { setFields, todaysConditions } from './conditions.ts'

// What stored history cannot tell, in sentences for the creator.

type Known = Pick<Knowledge, 'known' | 'message'>

const TAGS = 'The times at which tags were added are known, but not those of tags that were removed since.'
const REACTED = (what: string) => `${what} Only those to which one of your automations reacted are included.`

export interface DerivableFilter extends SegmentFilter {
  match: 'all'
  conditions: Extract<Condition, { type: 'tags' | 'subscriber_state' }>[]
}

/**
 * Whether the time at which subscribers entered a segment can be derived: it has conditions on tags, or on being active, and no others.
 */
export const isDerivable = (filter: SegmentFilter): filter is DerivableFilter =>
  filter.match === 'all' &&
  filter.conditions.every(
    (condition) =>
      condition.type === 'tags' ||
      (condition.type === 'subscriber_state' && condition.states.length === 1 && condition.states[0] === 'active'),
  )

/** Returns what is not known about triggers, events, conditions and effects. `segments` has the definitions of triggers. */
export function knowledgeOf(graph: Graph, segments: ReadonlyMap<number, SegmentFilter>): Knowledge[] {
  return [
    ...graph.triggers.flatMap(({ id, on }) =>
      ofListener(on, segments).map((known) => ({ trigger_id: id, step_id: null, ...known })),
    ),
    ...graph.steps.flatMap((step) =>
      ofStep(step, graph).map((known) => ({ trigger_id: null, step_id: step.id, ...known })),
    ),
  ]
}

function ofListener(on: Trigger['on'] | Listener, segments: ReadonlyMap<number, SegmentFilter>): Known[] {
  switch (on.type) {
    case 'tag_added':
      return [{ known: 'some', message: TAGS }]
    case 'tag_removed':
      return [{ known: 'some', message: REACTED('When a tag was removed is not recorded.') }]
    case 'field_changed':
      return [{ known: 'some', message: REACTED('Changes of custom fields are not recorded.') }]
    case 'api_event':
    case 'app_event':
      return [{ known: 'some', message: REACTED('Events of programs and apps are not kept.') }]
    case 'sequence_completed':
      return [
        { known: 'some', message: 'If someone completed the sequence several times, only the last time is known.' },
      ]
    case 'date_reached':
      return [{ known: 'today', message: 'Dates are those in the custom field today.' }]
    case 'segment_entered': {
      const definition = segments.get(on.segment_id)
      return definition && isDerivable(definition)
        ? [{ known: 'some', message: `When subscribers entered the segment is derived from their tags. ${TAGS}` }]
        : [
            {
              known: 'none',
              message: 'When subscribers entered this segment is not recorded, so no one enters by it here.',
            },
          ]
    }
    default:
      return []
  }
}

function ofStep(step: Step, graph: Graph): Known[] {
  switch (step.kind) {
    case 'goal':
    case 'wait_for_event':
      return unique(step.events.flatMap((event) => ofListener(event, NONE)))
    case 'condition': {
      const has_tags = step.filter.all.some(({ type }) => type === 'tags')
      const is_todays = todaysConditions(step.filter, graph).length > 0
      return [
        ...(has_tags ? [{ known: 'some' as const, message: TAGS }] : []),
        ...(is_todays
          ? [
              {
                known: 'today' as const,
                message: `${has_tags ? 'Other conditions are' : 'This is'} evaluated with what is stored today.`,
              },
            ]
          : []),
      ]
    }
    case 'split':
      if (step.by.type === 'tag') return [{ known: 'some', message: TAGS }]
      return setFields(graph).has(step.by.custom_field_id)
        ? []
        : [{ known: 'today', message: 'The custom field has its value of today.' }]
    case 'action':
      return ofAction(step.action)
    default:
      return []
  }
}

const NONE: ReadonlyMap<number, SegmentFilter> = new Map()

function ofAction({ type }: Action): Known[] {
  switch (type) {
    case 'add_to_sequence':
      return [{ known: 'none', message: 'The emails of the sequence are not part of the dry run.' }]
    case 'start_automation':
      return [{ known: 'none', message: 'What the other automation would do is not part of the dry run.' }]
    case 'app_action':
      return [{ known: 'none', message: 'The app is not called. Its step is assumed to succeed.' }]
    case 'set_field':
      return [{ known: 'today', message: 'The value is made from what is stored today.' }]
    default:
      return []
  }
}

const unique = (known: readonly Known[]): Known[] => [...new Map(known.map((one) => [one.message, one])).values()]
