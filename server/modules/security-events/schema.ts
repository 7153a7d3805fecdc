import { z } from 'zod'
import { Timestamp } from '../../core/wire.ts'
import { SECURITY_EVENT_KINDS } from './values-schema.ts'

/** An entry of an account's security log. `by` is the user who did it. Null: a program did. */
export const SecurityEvent = z
  .object({
    id: z.int(),
    kind: z.enum(SECURITY_EVENT_KINDS),
    summary: z.string(),
    by: z.string().nullable(),
    occurred_at: Timestamp,
  })
  .meta({ id: 'SecurityEvent' })
export type SecurityEvent = z.infer<typeof SecurityEvent>
