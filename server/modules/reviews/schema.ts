import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id, storable, Timestamp } from '../../core/wire.ts'
import { REVIEW_KINDS, REVIEW_STATES } from './values-schema.ts'

/** An app or automation template that administrators review. */
export const ReviewItem = z.object({ kind: z.enum(REVIEW_KINDS), id: Id })
export type ReviewItem = z.infer<typeof ReviewItem>

export const QueueQuery = PageQuery.extend({
  kind: z.enum(REVIEW_KINDS).optional(),
  state: z.enum(REVIEW_STATES).default('in_review'),
})
export type QueueQuery = z.infer<typeof QueueQuery>

/** An item in the review queue. */
export const QueueItem = z.object({
  kind: z.enum(REVIEW_KINDS),
  id: z.int(),
  name: z.string(),
  /** App of a template. */
  app_name: z.string().nullable(),
  logo_url: z.string().nullable(),
  developer: z.string(),
  /** True for changes to a version that creators already use. */
  is_revision: z.boolean(),
  submitted_at: Timestamp.nullable(),
  /** Name of the administrator who is reviewing it. */
  claimed_by: z.string().nullable(),
})
export type QueueItem = z.infer<typeof QueueItem>

/** Duration for which a claim keeps other administrators from deciding. */
export const CLAIM_MINUTES = 30

export const EntryText = z
  .string()
  .overwrite(storable)
  .trim()
  .min(1, 'Write a note')
  .max(2_000, 'At most 2,000 characters')
export const NoteInput = ReviewItem.extend({ text: EntryText })
export type NoteInput = z.infer<typeof NoteInput>

export const HistoryQuery = PageQuery.extend(ReviewItem.shape)
export type HistoryQuery = z.infer<typeof HistoryQuery>

export const ENTRY_ACTIONS = ['note', 'approved', 'rejected', 'removed'] as const
export type EntryAction = (typeof ENTRY_ACTIONS)[number]

/** A note or a decision. */
export const EntryView = z.object({
  id: z.int(),
  action: z.enum(ENTRY_ACTIONS),
  text: z.string(),
  author: z.string(),
  created_at: Timestamp,
})
export type EntryView = z.infer<typeof EntryView>

/** The administrator who is reviewing an item. */
export interface ClaimView {
  by: string
  is_own: boolean
  expires_at: string
}
