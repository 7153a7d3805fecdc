import { adminWrite } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { env } from '../../../env.ts'
import { asciiDomainOf } from '../../../mail/mime/header.ts'
import { allowanceOn, parseWarmUp, type WarmUpCurve } from '../../../mail/warm-up-curve.ts'
import { dayOf } from './limits.ts'

/** Number of messages that a warming-up sending domain may send today and later. */
export interface Allowances {
  /** Day of the warm-up, from 1. Only days with messages count. */
  number: number
  today: number
  /** Messages on later days, tomorrow being 0; null: no limit. Assumes that messages are sent each day. */
  later: (day: number) => number | null
}

/**
 * Returns the number of messages that the domain may send. Null means no limit: it is established, its warm-up is over, or warm-up is off.
 */
export async function domainAllowances({ domain, now }: { domain: string; now: Date }): Promise<Allowances | null> {
  const curve = parseWarmUp(env().WARM_UP)
  if (!curve) return null
  const { rows } = await systemPool().query<{ days: number }>(
    `select count(*)::int as days from daily_allowance where subject = 'domain ' || $1 and used > 0 and day < $2::date
     having not exists (select from established_domain where domain = $1)`,
    [domain, dayOf(now)],
  )
  return rows[0] ? allowancesAfter(curve, rows[0].days) : null
}

/** `days`: number of earlier days with messages. */
export function allowancesAfter(curve: WarmUpCurve, days: number): Allowances | null {
  const number = days + 1
  const today = allowanceOn(curve, number)
  return today === null ? null : { number, today, later: (day) => allowanceOn(curve, number + 1 + day) }
}

/** Distribution of an email over days. */
export interface WarmUpPlan {
  today: number
  /** Number of days after today; 0 if everything is sent today. */
  days: number
}

export function planWarmUp(
  recipients: number,
  { left, later }: { left: number; later: Allowances['later'] },
): WarmUpPlan {
  const today = Math.min(recipients, left)
  let rest = recipients - today
  let days = 0
  for (; rest > 0; days++) {
    const most = later(days)
    rest = most === null ? 0 : rest - most
  }
  return { today, days }
}

/** Marks a domain as established, so it sends without limit from now on. */
export async function skipWarmUp(ctx: Ctx, { domain: typed, note }: { domain: string; note: string }): Promise<void> {
  const domain = asciiDomainOf(typed)
  const user_id = ctx.actor.kind === 'administrator' ? ctx.actor.user_id : null
  await adminWrite(ctx, {}, async (tx, record) => {
    await tx.sql.run(
      `${UNSCOPED}insert into established_domain (domain, note, user_id, created_at) select $1, $2, $3, $4
       on conflict (domain) do update set note = excluded.note, user_id = excluded.user_id, created_at = excluded.created_at`,
      [domain, note, user_id, tx.now()],
    )
    await record({ action: 'warm_up_skipped', details: { domain, note } })
  })
}
