import type { Ctx } from '../../core/context.ts'
import { isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write.ts'
import { purgeRows } from '../../db/sweep.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'
import type { SecurityEvent, SecurityEventKind } from './schema.ts'

const SHOWN = 100
const KEPT_DAYS = 400

interface Note {
  kind: SecurityEventKind
  /** One sentence for the owner, without secrets. */
  summary: string
  app_id?: number
  /** Who did it, and when, where a job writes it down later. */
  by?: number | null
  occurred_at?: Date
}

/** Written with the change that it tells of: both are kept or neither. */
export async function recordSecurityEvent(tx: Tx, { kind, summary, app_id, ...note }: Note): Promise<void> {
  const user_id = note.by ?? (tx.actor.kind === 'user' ? tx.actor.user_id : null)
  await tx.sql.run(
    `insert into security_event (account_id, kind, summary, app_id, user_id, occurred_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [kind, summary, app_id ?? null, user_id, note.occurred_at ?? tx.now()],
  )
}

/** What a person did to their own log-in concerns every account that they belong to. */
export async function recordUserSecurityEvent(
  tx: Tx,
  { kind, summary, user_id }: Note & { user_id: number },
): Promise<void> {
  await tx.sql.run(
    `insert into security_event (account_id, kind, summary, user_id, occurred_at)
     select account_id, $2, $3, $4, $5 from membership where user_id = $4 and account_id <> $1`,
    [kind, summary, user_id, tx.now()],
  )
}

/** Newest first. */
export const listSecurityEvents = (ctx: Ctx): Promise<SecurityEvent[]> =>
  ctx.sql.rows<SecurityEvent>(
    `select e.id, e.kind, e.summary, coalesce(u.name, u.email) as by, ${isoSql('e.occurred_at')} as occurred_at
     from security_event e left join users u on u.id = e.user_id
     where e.account_id = $1 order by e.id desc limit ${SHOWN}`,
  )

/** Somewhat over a year is remembered: who was warned in March can still look it up next March. */
export async function purgeExpiredSecurityEvents(ctx: Ctx, { budget }: { budget?: Budget } = {}): Promise<void> {
  const where = `occurred_at < $1::timestamptz - interval '${KEPT_DAYS} days'`
  await purgeRows({ table: 'security_event', where, values: [ctx.now()], budget })
}
