import type { Ctx } from '../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import type { Snapshot } from './compose/compose.ts'
import { PART_SQL } from './evidence/proof.ts'
import type { Ledger, LedgerReason, MailReport, Progress, Recipient, RecipientFilter, ReportLink } from './schema.ts'
import { readActivity } from './tracking/activity.ts'
import { PARTS } from './values-schema.ts'

/** Counts deliveries by state. Finished ones come from the email's stored counts; only deliveries in progress are counted. */
export async function readLedger(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<Ledger> {
  const row = await ctx.sql.one<Ledger>(
    `select m.recipients as total, m.sent, m.unconfirmed, m.failed, m.excluded, b.sending,
       greatest(m.recipients - m.sent - m.unconfirmed - m.failed - m.excluded - b.sending, 0)::int as queued
     from mail m, lateral (
       select coalesce(sum(open), 0)::int as sending from send_batch where account_id = $1 and mail_id = $2) b
     where m.account_id = $1 and m.id = $2`,
    [mail_id],
  )
  return row ?? { total: 0, queued: 0, sending: 0, sent: 0, unconfirmed: 0, failed: 0, excluded: 0 }
}

export async function getProgress(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<Progress> {
  const [ledger, mail] = await Promise.all([
    readLedger(ctx, { mail_id }),
    ctx.sql.one<{
      is_enqueued: boolean
      transport_error: string | null
      recent: number
      seconds: number
      next: string | null
      last: string | null
    }>(
      `select m.enqueued_at is not null or m.aborted_at is not null as is_enqueued, m.transport_error, r.recent,
         greatest(extract(epoch from $3::timestamptz - greatest(m.started_at, $3::timestamptz - interval '30 seconds')), 1)::float8 as seconds,
         case when not q.is_due then ${isoSql('case when m.is_staged and m.released_at is null then coalesce(m.release_at, q.next) else q.next end')} end as next,
         case when m.pace->>'kind' in ('spread', 'time_zones') then (select ${isoSql('max(d.next_attempt_at)')} from delivery d
           where d.account_id = $1 and d.mail_id = $2 and d.state = 'queued' and d.attempts = 0 and d.next_attempt_at > $3) end as last
       from mail m,
         lateral (select count(*)::int as recent from delivery where account_id = $1 and mail_id = $2
           and sent_at > $3::timestamptz - interval '30 seconds') r,
         lateral (select exists (select from send_batch where account_id = $1 and mail_id = $2)
             or exists (select from delivery where account_id = $1 and mail_id = $2 and state = 'queued' and next_attempt_at is null) as is_due,
           (select min(next_attempt_at) from delivery
             where account_id = $1 and mail_id = $2 and state = 'queued' and next_attempt_at is not null) as next) q
       where m.account_id = $1 and m.id = $2`,
      [mail_id, ctx.now()],
    ),
  ])
  const isWaiting = mail?.next !== undefined && mail.next !== null && Date.parse(mail.next) > ctx.now().getTime()
  const waiting = ledger.queued + ledger.sending
  // The rate means nothing for messages that wait for their time.
  const per_second = mail && mail.recent > 0 && !isWaiting && mail.last === null ? mail.recent / mail.seconds : null
  return {
    ledger,
    is_enqueued: mail?.is_enqueued ?? false,
    percent: ledger.total > 0 ? Math.floor((1000 * (ledger.total - waiting)) / ledger.total) / 10 : 0,
    per_second: per_second && Math.round(per_second * 10) / 10,
    seconds_left: per_second && waiting > 0 ? Math.ceil(waiting / per_second) : null,
    next_attempt_at: mail?.next ?? null,
    last_at: mail?.last ?? null,
    transport_error: mail?.transport_error ?? null,
  }
}

const countKind = (machines: MailReport['machines'], wanted: 'open' | 'click') =>
  machines.reduce((sum, { kind, count }) => (kind === wanted ? sum + count : sum), 0)

export async function getMailReport(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<MailReport> {
  const mail = await ctx.db.mail.findFirstOrThrow({ where: { id: mail_id } })
  const [ledger, { hours, machines }, reasons, links, undecided] = await Promise.all([
    readLedger(ctx, { mail_id }),
    readActivity(ctx, { mail_id, keeps_activity: mail.keeps_activity }),
    ctx.sql.rows<LedgerReason>(
      `select state::text, coalesce(reason, state::text) as reason, count(*)::int as count from delivery
       where account_id = $1 and mail_id = $2 and state in ('failed', 'excluded') group by 1, 2 order by 3 desc, 2`,
      [mail_id],
    ),
    ctx.sql.rows<ReportLink>(
      `select id, url, clicks, unique_clicks from link where account_id = $1 and mail_id = $2
       order by unique_clicks desc, id desc limit 100`,
      [mail_id],
    ),
    ctx.sql.one<{ count: number }>(
      `select count(*)::int as count from delivery
       where account_id = $1 and mail_id = $2 and state = 'unconfirmed' and reason is null`,
      [mail_id],
    ),
  ])
  const { open_tracking, click_tracking } = mail.snapshot as unknown as Snapshot
  const { opened, clicked, unsubscribed, bounced, complained } = mail
  return {
    funnel: {
      recipients: ledger.total - ledger.excluded,
      sent: ledger.sent,
      opened,
      clicked,
      unsubscribed,
      bounced,
      complained,
    },
    ledger,
    reasons,
    undecided: undecided?.count ?? 0,
    hours,
    links,
    machine_opens: countKind(machines, 'open'),
    machine_clicks: countKind(machines, 'click'),
    machines,
    open_tracking_disabled: !open_tracking,
    click_tracking_disabled: !click_tracking,
  }
}

/** Lists the recipients of emails, oldest subscriber first. A repeating sequence has an email for each run. */
export function listRecipients(
  ctx: Ctx,
  { mail_ids, part, reason, activity, undecided, ...paging }: RecipientFilter & PageQuery & { mail_ids: number[] },
): Promise<Page<Recipient>> {
  const dates = [
    'sent_at',
    'opened_at',
    'clicked_at',
    'bounced_at',
    'complained_at',
    'unsubscribed_at',
    'next_attempt_at',
  ]
  // The key of a single email matches the order of the list; several must be sorted.
  const isOne = mail_ids.length === 1
  return keysetPage<Recipient>(ctx.sql, paging, {
    name: isOne ? 'recipients' : 'recipients_of_runs',
    view: `t.subscriber_id, t.email_address, t.first_name, t.state, t.reason, t.detail, t.attempts, t.bounce_type,
        case ${PARTS.map((one) => `when ${PART_SQL[one]} then '${one}'`).join(' ')} end as part,
        ${dates.map((date) => `${isoSql(`t.${date}`)} as ${date}`).join(', ')}, t.opens, t.clicks`,
    from: 'delivery t join subscriber s on s.account_id = t.account_id and s.id = t.subscriber_id',
    columns: 't.*, s.email_address, s.first_name',
    where: [
      't.account_id = $1',
      isOne ? 't.mail_id = $2' : 't.mail_id = any ($2::int[])',
      ...(part ? [PART_SQL[part]] : []),
      ...(reason === undefined ? [] : [`t.state in ('failed', 'excluded') and t.reason = $3`]),
      ...(activity ? [`t.${activity}_at is not null`] : []),
      ...(undecided ? [`t.state = 'unconfirmed' and t.reason is null`] : []),
    ],
    values: [isOne ? mail_ids[0] : mail_ids, ...(reason === undefined ? [] : [reason])],
    order: [
      { expr: 't.subscriber_id', type: 'bigint', dir: 'asc' },
      ...(isOne ? [] : [{ expr: 't.mail_id', type: 'integer', dir: 'asc' } as const]),
    ],
  })
}
