import { adminWrite } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import type { InstanceSettings } from '../../../core/instance/settings-schema.ts'
import type { Tx } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { env } from '../../../env.ts'
import { t } from '../../../lib/locale/texts.ts'
import { type ByPlan, MAX_PLANS, type NewPlan, type Plan, type PlanFields, type PlanRow } from '../plan-schema.ts'
import { FREE } from '../values-schema.ts'
import { applyLimits } from './apply-limits.ts'
import { forgetPlans, lockPlan, PLAN_COLUMNS } from './known-plans.ts'

const FIELDS = [
  'name',
  'description',
  'subscriber_limit',
  'member_limit',
  'has_reporting',
  'has_api',
  'price_month',
  'price_year',
  'currency',
  'trial_days',
  'position',
] as (keyof PlanFields)[]

/** SQL of the key of the plan for new accounts: from the instance settings, otherwise SIGN_UP_PLAN as `$1`. */
const DEFAULT_KEY = `coalesce((select nullif(value #>> '{}', '') from instance_setting where name = 'default_plan'), $1)`

/** Lists all plans in their order, with the number of their accounts. There are at most a hundred. */
export const listPlans = (ctx: Ctx): Promise<PlanRow[]> =>
  ctx.sql.rows<PlanRow>(
    `${UNSCOPED}select ${PLAN_COLUMNS}, coalesce(a.accounts, 0) as accounts, coalesce(a.own_limits, 0) as own_limits,
       p.key = ${DEFAULT_KEY} as is_default
     from plan p left join (
       select plan_type, count(*)::int as accounts, (count(*) filter (where has_own_limit))::int as own_limits
       from account group by plan_type
     ) a on a.plan_type = p.key
     order by p.archived_at is not null, p.position, p.key`,
    [env().SIGN_UP_PLAN],
  )

/** Creates a plan. Throws conflict for a key that exists, and invalid if there are too many. */
export const createPlan = (ctx: Ctx, { key, ...fields }: NewPlan): Promise<void> =>
  adminWrite(ctx, {}, async (tx, record) => {
    const { count = 0 } = (await tx.sql.one<{ count: number }>(
      `${UNSCOPED}select count(*)::int as count from plan`,
    )) ?? { count: 0 }
    if (count >= MAX_PLANS) throw invalid(t`There are at most ${MAX_PLANS} plans`)
    const inserted_rows = await tx.sql.run(
      `${UNSCOPED}insert into plan (key, ${FIELDS.join(', ')}, created_at, updated_at)
       select $1, ${FIELDS.map((_, at) => `$${at + 3}`).join(', ')}, $2, $2
       on conflict (key) do nothing`,
      [key, tx.now(), ...FIELDS.map((name) => fields[name])],
    )
    if (inserted_rows === 0) throw conflict(t`The key ${key} is in use. Choose another one`)
    await record({ action: 'plan_created', details: { plan: fields.name, plan_key: key, after: fields } })
    tx.onCommit(forgetPlans)
  })

/**
 * Changes a plan. Accounts on it have the new limits within seconds, except a subscriber limit of their own. An account above a limit keeps
 * its data. Throws not_found.
 */
export async function editPlan(ctx: Ctx, { key, ...fields }: NewPlan): Promise<void> {
  await adminWrite(ctx, {}, async (tx, record) => {
    const { before } = await lockedPlan(tx, key)
    await tx.sql.run(
      `${UNSCOPED}update plan set ${FIELDS.map((name, at) => `${name} = $${at + 3}`).join(', ')}, updated_at = $2,
         limit_changed_at = case when subscriber_limit is distinct from $${FIELDS.indexOf('subscriber_limit') + 3}
           then $2 else limit_changed_at end
       where key = $1`,
      [key, tx.now(), ...FIELDS.map((name) => fields[name])],
    )
    const changed_fields = FIELDS.filter((name) => before[name] !== fields[name])
    await record({
      action: 'plan_edited',
      details: {
        plan: fields.name,
        plan_key: key,
        names: changed_fields.map((name) => name.replaceAll('_', ' ')).join(', ') || 'nothing',
        before: Object.fromEntries(changed_fields.map((name) => [name, before[name]])),
        after: Object.fromEntries(changed_fields.map((name) => [name, fields[name]])),
      },
    })
    tx.onCommit(forgetPlans)
  })
  // A cron continues if this process ends here.
  await applyLimits({ now: ctx.now() })
}

