import { z } from 'zod'
import { Flag, Id, named, storable, Timestamp } from '../../core/wire.ts'
import { DraftKind, RevisedItem } from '../revisions/schema.ts'
import { MAX_COMMENT, MAX_MENTIONS, MAX_QUOTE, QUOTE_CONTEXT } from './values-schema.ts'

/** A draft that members can comment on. */
export const CommentedItem = RevisedItem.extend({ kind: DraftKind })
export type CommentedItem = z.infer<typeof CommentedItem>

const Text = z
  .string()
  .overwrite(storable)
  .trim()
  .min(1, 'Write a comment')
  .max(MAX_COMMENT, `A comment has at most ${MAX_COMMENT.toLocaleString('en-US')} characters`)
const Mentions = z.array(Id).max(MAX_MENTIONS, `Mention at most ${MAX_MENTIONS} members`).default([])

/** The passage of the draft that a thread is about, with its surroundings to find it again after changes. Plain text. */
export const Quote = z.object({
  text: z.string().overwrite(storable).trim().min(1).max(MAX_QUOTE, `Quote at most ${MAX_QUOTE} characters`),
  before: z.string().overwrite(storable).max(QUOTE_CONTEXT).default(''),
  after: z.string().overwrite(storable).max(QUOTE_CONTEXT).default(''),
})
export type Quote = z.infer<typeof Quote>

export const NewComment = CommentedItem.extend({
  text: Text,
  mentions: Mentions,
  /** The thread that this comment replies to. */
  thread_id: Id.optional(),
  quote: Quote.optional(),
})
export type NewComment = z.infer<typeof NewComment>

export const CommentKey = CommentedItem.extend({ id: Id })
export type CommentKey = z.infer<typeof CommentKey>

export const CommentChange = CommentKey.extend({ text: Text, mentions: Mentions })
export type CommentChange = z.infer<typeof CommentChange>

export const ThreadResolution = CommentKey.extend({ is_resolved: z.boolean() })
export type ThreadResolution = z.infer<typeof ThreadResolution>

export const ThreadFilter = CommentedItem.extend({ is_resolved: z.boolean().default(false) })
export type ThreadFilter = z.infer<typeof ThreadFilter>

/** Marks everything up to a comment as read. Later comments stay unread. */
export const CommentsRead = CommentedItem.extend({ up_to: Id })
export type CommentsRead = z.infer<typeof CommentsRead>

export const Comment = z.object({
  id: z.int(),
  author: z.string(),
  is_mine: z.boolean(),
  /** Empty if it was deleted but has replies. */
  text: z.string(),
  /** Names as they appear in the text. */
  mentioned: z.array(z.string()),
  is_unread: z.boolean(),
  is_deleted: z.boolean(),
  created_at: Timestamp,
  edited_at: Timestamp.nullable(),
})
export type Comment = z.infer<typeof Comment>

/** A thread for programs. */
export const Thread = Comment.extend({
  quote: z.object({ text: z.string(), before: z.string(), after: z.string() }).nullable(),
  resolved_at: Timestamp.nullable(),
  resolved_by: z.string().nullable(),
  replies: z.array(Comment),
}).meta({ id: 'Comment' })
export const ThreadQuery = CommentedItem.extend({ is_resolved: Flag.default(false).meta({ type: 'boolean' }) })
export const CreatedComment = named('CreatedComment', { id: z.int() })

export interface CommentThread extends Comment {
  quote: Quote | null
  resolved_at: string | null
  resolved_by: string | null
  /** Oldest first. */
  replies: Comment[]
}

export interface CommentCounts {
  open: number
  resolved: number
  unread: number
}
