import { invalid } from '../../../core/errors.ts'
import { NotifiedCache } from '../../../core/instance/notified-cache.ts'
import { instanceSettings } from '../../../core/instance/settings.ts'
import type { Tx } from '../../../core/write/write.ts'
import { database } from '../../../db/client.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { DEFAULT_SIGN_UP_PLAN, env, SettingError } from '../../../env.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { t } from '../../../lib/locale/texts.ts'
import { MAX_PLANS, type Plan } from '../plan-schema.ts'

/** Columns of a plan for the dashboard, over `plan p`. */
export const PLAN_COLUMNS = `p.key, p.name, p.description, p.subscriber_limit, p.member_limit, p.has_reporting, p.has_api,
  p.price_month, p.price_year, p.currency, p.trial_days, p.position, p.archived_at is not null as is_archived`

type Plans = ReadonlyMap<string, Plan>

async function readPlans(): Promise<Plans> {
  const { rows } = await database().pool.query<Plan>(
    `select ${PLAN_COLUMNS} from plan p order by p.position, p.key limit ${MAX_PLANS}`,
  )
  return new Map(rows.map((plan) => [plan.key, plan]))
}

/** The plans in this process. */
export class PlanCache extends NotifiedCache<Plans> {
  constructor() {
    super({ channel: 'plans', initial: new Map(), read: readPlans })
  }
}

const singleton = processSingleton('plans', () => ({ cache: new PlanCache() }))

/** Without notifications, as behind some poolers, a change takes effect after this time. */
const POLL_MS = 1_000

/** Returns all plans by key, in their order, including archived ones. A change takes effect in every process within a second. */
export const knownPlans = (): Promise<Plans> => singleton.cache.get()

/** Makes this process read the plans again. */
export const forgetPlans = (): void => singleton.cache.forget()

/** Reads the plans now and every second. Returns a function that stops it. Throws SettingError if new accounts would have no plan. */
export async function watchPlans(): Promise<() => void> {
  const stop = await singleton.cache.watch(POLL_MS)
  const key = await unusableKey()
  if (key === undefined) return stop
  stop()
  throw new SettingError(
    `SIGN_UP_PLAN names no plan that new accounts can use: it is "${key}". Set it to one of ${await openPlanKeys()}.`,
  )
}

/**
 * Returns the key of a configured plan that does not exist or that new accounts cannot use. Only the built-in default may be missing,
 * because an administrator may have chosen another plan and deleted it.
 */
async function unusableKey(): Promise<string | undefined> {
  const plans = await knownPlans()
  const key = await defaultPlanKey()
  if (plans.get(key)?.is_archived !== false) return key
  const { SIGN_UP_PLAN } = env()
  return plans.has(SIGN_UP_PLAN) || SIGN_UP_PLAN === DEFAULT_SIGN_UP_PLAN ? undefined : SIGN_UP_PLAN
}

/** Returns the key of the plan for new accounts. */
export const defaultPlanKey = async (): Promise<string> => (await instanceSettings()).default_plan || env().SIGN_UP_PLAN

const openPlanKeys = async () => openKeys([...(await knownPlans()).values()]).join(', ')

const openKeys = (plans: readonly Pick<Plan, 'key' | 'is_archived'>[]) =>
  plans.flatMap(({ key, is_archived }) => (is_archived ? [] : key))

/** Returns the keys of the plans that new accounts can use, in their order. */
export const openKeysOf = async (tx: Tx): Promise<string[]> =>
  openKeys(
    await tx.sql.rows<Pick<Plan, 'key' | 'is_archived'>>(
      `${UNSCOPED}select p.key, p.archived_at is not null as is_archived from plan p order by p.position, p.key`,
    ),
  )

/**
 * Returns the plan, and prevents its archiving or deletion until the transaction ends. `current` is the account's plan, which it may keep.
 * Throws invalid with the available plans, naming the `field`.
 */
export async function lockPlan(
  tx: Tx,
  { key, current, field = 'plan_type' }: { key: string; current?: string; field?: string },
): Promise<Plan> {
  const plan = await tx.sql.one<Plan>(`${UNSCOPED}select ${PLAN_COLUMNS} from plan p where p.key = $1 for share`, [key])
  if (plan && (!plan.is_archived || key === current)) return plan
  const keys = (await openKeysOf(tx)).join(', ')
  throw invalid(plan ? t`${field} names an archived plan. Use one of ${keys}` : t`${field} must be one of ${keys}`)
}
