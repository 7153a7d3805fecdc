import { type Ctx, systemCtx } from '../../core/context.ts'
import type { PlanInput } from '../accounts/plan-schema.ts'
import { type PlanView, setPlan } from '../accounts/plans/plans.ts'

/** Changes the plan of any account of this instance. Throws not_found. */
export function setPlanOf(
  ctx: Ctx,
  { account_id, ...plan }: PlanInput & { account_id: number },
): Promise<PlanView & { account_id: number }> {
  ctx.log.info({ changed_account_id: account_id, ...plan }, 'plan set by an administrator')
  return setPlan(systemCtx(account_id), plan)
}
