import { z } from 'zod'

/** A layout for emails in the list of the API (contract 8.11). */
export const EmailTemplate = z
  .object({ id: z.int(), name: z.string(), is_default: z.boolean(), category: z.enum(['HTML', 'Starting point']) })
  .meta({ id: 'EmailTemplate' })
export type EmailTemplate = z.infer<typeof EmailTemplate>
