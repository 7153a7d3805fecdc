import { z } from 'zod'
import { BigId } from '../../core/wire.ts'

/** Identifies the subscriber by ID and address, so a wrong ID erases no one. */
export const Erasure = z.object({ id: BigId, email_address: z.string().trim().toLowerCase() })
export type Erasure = z.infer<typeof Erasure>
