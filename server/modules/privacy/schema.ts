import { z } from 'zod'
import { BigId } from '../../core/wire.ts'

/** Who is erased: named twice, so that no slip of a hand does it. */
export const Erasure = z.object({ id: BigId, email_address: z.string().trim().toLowerCase() })
export type Erasure = z.infer<typeof Erasure>
