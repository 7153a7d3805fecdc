import { type Ctx, systemPool } from '../../../core/context.ts'
import { bucketSql } from '../../../core/instance/figures.ts'
import type { Expired } from '../../../db/purge.ts'
import { type ReputationCounts, WINDOW_DAYS } from './limits.ts'

/** Stands for all domains of an account together. */
export const ALL_DOMAINS = '*'

export interface DomainCounts extends ReputationCounts {
  domain: string
}

/**
 * Adds up to `limit` changes to the counts of their days and to the figures of the instance. Returns the affected accounts, and whether
 * the queue is now empty.
 */
export async function addChanges({ limit }: { limit: number }): Promise<{ account_ids: number[]; is_last: boolean }> {
  const { rows } = await systemPool().query<{ account_ids: number[] | null; taken: number }>(
    `with first as (
       select id from reputation_change order by id limit $1 for update skip locked
     ), taken as (
       delete from reputation_change c using first where c.id = first.id returning c.*
     ), sums as (
       select t.account_id, t.domain, (t.created_at at time zone 'UTC')::date as day,
         sum(t.sent)::int as sent, sum(t.hard_bounced)::int as hard_bounced, sum(t.complained)::int as complained,
         sum(t.failed)::int as failed,
         -- A hand-over stores both counts in one change, a report only the bounce.
         sum(greatest(least(t.failed, t.hard_bounced), 0))::int as failed_hard
       from taken t join account a on a.id = t.account_id group by 1, 2, 3
     ), added as (
       insert into reputation_count as c (account_id, domain, day, sent, hard_bounced, complained, failed, failed_hard)
       select * from sums order by account_id, domain, day
       on conflict (account_id, domain, day) do update set sent = c.sent + excluded.sent,
         hard_bounced = c.hard_bounced + excluded.hard_bounced, complained = c.complained + excluded.complained,
         failed = c.failed + excluded.failed, failed_hard = c.failed_hard + excluded.failed_hard
       returning c.account_id
     ), figures as (
       insert into instance_figure as f (name, at, value)
       select v.name, ${bucketSql('t.created_at')}, sum(v.value) from taken t cross join lateral (values ('messages_sent', t.sent),
         ('messages_bounced', t.bounced), ('messages_complained', t.complained), ('messages_failed', t.failed)) v(name, value)
       where v.value <> 0 group by 1, 2 order by 1, 2
       on conflict (name, at) do update set value = f.value + excluded.value
     )
     select (select array_agg(distinct account_id) from added) as account_ids, (select count(*)::int from taken) as taken`,
    [limit],
  )
  const [row] = rows
  return { account_ids: row?.account_ids ?? [], is_last: (row?.taken ?? 0) < limit }
}

/** Returns the counts of the window: per From domain, most messages first, and in total. */
export async function readWindow(ctx: Ctx): Promise<{ domains: DomainCounts[]; total: DomainCounts }> {
  const rows = await ctx.sql.rows<DomainCounts>(
    `select coalesce(domain, '${ALL_DOMAINS}') as domain, greatest(sum(sent), 0)::int as sent, greatest(sum(failed), 0)::int as failed,
       greatest(sum(hard_bounced), 0)::int as hard_bounced, greatest(sum(complained), 0)::int as complained
     from reputation_count
     where account_id = $1 and day > ($2::timestamptz at time zone 'UTC')::date - ${WINDOW_DAYS}
     group by grouping sets ((domain), ()) order by 2 desc, 1 limit 1000`,
    [ctx.now()],
  )
  const none = { domain: ALL_DOMAINS, sent: 0, failed: 0, hard_bounced: 0, complained: 0 }
  const total = rows.find(({ domain }) => domain === ALL_DOMAINS) ?? none
  return { domains: rows.filter(({ domain }) => domain !== ALL_DOMAINS), total }
}

/** Clears the counts, so the window starts again. */
export async function clearCounts(ctx: Ctx, { domain }: { domain: string }): Promise<void> {
  const these = `account_id = $1 and ($2 = '${ALL_DOMAINS}' or domain = $2)`
  await ctx.sql.run(`delete from reputation_change where ${these}`, [domain])
  await ctx.sql.run(`delete from reputation_count where ${these}`, [domain])
}

export const EXPIRED_REPUTATION: readonly Expired[] = [
  { table: 'reputation_count', where: 'day < $1::timestamptz::date', kept_days: 40 },
]
