import { z } from 'zod'
import { BigId } from '../../core/wire.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'

/** Identifies the subscriber by ID and address, so a wrong ID erases no one. */
export const Erasure = z.object({ id: BigId, email_address: z.string().transform(normalizeEmailAddress) })
export type Erasure = z.infer<typeof Erasure>
