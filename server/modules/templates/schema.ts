import { z } from 'zod'
import { named } from '../../core/wire.ts'

/** A layout for emails in the list of the API (contract 8.11). */
export const EmailTemplate = named('EmailTemplate', {
  id: z.int(),
  name: z.string(),
  is_default: z.boolean(),
  category: z.enum(['HTML', 'Starting point']),
})
export type EmailTemplate = z.infer<typeof EmailTemplate>
