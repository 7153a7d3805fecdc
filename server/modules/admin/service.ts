import { type Ctx, systemCtx } from '../../core/context.ts'
import { saveInstanceSettings } from '../../core/instance/settings.ts'
import type { InstanceSettings } from '../../core/instance/settings-schema.ts'
import type { PlanInput } from '../accounts/plan-schema.ts'
import { requireDefaultPlan } from '../accounts/plans/manage.ts'
import { type PlanView, setPlan } from '../accounts/plans/plans.ts'

export {
  archivePlan,
  createPlan,
  deletePlan,
  editPlan,
  listPlans,
  restorePlan,
} from '../accounts/plans/manage.ts'
export {
  inviteToInstance,
  listInstanceInvitations,
  resendInstanceInvitation,
  revokeInstanceInvitation,
} from '../accounts/sign-up/instance-invitations.ts'
export { listTestInstalls, removeTestInstall, startTestInstall } from '../installs/test-installs.ts'

/** Changes the plan of any account of this instance. Throws not_found. */
export const setPlanOf = (
  { actor }: Ctx,
  { account_id, ...plan }: PlanInput & { account_id: number },
): Promise<PlanView & { account_id: number }> => setPlan({ ...systemCtx(account_id), actor }, plan)

/** Saves settings of the instance. Throws invalid if new accounts would have no plan. */
export const saveSettings = (ctx: Ctx, input: Partial<InstanceSettings>): Promise<InstanceSettings> =>
  saveInstanceSettings(ctx, input, requireDefaultPlan)
