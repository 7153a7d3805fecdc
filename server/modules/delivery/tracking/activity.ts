import type { Ctx } from '../../../core/context.ts'
import { acquireAdvisoryLock, write } from '../../../core/write/write.ts'
import type { Evidence, Hour, MailReport } from '../schema.ts'

/** Hours after the start of sending covered by a report. */
const HOURS = 48

/** Locked while an account's requests become opens and clicks. */
export const SETTLING_LOCK = 'engagement'

/**
 * SQL that adds opens and clicks to their emails' counts. `happened` has `mail_id`, `kind`, `is_machine`, `evidence` and `occurred_at`. A
 * machine without evidence was recognized by its user agent.
 */
export const countActivitySql = (happened: string): string =>
  `insert into mail_activity as k (account_id, mail_id, kind, evidence, hour, count)
   select m.account_id, m.id, h.kind, case when h.is_machine then coalesce(h.evidence, 'user_agent') else '' end,
     case when not h.is_machine and h.occurred_at >= m.started_at and h.occurred_at < m.started_at + interval '${HOURS} hours'
       then floor(extract(epoch from h.occurred_at - m.started_at) / 3600) else -1 end, count(*)
   from ${happened} h join mail m on m.account_id = $1 and m.id = h.mail_id and m.keeps_activity
   group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
   on conflict (account_id, mail_id, kind, evidence, hour) do update set count = k.count + excluded.count`

/** Returns opens and clicks by subscribers per hour, and by machines per evidence, most frequent first. */
export async function readActivity(
  ctx: Ctx,
  { mail_id, keeps_activity }: { mail_id: number; keeps_activity: boolean },
): Promise<{ hours: Hour[]; machines: MailReport['machines'] }> {
  if (!keeps_activity) await keepActivity(ctx, mail_id)
  const rows = await ctx.sql.rows<{ kind: 'open' | 'click'; evidence: Evidence | ''; hour: number; count: number }>(
    `select kind::text, evidence, hour, count from mail_activity where account_id = $1 and mail_id = $2
     order by count desc, kind::text, evidence`,
    [mail_id],
  )
  const hours = Array.from({ length: HOURS }, (_, hour): Hour => ({ hour, opens: 0, clicks: 0 }))
  const machines: MailReport['machines'] = []
  for (const { kind, evidence, hour, count } of rows) {
    if (evidence) machines.push({ kind, evidence, count })
    const counted = hours[hour]
    if (counted) counted[kind === 'open' ? 'opens' : 'clicks'] += count
  }
  return { hours, machines }
}

/** Counts stored activity from before counts existed, once: about a second per million opens. */
function keepActivity(ctx: Ctx, mail_id: number): Promise<void> {
  return write(ctx, async (tx) => {
    // The lock prevents requests that are being settled from counting twice.
    await acquireAdvisoryLock(tx, SETTLING_LOCK)
    const kept = await tx.sql.one(
      'update mail set keeps_activity = true where account_id = $1 and id = $2 and not keeps_activity returning id',
      [mail_id],
    )
    if (!kept) return
    await tx.sql.run(
      countActivitySql(
        '(select mail_id, kind, is_machine, evidence, occurred_at from engagement where account_id = $1 and mail_id = $2::int)',
      ),
      [mail_id],
    )
  })
}
