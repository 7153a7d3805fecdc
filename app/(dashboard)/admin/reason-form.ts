import { z } from 'zod'
import { Reason } from '@/server/modules/admin/accounts-schema.ts'
import { FactorRemoval } from '@/server/modules/admin/users-schema.ts'

/** What the dialog asks for: why something is taken away, or how the administrator checked who is asking. */
export const REASON_FORMS = {
  reason: z.object({ reason: Reason }),
  check: z.object({ reason: FactorRemoval.shape.check }),
}
