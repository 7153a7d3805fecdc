import { z } from 'zod'
import { ReachInput } from '../../core/reach.ts'
import { BigId, Id, named, storable, Timestamp } from '../../core/wire.ts'
import { FieldValue, Status } from '../subscribers/schema.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'

/** Maximum number of individually chosen subscribers. A query can select more. */
export const MAX_CHOSEN = 1000
/** Days during which an action can be undone. */
export const UNDO_DAYS = 7

/**
 * Individually chosen subscribers, or all that match a query of the list. The query schema is strict, so a misspelled condition does not
 * widen it. Without conditions and with the state `all`, it selects everyone.
 */
export const BulkSelection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('chosen'),
    subscriber_ids: z
      .array(BigId)
      .min(1, 'Select at least one subscriber')
      .max(MAX_CHOSEN, `Select at most ${MAX_CHOSEN} subscribers, or all that match`),
  }),
  z.strictObject({
    kind: z.literal('query'),
    status: Status,
    search: z.string().overwrite(storable).trim().min(1, 'Search can’t be blank').max(255).optional(),
    tag_id: Id.optional(),
    segment_id: Id.optional(),
    filter: SegmentFilter.optional(),
  }),
])
export type BulkSelection = z.infer<typeof BulkSelection>

export const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), tag_id: Id }),
  z.object({ kind: z.literal('untag'), tag_id: Id }),
  z.object({ kind: z.literal('add_to_sequence'), sequence_id: Id }),
  z.object({ kind: z.literal('remove_from_sequence'), sequence_id: Id }),
  /** Null and '' clear the field. */
  z.object({ kind: z.literal('set_field'), field_id: Id, value: FieldValue }),
  z.object({ kind: z.literal('unsubscribe') }),
  z.object({ kind: z.literal('delete') }),
])
export type Action = z.infer<typeof Action>
export type ActionKind = Action['kind']

export const PreviewInput = z.object({ selection: BulkSelection, action: Action })
export type PreviewInput = z.infer<typeof PreviewInput>

/** `expected`: the number of subscribers that the user saw and agreed to. */
export const BulkInput = PreviewInput.extend({ expected: z.int().min(1) })
export type BulkInput = z.infer<typeof BulkInput>

/** The request of a program, whose number is `expected_recipients`. */
export const BulkActionInput = PreviewInput.extend(ReachInput.shape)

export const BulkPreview = z.object({ matched: z.int(), changed: z.int() })
export type BulkPreview = z.infer<typeof BulkPreview>
export const ActionPreview = BulkPreview.meta({ id: 'BulkActionPreview' })

/** Reasons why subscribers were left unchanged. */
export const LEFT_ALONE = [
  'has_tag',
  'has_no_tag',
  'not_active',
  'in_sequence',
  'not_in_sequence',
  'has_value',
  'is_unsubscribed',
  'is_sent_email',
  'not_agreed',
] as const
export type LeftAlone = (typeof LEFT_ALONE)[number]

/** Reasons why an action ended early. */
export const STOP_REASONS = ['role', 'tag_deleted', 'sequence_deleted', 'field_deleted', 'segment_deleted'] as const
export type StopReason = (typeof STOP_REASONS)[number]

export const BulkAction = named('BulkAction', {
  id: z.int(),
  kind: z.enum(Action.options.map(({ shape }) => shape.kind.value)),
  /** Name of the tag, sequence or field. Null: it was deleted, or the action has none. */
  target: z.string().nullable(),
  value: z.string().nullable(),
  state: z.enum(['running', 'completed', 'canceled', 'stopped', 'undoing', 'undone']),
  stop_reason: z.enum(STOP_REASONS).nullable(),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  left_alone: z
    .partialRecord(z.enum(LEFT_ALONE), z.int())
    .meta({ type: 'object', description: 'Numbers of subscribers who were left as they are, by the reason.' }),
  undone: z.int(),
  /** Number of subscribers that were changed since and stay so. */
  kept: z.int(),
  can_undo: z.boolean(),
  created_by: z.string().nullable(),
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
})
export type BulkAction = z.infer<typeof BulkAction>

export const ById = z.object({ id: Id })
