import type { Ctx } from '../../core/context.ts'
import { countActivitySql } from '../../modules/delivery/tracking/activity.ts'
import { drawByText } from '../random.ts'
import { MACHINE_PROGRAM, MAIL_PROGRAMS } from '../ways-in.ts'

/** Input for the deliveries of an email. */
export interface SeededMail {
  mail_id: number
  /** Part of the random seed, so subscribers react differently to each email. */
  name: string
  /** An earlier bounce is a rejection by the mail server, and a later one a bounce message. */
  ends: Date
  /** Most clicked first. */
  link_ids: number[]
  /** Frequency of opens relative to the average, which is 1. */
  appeal: number
  open_tracking: boolean
  click_tracking: boolean
}

/**
 * A select of subscriber_id, email_address, sent_at, left_as and left_at: the recipients, when the email was sent to each, and the state
 * that it caused, if any. `$2` is the email and `$3` is now; further values start at `$13`.
 */
export interface Recipients {
  select: string
  values: unknown[]
}

export interface LedgerCounts {
  deliveries: number
  engagements: number
}

/**
 * Writes deliveries, opens and clicks of some recipients, and updates the counts of the email and its links in the same statement, so they
 * always match. Most opens happen in the first hours, and by subscribers who open often.
 */
export async function seedLedger(
  ctx: Ctx,
  { random_seed, now, mail, recipients }: { random_seed: number; now: Date; mail: SeededMail; recipients: Recipients },
): Promise<LedgerCounts> {
  const counts = await ctx.sql.one<LedgerCounts>(statement(random_seed, mail.appeal, recipients.select), [
    mail.mail_id,
    now,
    mail.ends,
    mail.name,
    mail.link_ids,
    mail.open_tracking,
    mail.click_tracking && mail.link_ids.length > 0,
    MAIL_PROGRAMS,
    MACHINE_PROGRAM,
    '550 5.1.1 No such mailbox here',
    '452 4.2.2 The mailbox is full',
    ...recipients.values,
  ])
  // The sender guard would count these changes as today's.
  await ctx.sql.run('delete from reputation_change where account_id = $1')
  return counts ?? { deliveries: 0, engagements: 0 }
}

