import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { isDerivable, unknownParts } from '../facts/segments-over-time.ts'
import type { Action, Graph, Listener, Step, Trigger } from '../graph-schema.ts'
import type { Knowledge } from '../publishing-schema.ts'
import { todaysConditions } from './conditions.ts'

// Lists what the stored history cannot answer, in sentences for the creator.

type Known = Pick<Knowledge, 'known' | 'message'>

export interface Stored {
  /** Filters of trigger segments. */
  segments: ReadonlyMap<number, SegmentFilter>
  /** First day with recorded changes, in words. Null: before the dry run's range. */
  recorded_since: string | null
}

/** Returns the unknown parts of triggers, events, conditions and effects. */
export function knowledgeOf(graph: Graph, stored: Stored): Knowledge[] {
  return [
    ...graph.triggers.flatMap(({ id, on }) =>
      ofListener(on, stored).map((known) => ({ trigger_id: id, step_id: null, ...known })),
    ),
    ...graph.steps.flatMap((step) =>
      ofStep(step, stored).map((known) => ({ trigger_id: null, step_id: step.id, ...known })),
    ),
  ]
}

/** Adds the message only if the range began before changes were recorded. */
const since = ({ recorded_since }: Stored, message: (day: string) => string): Known[] =>
  recorded_since === null ? [] : [{ known: 'some', message: message(recorded_since) }]

const tagsSince = (stored: Stored): Known[] =>
  since(
    stored,
    (day) =>
      `Removed tags are recorded since ${day}. Of those removed before, only some are known, so some are missing here.`,
  )

const fieldsSince = (stored: Stored): Known[] =>
  since(stored, (day) => `Changes of custom fields are recorded since ${day}. Before, the values of that day are used.`)

function ofListener(on: Trigger['on'] | Listener, stored: Stored): Known[] {
  switch (on.type) {
    case 'tag_added':
    case 'tag_removed':
      return tagsSince(stored)
    case 'field_changed':
    case 'date_reached':
      return fieldsSince(stored)
    case 'api_event':
      return since(
        stored,
        (day) =>
          `Events of programs are recorded since ${day}. Of those before, only those to which one of your automations reacted are included.`,
      )
    case 'app_event':
      return [
        {
          known: 'some',
          message:
            'An app that is asked for its events is asked only while a published automation listens. Events from other times are missing here.',
        },
      ]
    case 'segment_entered':
      return ofSegment(stored.segments.get(on.segment_id), stored)
    default:
      return []
  }
}

function ofSegment(segment: SegmentFilter | undefined, stored: Stored): Known[] {
  if (!segment) return [{ known: 'none', message: 'The segment was deleted, so no one enters by it.' }]
  if (isDerivable(segment)) return [...tagsSince(stored), ...fieldsSince(stored)]
  const parts = new Intl.ListFormat('en-US').format(unknownParts(segment))
  return [
    {
      known: 'none',
      message: `When subscribers entered this segment is not known, because it asks for ${parts}, which is stored as of today only. No one enters by it here.`,
    },
  ]
}

function ofStep(step: Step, stored: Stored): Known[] {
  switch (step.kind) {
    case 'goal':
    case 'wait_for_event':
      return unique(step.events.flatMap((event) => ofListener(event, stored)))
    case 'condition': {
      const types = new Set(step.filter.all.map(({ type }) => type))
      const isTodays = todaysConditions(step.filter).length > 0
      const others = types.has('tags') || types.has('custom_field') ? 'Other conditions are' : 'This is'
      return [
        ...(types.has('tags') ? tagsSince(stored) : []),
        ...(types.has('custom_field') ? fieldsSince(stored) : []),
        ...(isTodays ? [{ known: 'today' as const, message: `${others} evaluated with what is stored today.` }] : []),
      ]
    }
    case 'split':
      return step.by.type === 'tag' ? tagsSince(stored) : fieldsSince(stored)
    case 'action':
      return ofAction(step.action)
    default:
      return []
  }
}

function ofAction({ type }: Action): Known[] {
  switch (type) {
    case 'add_to_sequence':
      return [{ known: 'none', message: 'The emails of the sequence are not part of the dry run.' }]
    case 'start_automation':
      return [{ known: 'none', message: 'What the other automation would do is not part of the dry run.' }]
    case 'app_action':
      return [{ known: 'none', message: 'The app is not called. Its step is assumed to succeed.' }]
    case 'set_field':
      return [
        {
          known: 'today',
          message: 'The value is made from custom fields as they were then, and from names and places of today.',
        },
      ]
    default:
      return []
  }
}

const unique = (known: readonly Known[]): Known[] => [...new Map(known.map((one) => [one.message, one])).values()]
