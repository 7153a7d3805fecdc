import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { Id, iso, Timestamp } from '../../../core/wire.ts'
import { emailsSql, type MailCounts, storeRows, WITHOUT_ROWS } from '../evidence/settled.ts'

export const RouteOf = z.union([
  z.object({ broadcast_id: Id }),
  z.object({ sequence_email_id: Id }),
  z.object({ automation_email_id: Id }),
])

/** Transports that carried an email, and the limits that delay its messages. */
export const MailRoute = z.object({
  carried: z.array(z.object({ transport: z.string(), count: z.int() })),
  waiting: z.array(
    z.object({
      /** `throttled`, `backed_off`, `warm_up` or `daily_limit`. */
      reason: z.string(),
      detail: z.string().nullable(),
      count: z.int(),
      first_at: Timestamp,
      last_at: Timestamp,
    }),
  ),
})
export type MailRoute = z.infer<typeof MailRoute>

/** Counts an email's messages by transport, and delayed messages by limit. */
export async function getMailRoute(ctx: Ctx, of: z.infer<typeof RouteOf>): Promise<MailRoute> {
  const [[column, id] = ['broadcast_id', 0]] = Object.entries(of)
  const [carried, waiting] = await Promise.all([
    readCarried(ctx, { column, id }),
    ctx.sql.rows<Omit<MailRoute['waiting'][number], 'first_at' | 'last_at'> & { first_at: Date; last_at: Date }>(
      `select d.reason, d.detail, count(*)::int as count, min(d.next_attempt_at) as first_at, max(d.next_attempt_at) as last_at
       from mail m join delivery d on d.account_id = m.account_id and d.mail_id = m.id
       where m.account_id = $1 and m.${column} = $2 and d.state = 'queued' and d.next_attempt_at is not null
         and d.reason in ('throttled', 'backed_off', 'warm_up', 'daily_limit')
       group by 1, 2 order by 3 desc, 2 limit 50`,
      [id],
    ),
  ])
  return {
    carried,
    waiting: waiting.map((row) => ({ ...row, first_at: iso(row.first_at), last_at: iso(row.last_at) })),
  }
}

/** Reads every delivery of an email, once after its last message. */
async function readCarried(ctx: Ctx, { column, id }: { column: string; id: number }): Promise<MailRoute['carried']> {
  const emails = await ctx.sql.rows<MailCounts & { mail_id: number; is_stored: boolean; rows: MailRoute['carried'] }>(
    `with emails as (
       ${emailsSql('carried', `m.${column} = $2`)}
     ), counted as (
       select d.mail_id, d.transport, count(*)::int as count from delivery d
       where d.account_id = $1 and d.mail_id = any (${WITHOUT_ROWS})
         and d.transport is not null and d.state in ('sent', 'unconfirmed')
       group by 1, 2
     )
     select m.mail_id, m.recipients, m.sent, m.unconfirmed, m.failed, m.excluded, m.stored is not null as is_stored,
       coalesce(m.stored, (select jsonb_agg(to_jsonb(c) - 'mail_id') from counted c where c.mail_id = m.mail_id), '[]') as rows
     from emails m`,
    [id],
  )
  const counted = emails.filter(({ is_stored }) => !is_stored)
  await storeRows(ctx, {
    column: 'carried',
    counted: counted.map(({ mail_id, rows, ...counts }) => ({ mail_id, counts, rows })),
    at: ctx.now(),
  })
  const sums = new Map<string, number>()
  for (const { transport, count } of emails.flatMap(({ rows }) => rows))
    sums.set(transport, count + (sums.get(transport) ?? 0))
  return [...sums]
    .map(([transport, count]) => ({ transport, count }))
    .sort((a, b) => b.count - a.count || (a.transport < b.transport ? -1 : 1))
    .slice(0, 50)
}