// $2 email, $3 now, $4 end of sending, $5 name, $6 links, $7-$8 open and click tracking, $9 user agents of clients, $10 of the privacy
// proxy, $11-$12 replies of mail servers.
function statement(random_seed: number, appeal: number, recipients: string): string {
  const perSubscriber = drawByText('email_address', random_seed)
  const u = drawByText('email_address || $5::text', random_seed)
  return `
  with recipient as (${recipients}),
  tried as materialized (
    select *, ${perSubscriber('appetite')} as appetite, ${perSubscriber('mail program')} as program, case
        when left_as = 'bounced' and left_at <= $4::timestamptz then 'mailbox_unknown'
        when left_as is null and ${u('mailbox is full')} < 0.0012 then 'gave_up' end as reason
    from recipient
  ), opened as materialized (
    select *, ${notAfterNow('would_open_at')} as opened_at, interval '1 minute' * (30 + floor(2000 * ${u('pause')})) as pause
    from tried cross join lateral (select ${ms(`case
      when reason is not null or left_as = 'bounced' or not $7::boolean then null
      when left_as is not null then greatest(sent_at, left_at - interval '1 second' * (20 + 100 * ${u('decides')}))
      when ${u('opens')} < ${appeal} * (0.06 + 0.72 * power(appetite, 1.1)) then sent_at + interval '1 hour' *
        case when ${u('opens soon')} < 0.78 then 0.01 - 3.5 * ln(1 - ${u('open')}) else 5 - 26 * ln(1 - ${u('open')}) end
      end`)} as would_open_at) o
  ), clicked as materialized (
    select *, case when opened_at is null then 0 else 1 + least(floor(-0.8 * ln(1 - ${u('opens again')})),
        floor(extract(epoch from $3::timestamptz - opened_at) / extract(epoch from pause)), 6)::int end as opens,
      case when $8::boolean and ${u('clicks')} < 0.03 + 0.28 * appetite * appetite
        then ${notAfterNow(`opened_at + interval '1 second' * (8 + floor(180 * ${u('click')}))`)} end as clicked_at
    from opened
  ), ended as materialized (
    select *, nextval((select pg_get_serial_sequence('delivery', 'id')::regclass)) as id, case when clicked_at is null then 0
      else 1 + (${u('clicks again')} < 0.22 and clicked_at + ${NEXT_CLICK} <= $3::timestamptz)::int end as clicks
    from clicked
  ), delivered as (
    insert into delivery (account_id, mail_id, subscriber_id, id, state, reason, detail, attempts, sent_at, bounced_at,
      bounce_type, complained_at, unsubscribed_at, opened_at, last_opened_at, opens, clicked_at, last_clicked_at, clicks)
    select $1, $2, subscriber_id, id, (case when reason is null then 'sent' else 'failed' end)::delivery_state, reason,
      case reason when 'mailbox_unknown' then $11::text when 'gave_up' then $12::text end, case reason when 'gave_up' then 10 else 1 end,
      case when reason is null then sent_at end,
      case when left_as = 'bounced' then left_at end, case when left_as = 'bounced' then 'hard' end,
      case when left_as = 'complained' then left_at end, case when left_as = 'cancelled' then left_at end,
      opened_at, opened_at + (opens - 1) * pause, opens, clicked_at, clicked_at + (clicks - 1) * ${NEXT_CLICK}, clicks
    from ended
    returning state, opened_at, clicked_at, clicks, unsubscribed_at, bounced_at, bounce_type, complained_at
  ), click as materialized (
    select subscriber_id, id, program, clicked_at + (k - 1) * ${NEXT_CLICK} as at, ($6::int[])[1 + floor(power(
      case k when 1 then ${u('link')} else ${u('next link')} end, 1.8) * cardinality($6::int[]))::int] as link_id
    from ended e join (values (1), (2)) as t(k) on k <= clicks
  ), happened as (
    insert into engagement (account_id, kind, subscriber_id, mail_id, delivery_id, link_id, is_machine, evidence, user_agent, occurred_at)
    select $1, kind::engagement_kind, subscriber_id, $2, id, link_id, is_machine, case when is_machine then 'user_agent' end, case when is_machine then $10::text
      else ($9::text[])[1 + floor(program * cardinality($9::text[]))::int] end, at
    from (
      select 'open' as kind, subscriber_id, id, null::int as link_id, false as is_machine, program, opened_at + (k - 1) * pause as at
        from ended join (values (1), (2), (3), (4), (5), (6), (7)) as t(k) on k <= opens
      union all
      select 'click', subscriber_id, id, link_id, false, program, at from click
      union all
      select 'open', subscriber_id, id, null, true, program, sent_at + interval '1 second' * (2 + floor(90 * ${u('fetch')}))
        from ended where reason is null and $7::boolean and ${u('is fetched ahead')} < 0.11
    ) e order by at
    returning mail_id, kind, is_machine, evidence, occurred_at
  ), counted as (
    ${countActivitySql('happened')}
  ), linked as (
    update link l set clicks = l.clicks + c.clicks, unique_clicks = l.unique_clicks + c.subscribers
    from (select link_id, count(*)::int as clicks, count(distinct subscriber_id)::int as subscribers from click group by 1) c
    where l.account_id = $1 and l.id = c.link_id
  ), total as (
    select count(*) as recipients, count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed,
      count(opened_at) as opened, count(clicked_at) as clicked, coalesce(sum(clicks), 0) as clicks,
      count(unsubscribed_at) as unsubscribed, count(bounced_at) as bounced,
      count(*) filter (where bounce_type = 'hard') as hard_bounced, count(complained_at) as complained
    from delivered
  )
  update mail m set recipients = m.recipients + t.recipients, sent = m.sent + t.sent, failed = m.failed + t.failed,
    opened = m.opened + t.opened, clicked = m.clicked + t.clicked, total_clicks = m.total_clicks + t.clicks,
    unsubscribed = m.unsubscribed + t.unsubscribed, bounced = m.bounced + t.bounced, hard_bounced = m.hard_bounced + t.hard_bounced,
    complained = m.complained + t.complained
  from total t
  where m.account_id = $1 and m.id = $2
  returning t.recipients as deliveries, (select count(*) from happened) as engagements`
}

const NEXT_CLICK = `interval '90 seconds'`
/** Rounds times before comparisons and computations, because columns store milliseconds. */
const ms = (time: string) => `date_trunc('milliseconds', ${time})`
const notAfterNow = (time: string) => `case when ${time} <= $3::timestamptz then ${time} end`