/** Closes a plan to new accounts. Its accounts keep it. Throws invalid for the free and the default plan. */
export const archivePlan = (ctx: Ctx, { key }: ByPlan): Promise<void> =>
  adminWrite(ctx, {}, async (tx, record) => {
    const plan = await lockedPlan(tx, key)
    requireDispensable(plan, 'archived')
    await tx.sql.run(
      `${UNSCOPED}update plan set archived_at = coalesce(archived_at, $2), updated_at = $2 where key = $1`,
      [key, tx.now()],
    )
    await record({ action: 'plan_archived', details: { plan: plan.before.name, plan_key: key } })
    tx.onCommit(forgetPlans)
  })

/** Offers an archived plan to new accounts again. Throws not_found. */
export const restorePlan = (ctx: Ctx, { key }: ByPlan): Promise<void> =>
  adminWrite(ctx, {}, async (tx, record) => {
    const { before } = await lockedPlan(tx, key)
    await tx.sql.run(`${UNSCOPED}update plan set archived_at = null, updated_at = $2 where key = $1`, [key, tx.now()])
    await record({ action: 'plan_restored', details: { plan: before.name, plan_key: key } })
    tx.onCommit(forgetPlans)
  })

/** Deletes a plan that no account has. Throws invalid otherwise, and for the free and the default plan. */
export const deletePlan = (ctx: Ctx, { key }: ByPlan): Promise<void> =>
  adminWrite(ctx, {}, async (tx, record) => {
    const plan = await lockedPlan(tx, key)
    requireDispensable(plan, 'deleted')
    if (plan.has_accounts) throw invalid('Accounts have this plan. Archive it instead')
    await tx.sql.run(`${UNSCOPED}delete from plan where key = $1`, [key])
    await record({ action: 'plan_deleted', details: { plan: plan.before.name, plan_key: key, before: plan.before } })
    tx.onCommit(forgetPlans)
  })

/** Rejects settings whose plan for new accounts does not exist or is archived. Runs in the transaction that saves them. */
export const requireDefaultPlan = async (tx: Tx, { default_plan }: InstanceSettings): Promise<void> => {
  await lockPlan(tx, { key: default_plan || env().SIGN_UP_PLAN, field: default_plan ? 'default_plan' : 'SIGN_UP_PLAN' })
}

interface Locked {
  before: Plan
  is_default: boolean
  has_accounts: boolean
}

async function lockedPlan(tx: Tx, key: string): Promise<Locked> {
  const previous = await tx.sql.one<Plan>(`${UNSCOPED}select ${PLAN_COLUMNS} from plan p where p.key = $1 for update`, [
    key,
  ])
  if (!previous) throw notFound()
  // A separate statement, which sees commits made while waiting for the lock.
  const found = await tx.sql.one<Omit<Locked, 'before'>>(
    `${UNSCOPED}select $2 = ${DEFAULT_KEY} as is_default, exists (select from account where plan_type = $2) as has_accounts`,
    [env().SIGN_UP_PLAN, key],
  )
  return { before: previous, is_default: found?.is_default ?? false, has_accounts: found?.has_accounts ?? true }
}

function requireDispensable({ before: { key }, is_default }: Locked, verb: 'archived' | 'deleted'): void {
  if (key === FREE)
    throw invalid(
      verb === 'archived'
        ? 'The free plan cannot be archived: accounts fall back to it'
        : 'The free plan cannot be deleted: accounts fall back to it',
    )
  if (is_default)
    throw invalid(
      verb === 'archived'
        ? 'New accounts start on this plan, so it cannot be archived. Choose another default plan first'
        : 'New accounts start on this plan, so it cannot be deleted. Choose another default plan first',
    )
}
