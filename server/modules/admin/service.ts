import { type Ctx, systemCtx } from '../../core/context.ts'
import type { PlanInput } from '../accounts/plan-schema.ts'
import { type PlanView, setPlan } from '../accounts/plans/plans.ts'

export {
  inviteToInstance,
  listInstanceInvitations,
  resendInstanceInvitation,
  revokeInstanceInvitation,
} from '../accounts/sign-up/instance-invitations.ts'

/** Changes the plan of any account of this instance. Throws not_found. */
export const setPlanOf = (
  { actor }: Ctx,
  { account_id, ...plan }: PlanInput & { account_id: number },
): Promise<PlanView & { account_id: number }> => setPlan({ ...systemCtx(account_id), actor }, plan)
