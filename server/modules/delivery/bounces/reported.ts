import type { Tx } from '../../../core/write/write.ts'
import { lockEmails } from '../lock-emails.ts'

/** Effect of a report on one delivery. */
export interface DeliveryMark {
  mail_id: number
  subscriber_id: number
  /** `blocked`: rejected because of its sender or content. */
  bounce: 'hard' | 'soft' | 'blocked' | null
  is_complaint: boolean
  at: Date
  /** The receiving system's text. */
  detail: string | null
}

/**
 * Marks deliveries as bounced or complained about, and updates the counts of their emails. Each delivery counts once: a hard bounce after a
 * soft one replaces it. A report about an unconfirmed message proves that it was sent. `marks` has one row per delivery.
 */
export async function markReported(tx: Tx, marks: readonly DeliveryMark[]): Promise<void> {
  if (marks.length === 0) return
  await tx.sql.run(LOCK_DELIVERIES, [JSON.stringify(marks)])
  await lockEmails(tx, [...new Set(marks.map(({ mail_id }) => mail_id))])
  await tx.sql.run(MARK, [JSON.stringify(marks), tx.now()])
}

const LOCK_DELIVERIES = `select 1 from delivery d
  join jsonb_to_recordset($2::jsonb) as v(mail_id int, subscriber_id bigint) on d.mail_id = v.mail_id and d.subscriber_id = v.subscriber_id
  where d.account_id = $1 order by d.mail_id, d.subscriber_id for no key update of d`

const idsWhere = (condition: string) => `coalesce(array_agg(subscriber_id) filter (where ${condition}), '{}')`

const MARK = `with mark as (
    select * from jsonb_to_recordset($2::jsonb)
      as v(mail_id int, subscriber_id bigint, bounce text, is_complaint boolean, at timestamptz, detail text)
  ), target as (
    select d.mail_id, d.subscriber_id, d.state = 'unconfirmed' as was_unconfirmed,
      v.bounce is not null and d.bounced_at is null as is_first_bounce,
      v.bounce = 'hard' and d.bounce_type is distinct from 'hard' as is_first_hard_bounce,
      v.is_complaint and d.complained_at is null as is_first_complaint,
      v.bounce, v.at, v.detail
    from mark v join delivery d on d.account_id = $1 and d.mail_id = v.mail_id and d.subscriber_id = v.subscriber_id
    where d.state <> 'excluded'
  ), written as (
    update delivery d set
      state = case when t.was_unconfirmed then 'sent' else d.state end,
      reason = case when t.was_unconfirmed then null else d.reason end,
      sent_at = case when t.was_unconfirmed then coalesce(d.sent_at, d.claimed_at, t.at) else d.sent_at end,
      bounced_at = case when t.is_first_bounce then t.at else d.bounced_at end,
      bounce_type = case when t.bounce = 'hard' or d.bounce_type is null then coalesce(t.bounce, d.bounce_type) else d.bounce_type end,
      complained_at = case when t.is_first_complaint then t.at else d.complained_at end,
      detail = case when t.bounce is not null then coalesce(t.detail, d.detail)
        when t.was_unconfirmed then null else d.detail end
    from target t where d.account_id = $1 and d.mail_id = t.mail_id and d.subscriber_id = t.subscriber_id
    returning t.mail_id, d.subscriber_id, t.bounce, t.is_first_bounce, t.is_first_hard_bounce, t.is_first_complaint, t.was_unconfirmed
  ), counted as (
    select mail_id, count(*) filter (where is_first_bounce) as bounced, count(*) filter (where is_first_hard_bounce) as hard_bounced,
      count(*) filter (where is_first_complaint) as complained,
      count(*) filter (where was_unconfirmed) as confirmed
    from written group by mail_id
  ), noted as (
    insert into delivery_result (account_id, is_report, accepted, refused, hard_bounced, soft_bounced, complained, at)
    select $1, true, ${idsWhere('was_unconfirmed')}, ${idsWhere("is_first_bounce and bounce = 'blocked'")},
      ${idsWhere('is_first_hard_bounce')}, ${idsWhere("is_first_bounce and bounce = 'soft'")}, ${idsWhere('is_first_complaint')},
      $3::timestamptz
    from written having bool_or(was_unconfirmed or is_first_bounce or is_first_hard_bounce or is_first_complaint)
  )
  update mail m set bounced = m.bounced + c.bounced, hard_bounced = m.hard_bounced + c.hard_bounced,
    complained = m.complained + c.complained, sent = m.sent + c.confirmed, unconfirmed = m.unconfirmed - c.confirmed
  from counted c where m.account_id = $1 and m.id = c.mail_id and c.bounced + c.hard_bounced + c.complained + c.confirmed > 0`
