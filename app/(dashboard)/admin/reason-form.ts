import { z } from 'zod'
import { Reason } from '@/server/modules/admin/accounts-schema.ts'
import { FactorRemoval } from '@/server/modules/admin/users-schema.ts'

/** Questions of the dialog: the reason for an action, or how the administrator verified the user’s identity. */
export const REASON_FORMS = {
  reason: z.object({ reason: Reason }),
  check: z.object({ reason: FactorRemoval.shape.check }),
}
