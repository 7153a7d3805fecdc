import { type Ctx, systemPool } from '../../../core/context.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { env } from '../../../env.ts'
import { asciiDomainOf } from '../../../mail/mime/header.ts'
import { allowanceOn, parseWarmUp } from '../../../mail/warm-up-curve.ts'
import { isSending } from '../open-transports.ts'
import type { WarmUpView } from '../schema.ts'
import { dayOf } from './limits.ts'
import { allowancesAfter, planWarmUp, type WarmUpPlan } from './warm-up.ts'

/** Returns the warm-up of a sending domain for its chart. It covers all accounts, so callers must check permissions. */
export async function getWarmUp(ctx: Ctx, { domain }: { domain: string }): Promise<WarmUpView> {
  const curve = isSending() ? parseWarmUp(env().WARM_UP) : null
  const nothing = { note: null, day: null, allowance: null, used: 0, days: [] }
  if (!curve) return { ...nothing, state: 'off' }
  const today = dayOf(ctx.now())
  const [established, used_days] = await Promise.all([
    systemPool().query<{ note: string }>('select note from established_domain where domain = $1', [domain]),
    systemPool().query<{ day: string; used: number }>(
      `select day::text, used from daily_allowance where subject = 'domain ' || $1 and (used > 0 or day = $2::date)
       order by day limit 400`,
      [domain, today],
    ),
  ])
  const [known] = established.rows
  if (known) return { ...nothing, state: 'established', note: known.note }
  const earlier = used_days.rows.filter(({ day }) => day < today)
  const used_today = used_days.rows.find(({ day }) => day === today)?.used ?? 0
  const day = earlier.length + 1
  const days = Array.from({ length: curve.days }, (_, at) => ({
    day: at + 1,
    allowance: allowanceOn(curve, at + 1) ?? curve.last,
    sent: at + 1 === day ? used_today : (earlier[at]?.used ?? null),
  }))
  const allowance = allowanceOn(curve, day)
  if (allowance === null) return { ...nothing, state: 'done', days }
  return { state: 'warming_up', note: null, day, allowance, used: used_today, days }
}

/** An email that its domain's warm-up distributes over days. */
export interface WarmUpNotice extends WarmUpPlan {
  domain: string
  /** Number of messages that the domain may send today. */
  allowance: number
}

/** Returns the distribution over days of an email from this address, by its domain's warm-up. Null if all messages may be sent today. */
export async function planForWarmUp(
  ctx: Ctx,
  { from, recipients }: { from: string; recipients: number },
): Promise<WarmUpNotice | null> {
  if (!isSending()) return null
  const curve = parseWarmUp(env().WARM_UP)
  if (!curve) return null
  const domain = asciiDomainOf(from)
  // Runs inside a transaction when sending is checked, so it must use that connection.
  const usage = await ctx.sql.one<{ earlier: number; used: number }>(
    `${UNSCOPED}select count(*) filter (where day < $2::date and used > 0)::int as earlier,
       coalesce(sum(used) filter (where day = $2::date), 0)::int as used
     from daily_allowance where subject = 'domain ' || $1
     having not exists (select from established_domain where domain = $1)`,
    [domain, dayOf(ctx.now())],
  )
  const allowances = usage && allowancesAfter(curve, usage.earlier)
  if (!allowances) return null
  const left = Math.max(allowances.today - usage.used, 0)
  const plan = planWarmUp(recipients, { left, later: allowances.later })
  return plan.days === 0 ? null : { ...plan, domain, allowance: allowances.today }
}

/** Lists the warming-up domains that sent recently, latest first. */
export async function listWarmUps(
  ctx: Ctx,
): Promise<{ domain: string; day: number; allowance: number; used: number }[]> {
  const curve = isSending() ? parseWarmUp(env().WARM_UP) : null
  if (!curve) return []
  const today = dayOf(ctx.now())
  const { rows } = await systemPool().query<{ domain: string; earlier: number; used: number }>(
    `select substr(subject, 8) as domain, count(*) filter (where day < $1::date and used > 0)::int as earlier,
       coalesce(sum(used) filter (where day = $1::date), 0)::int as used
     from daily_allowance where subject like 'domain %' and not exists (select from established_domain e where e.domain = substr(subject, 8))
     group by subject having max(day) > $1::date - 60 order by max(day) desc, subject limit 200`,
    [today],
  )
  return rows.flatMap(({ domain, earlier, used }) => {
    const allowance = allowanceOn(curve, earlier + 1)
    return allowance === null ? [] : [{ domain, day: earlier + 1, allowance, used }]
  })
}
