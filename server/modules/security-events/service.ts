import type { Ctx } from '../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import { type Expired, purgeByFunction } from '../../db/purge.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import type { SecurityEvent } from './schema.ts'
import type { SecurityEventKind } from './values-schema.ts'

const SHOWN = 100

interface Note {
  kind: SecurityEventKind
  /** One sentence for the owners, without secrets. */
  summary: string
  app_id?: number
  /** User and time, if a job records the event later. */
  by?: number | null
  occurred_at?: Date
}

/** Records a security event in the transaction of the change. */
export async function recordSecurityEvent(tx: Tx, { kind, summary, app_id, ...note }: Note): Promise<void> {
  const user_id = note.by ?? (tx.actor.kind === 'user' ? tx.actor.user_id : null)
  await tx.sql.run(
    `insert into security_event (account_id, kind, summary, app_id, user_id, occurred_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [kind, summary, app_id ?? null, user_id, note.occurred_at ?? tx.now()],
  )
}

/** Records events of many accounts in one transaction, without a user. */
export async function recordSecurityEvents(
  tx: Tx,
  events: readonly { account_id: number; kind: SecurityEventKind; summary: string }[],
): Promise<void> {
  await tx.sql.run(
    `${UNSCOPED}insert into security_event (account_id, kind, summary, occurred_at)
     select e.account_id, e.kind, e.summary, $1 from unnest($2::int[], $3::text[], $4::text[]) e(account_id, kind, summary)`,
    [
      tx.now(),
      events.map(({ account_id }) => account_id),
      events.map(({ kind }) => kind),
      events.map(({ summary }) => summary),
    ],
  )
}

/** Records a change of a user's credentials in every account of which they are a member. */
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

/** Lists the log, newest first. */
export const pageSecurityEvents = (ctx: Ctx, paging: PageQuery): Promise<Page<SecurityEvent>> => pageOf(ctx, [], paging)

const pageOf = (ctx: Ctx, where: string[], paging: PageQuery): Promise<Page<SecurityEvent>> =>
  keysetPage<SecurityEvent>(ctx.sql, paging, {
    name: 'security_events',
    view: `t.id, t.kind, t.summary, (select coalesce(u.name, u.email) from users u where u.id = t.user_id) as by,
        ${isoSql('t.occurred_at')} as occurred_at`,
    from: 'security_event t',
    where: ['t.account_id = $1', ...where],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })

/** Returns the latest entries, newest first, without the many calls of assistants. */
export const listSecurityEvents = (ctx: Ctx): Promise<SecurityEvent[]> => latest(ctx, `t.kind <> 'assistant_called'`)

/** Returns the latest calls of assistants, newest first. */
export const listAssistantCalls = (ctx: Ctx): Promise<SecurityEvent[]> => latest(ctx, `t.kind = 'assistant_called'`)

const latest = async (ctx: Ctx, where: string): Promise<SecurityEvent[]> =>
  (await pageOf(ctx, [where], { per_page: SHOWN, include_total_count: false })).rows()

/** The server's database role may not delete events (decision 0085). The function only deletes events older than 90 days. */
const purgeSecurityEvents = purgeByFunction({ name: 'purge_security_events', kept_days: 'security_event_days' })

/** Kept long enough to look up last year's events. */
export const EXPIRED_SECURITY_EVENTS: readonly Expired[] = [purgeSecurityEvents]
