import { z } from 'zod'
import { Id, Timestamp } from '../../core/wire.ts'

/** Kinds of records that members write texts for. */
export const DraftKind = z.enum(['broadcast', 'sequence_email', 'automation_email', 'post'])

/** The two versions of a landing page have histories of their own, by the id of the form. */
export const RevisionKind = z.enum([...DraftKind.options, 'landing_page', 'landing_page_b', 'snippet'])
export type RevisionKind = z.infer<typeof RevisionKind>

/** A draft whose texts are kept. */
export const RevisedItem = z.object({ kind: RevisionKind, item_id: Id })
export type RevisedItem = z.infer<typeof RevisedItem>

export const RevisionKey = RevisedItem.extend({ id: Id })
export type RevisionKey = z.infer<typeof RevisionKey>

/**
 * Content of a revision: the subject of an email or the title of a post, and HTML with Liquid. For a landing page, its title, why it was
 * changed if no member edited it (`kept_b`: its version B was kept), and its sections as JSON.
 */
export interface RevisionText {
  title: string
  preview_text: string
  content: string
}

export const ListedRevision = z.object({
  id: z.int(),
  title: z.string(),
  /** Why a landing page was changed; empty for everything else. */
  reason: z.string(),
  author: z.string().meta({ description: 'Empty for the text before the first change that was kept.' }),
  created_at: Timestamp,
  /** The last change that is in it. */
  updated_at: Timestamp,
})
export type ListedRevision = z.infer<typeof ListedRevision>

export type Revision = ListedRevision & RevisionText

/** Stored text that a save of an editor replaces. Without it, as on /v4, the last write counts. */
export const Replacing = z.object({
  /** The `text_version` of the text that the change was typed into. If another text is stored, the save is a conflict. */
  replaces: z.string().max(64).optional(),
  /** Replaces whatever is stored, which keeps an entry of its own in the history. */
  over_others: z.boolean().optional(),
})
export type Replacing = z.infer<typeof Replacing>

/** The draft, and which of its revisions. */
export const Restoring = z.object({ id: Id, revision_id: Id })
export type Restoring = z.infer<typeof Restoring>
