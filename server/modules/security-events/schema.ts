import { z } from 'zod'
import { named, Timestamp } from '../../core/wire.ts'
import { SECURITY_EVENT_KINDS } from './values-schema.ts'

/** An entry of an account's security log. `by` is the user who did it. Null: a program did. */
export const SecurityEvent = named('SecurityEvent', {
  id: z.int(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  summary: z.string(),
  by: z.string().nullable(),
  occurred_at: Timestamp,
})
export type SecurityEvent = z.infer<typeof SecurityEvent>
