import { z } from 'zod'
import { Id } from '../../core/wire.ts'

/** `only_if_undoable`: deletes nothing that could not be given back, so the dashboard can ask first. */
export const Deleting = z.object({ id: Id, only_if_undoable: z.boolean().default(false) })
export type Deleting = Partial<z.infer<typeof Deleting>> & { id: number }

export const Undeleting = z.object({ undo: Id })
export type Undeleting = z.infer<typeof Undeleting>

export interface Deletion {
  is_deleted: boolean
  /** Id of the undo that restores it. Null if nothing does. */
  undo: number | null
}
