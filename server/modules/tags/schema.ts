import { z } from 'zod'
import { BigId, Id, LooseId, missing, named, storable, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { after, before } from '../../lib/time/date-filter.ts'
import { MemberFilter, SlimSubscriber, Subscriber } from '../subscribers/schema.ts'
import { TAG_COLORS, type TagColor } from './colors-schema.ts'

/** A creator's label for subscribers. */
export const Tag = named('Tag', { id: z.int(), name: z.string(), created_at: Timestamp })
export type Tag = z.infer<typeof Tag>

/** `subscriber_count` counts active subscribers. It is present on request. */
export const ListedTag = Tag.extend({ subscriber_count: z.int().optional() }).meta({ id: 'ListedTag' })
export type ListedTag = z.infer<typeof ListedTag>

export const TagInput = z.object({
  name: z
    .string(missing("Name can't be blank"))
    .overwrite(singleLine)
    .trim()
    .min(1, "Name can't be blank")
    .max(255, 'Name is too long (maximum is 255 characters)'),
})
export type TagInput = z.infer<typeof TagInput>

/** A tag that could not be created, as shown in a failure. */
export const TagEcho = z.object({ name: z.string().nullable(), created_at: z.null() })
/** Failures contain an unknown ID as it was sent. */
export const TagRef = z.object({ id: LooseId })
export type TagRef = z.infer<typeof TagRef>

/** A subscriber and a tag to add or remove. In failures an unknown ID is null. */
export const TaggingPair = z.object({ tag_id: LooseId, subscriber_id: LooseId })
export type TaggingPair = z.infer<typeof TaggingPair>

/** A subscriber in the response to tagging many. */
export const BulkTaggedSubscriber = SlimSubscriber.omit({ state: true })
  .extend({ tagged_at: Timestamp })
  .meta({ id: 'BulkTaggedSubscriber' })
export type BulkTaggedSubscriber = z.infer<typeof BulkTaggedSubscriber>

/** A tag removed from a subscriber, with the time of its tagging, as needed for an undo. */
export const RemovedTag = z.object({ tag_id: Id, id: BigId, tagged_at: z.iso.datetime() })
export type RemovedTag = z.infer<typeof RemovedTag>

export const TagFilter = z.object({
  include: z.enum(['subscriber_count'], { error: 'include must be one of: subscriber_count' }).optional(),
})
export type TagFilter = z.infer<typeof TagFilter>

/** A subscriber in the list of a tag, and in the response to tagging one. */
export const TaggedSubscriber = Subscriber.extend({ tagged_at: Timestamp })
  .partial({ fields: true })
  .meta({ id: 'TaggedSubscriber' })
export type TaggedSubscriber = z.infer<typeof TaggedSubscriber>

export const SubscriberTag = named('SubscriberTag', { id: z.int(), name: z.string(), tagged_at: Timestamp })
export type SubscriberTag = z.infer<typeof SubscriberTag>

export const TaggedSubscriberFilter = z.object({
  ...MemberFilter.pick({ status: true, created_after: true, created_before: true }).shape,
  tagged_after: after('tagged_after'),
  tagged_before: before('tagged_before'),
  slim: MemberFilter.shape.slim,
})
export type TaggedSubscriberFilter = z.infer<typeof TaggedSubscriberFilter>

/** A tag that subscribers can switch on and off on the preference page. */
export const Topic = named('Topic', {
  id: z.int(),
  /** The tag's name, for the creator. */
  tag_name: z.string(),
  /** Name for subscribers. */
  name: z.string(),
  description: z.string().nullable(),
})
export type Topic = z.infer<typeof Topic>

export const TopicInput = z.object({
  name: z
    .string()
    .overwrite(singleLine)
    .trim()
    .min(1, "Public name can't be blank")
    .max(100, 'Public name is too long (maximum is 100 characters)'),
  description: z.string().overwrite(singleLine).trim().max(200, 'Description is too long (maximum is 200 characters)'),
})
export type TopicInput = z.infer<typeof TopicInput>

/** A tag in the list of the dashboard. */
export interface ColoredTag extends Tag {
  color: TagColor | null
  /** Number of active subscribers. */
  subscriber_count: number
}

const Color = z.enum(TAG_COLORS, `Choose one of: ${TAG_COLORS.join(', ')}`)

export const ColoredTagFilter = z.object({
  search: z.string().overwrite(storable).trim().max(255).optional(),
  color: z.enum([...TAG_COLORS, 'none']).optional(),
})
export type ColoredTagFilter = z.infer<typeof ColoredTagFilter>

export const TagColorInput = z.object({ id: Id, color: Color.nullable() })
export type TagColorInput = z.infer<typeof TagColorInput>

/** A tag with what only the dashboard and the preference page show. */
export const TagDetail = Tag.extend({
  color: Color.nullable(),
  topic: Topic.pick({ name: true, description: true }).nullable(),
}).meta({ id: 'TagDetail' })
export type TagDetail = z.infer<typeof TagDetail>
