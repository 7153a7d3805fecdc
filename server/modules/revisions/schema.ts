import { z } from 'zod'
import { Id, named, Timestamp } from '../../core/wire.ts'

/** Kinds of records whose texts members write. */
export const DraftKind = z.enum(['broadcast', 'sequence_email', 'automation_email', 'post'])

/** The two versions of a landing page have separate histories, by the form's ID. */
export const RevisionKind = z.enum([...DraftKind.options, 'landing_page', 'landing_page_b', 'snippet'])
export type RevisionKind = z.infer<typeof RevisionKind>

/** A draft whose earlier texts are kept. */
export const RevisedItem = z.object({ kind: RevisionKind, item_id: Id })
export type RevisedItem = z.infer<typeof RevisedItem>

export const RevisionKey = RevisedItem.extend({ id: Id })
export type RevisionKey = z.infer<typeof RevisionKey>

/**
 * Content of a revision: an email's subject or a post's title, and HTML with Liquid. For a landing page: its title, its sections as JSON,
 * and, if no member made the change, its reason (`kept_b`: version B was kept).
 */
export interface RevisionText {
  title: string
  preview_text: string
  content: string
}

export const ListedRevision = named('Revision', {
  id: z.int(),
  title: z.string(),
  /** Why a landing page was changed. Empty for all other kinds. */
  reason: z.string(),
  author: z.string().meta({ description: 'Empty for the text before the first change that was kept.' }),
  created_at: Timestamp,
  /** Time of the last included change. */
  updated_at: Timestamp,
})
export type ListedRevision = z.infer<typeof ListedRevision>

export type Revision = ListedRevision & RevisionText

/** The stored text that an editor's save replaces. Without it, as on /v4, the last write wins. */
export const Replacing = z.object({
  /** The `text_version` of the text that the user edited. If the stored text is another one, the save is a conflict. */
  replaces: z.string().max(64).optional(),
  /** Replaces any stored text, which gets an entry of its own in the history. */
  over_others: z.boolean().optional(),
})
export type Replacing = z.infer<typeof Replacing>

/** The draft, and the revision to restore. */
export const Restoring = z.object({ id: Id, revision_id: Id })
export type Restoring = z.infer<typeof Restoring>
