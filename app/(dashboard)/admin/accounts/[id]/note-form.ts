import { z } from 'zod'
import { NoteText } from '@/server/modules/admin/accounts-schema.ts'

export const NoteForm = z.object({ text: NoteText })
