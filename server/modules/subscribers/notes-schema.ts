import { z } from 'zod'
import { BigId, Id, named, storable, Timestamp } from '../../core/wire.ts'

/** Maximum characters of a note. */
const MAX_TEXT = 5_000
/** Maximum notes about one subscriber. */
export const MAX_NOTES = 500

export const NoteText = z
  .string()
  .overwrite(storable)
  .trim()
  .min(1, 'Note can’t be blank')
  .max(MAX_TEXT, `Note is too long (at most ${MAX_TEXT} characters)`)

/** A member's note about a subscriber. Subscribers see it in the copy of their data. */
export const Note = named('SubscriberNote', {
  id: z.int(),
  text: z.string(),
  /** Null: the author left the account. */
  author: z.string().nullable(),
  /** True if the current user may change it. */
  is_own: z.boolean(),
  created_at: Timestamp,
  edited_at: Timestamp.nullable(),
})
export type Note = z.infer<typeof Note>

export const NewNote = z.object({ subscriber_id: BigId, text: NoteText })
export type NewNote = z.infer<typeof NewNote>

export const NoteChange = z.object({ id: Id, text: NoteText })
export type NoteChange = z.infer<typeof NoteChange>

export const NoteId = z.object({ id: Id })
export const NotesOf = z.object({ subscriber_id: BigId })

/** Token for `restore`. An encrypted note of maximum length is shorter than this. */
export const DeletedNote = named('DeletedNote', { undo: z.string().max(50_000) })
export type DeletedNote = z.infer<typeof DeletedNote>
