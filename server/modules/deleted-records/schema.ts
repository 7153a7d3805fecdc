import { z } from 'zod'
import { Id } from '../../core/wire.ts'

/** `only_if_undoable`: deletes nothing that could not be restored, so the dashboard can ask first. */
export const Deleting = z.object({ id: Id, only_if_undoable: z.boolean().default(false) })
export type Deleting = Partial<z.infer<typeof Deleting>> & { id: number }

export const Undeleting = z.object({ undo: Id })
export type Undeleting = z.infer<typeof Undeleting>

export interface Deletion {
  is_deleted: boolean
  /** ID of the undo that restores the record. Null: it cannot be restored. */
  undo: number | null
}
