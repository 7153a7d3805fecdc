import { z } from 'zod'
import { Id, named, Timestamp } from '../../core/wire.ts'

/** `only_if_undoable`: deletes nothing that could not be restored, so the dashboard can ask first. */
export const Deleting = z.object({ id: Id, only_if_undoable: z.boolean().default(false) })
export type Deleting = Partial<z.infer<typeof Deleting>> & { id: number }

export const Undeleting = z.object({ undo: Id })
export type Undeleting = z.infer<typeof Undeleting>

/** A deletion that its user can undo. */
export const DeletedRecord = named('Deletion', {
  id: z.int(),
  kind: z.string(),
  item_id: z.int(),
  deleted_at: Timestamp,
})
export type DeletedRecord = z.infer<typeof DeletedRecord>

export interface Deletion {
  is_deleted: boolean
  /** ID of the undo that restores the record. Null: it cannot be restored. */
  undo: number | null
}
