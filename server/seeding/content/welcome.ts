import { invalid } from '../../core/errors.ts'
import type { Tx } from '../../core/write/write.ts'
import { findSender } from '../../modules/accounts/senders/sender.ts'
import { composeMail } from '../../modules/delivery/compose/compose.ts'
import { FormSettings } from '../../modules/forms/settings-schema.ts'
import { findLayout } from '../../modules/templates/service.ts'
import { type SeededMail, seedLedger } from '../history/ledger.ts'
import { WELCOME_EMAILS } from './sample-emails.ts'

/** Adds a welcome sequence with the enrollments, deliveries, opens and clicks of every subscriber of the form, which adds them. */
export async function addWelcomeSequence(
  tx: Tx,
  { form_id, random_seed }: { form_id: number; random_seed: number },
): Promise<void> {
  const { account_id } = tx
  const { created_at, time_zone } = await tx.db.account.findFirstOrThrow({
    select: { created_at: true, time_zone: true },
  })
  const dates = { created_at, updated_at: created_at }
  const { id: sequence_id } = await tx.db.sequence.create({
    data: { account_id, name: 'Welcome to the studio', time_zone, send_hour: SEND_HOUR, ...dates },
  })
  const { settings } = await tx.db.form.findFirstOrThrow({ where: { id: form_id }, select: { settings: true } })
  const follow_up = FormSettings.parse({ ...(settings as object), sequence_ids: [sequence_id] })
  await tx.db.form.updateMany({ where: { id: form_id }, data: { settings: follow_up } })
  const emails: SeededMail[] = []
  for (const [position, { delay_days, subject, preview_text, content }] of WELCOME_EMAILS.entries()) {
    const { id: sequence_email_id } = await tx.db.sequenceEmail.create({
      data: {
        account_id,
        sequence_id,
        position,
        subject,
        preview_text,
        content,
        published: true,
        delay_value: delay_days,
        delay_unit: 'days',
        ...dates,
      },
    })
    emails.push(await makeMail(tx, { sequence_email_id, created_at, email: { subject, preview_text, content } }))
  }
  await tx.sql.run(ENROLL, [sequence_id, form_id, tx.now()])
  for (const [position, mail] of emails.entries()) {
    const recipients = { select: REACHED, values: [sequence_id, position] }
    await seedLedger(tx, { random_seed, now: tx.now(), mail, recipients })
  }
}

const SEND_HOUR = 11

async function makeMail(
  tx: Tx,
  input: {
    sequence_email_id: number
    created_at: Date
    email: { subject: string; preview_text: string; content: string }
  },
): Promise<SeededMail> {
  const { account_id } = tx
  const { sequence_email_id, created_at, email } = input
  const [sender, layout] = [await findSender(tx, null), await findLayout(tx, { id: null })]
  if (!sender || !layout) throw invalid('A sequence needs a confirmed sending address and an email template')
  const { snapshot, links } = await composeMail(tx, { ...email, sender, layout, tracking_disabled: false })
  const { id: mail_id } = await tx.db.mail.create({
    data: {
      account_id,
      kind: 'sequence_email',
      sequence_email_id,
      snapshot: { ...snapshot },
      started_at: created_at,
      enqueued_at: created_at,
      completed_at: tx.now(),
      created_at,
    },
  })
  const created_links = await tx.db.link.createManyAndReturn({
    data: links.map(({ number, url }) => ({ account_id, mail_id, number, url, created_at })),
    select: { id: true },
  })
  const { open_tracking, click_tracking } = snapshot
  return {
    mail_id,
    name: email.subject,
    ends: tx.now(),
    appeal: 1.25,
    open_tracking,
    click_tracking,
    link_ids: created_links.map(({ id }) => id),
  }
}

/**
 * SQL of the time when email number `position` is due for a subscriber who joined at `joined` (sequences/sending/schedule.ts#dueAt). The
 * first one is due immediately.
 */
const due = (joined: string, position: number) => {
  const days = WELCOME_EMAILS.slice(0, position + 1).reduce((sum, { delay_days }) => sum + delay_days, 0)
  if (days === 0) return joined
  return `((${joined} at time zone q.time_zone)::date + ${days} + time '${SEND_HOUR}:00') at time zone q.time_zone`
}
const LAST = WELCOME_EMAILS.length - 1
const DUE = `array[${WELCOME_EMAILS.map((_, position) => due('f.added_at', position)).join(', ')}]`
const LEFT_AT = `case when s.state <> 'active' then coalesce(s.canceled_at, s.updated_at) end`

// `reached` is the number of emails sent before the subscriber unsubscribed.
const ENROLL = `
  insert into enrollment (account_id, sequence_id, subscriber_id, state, added_at, last_position, processed_email_ids, delay_from, next_email_id,
    next_at, completed_at)
  select $1, $2, f.subscriber_id,
    (case when r.reached > ${LAST} then 'completed' when s.state <> 'active' then 'stopped' else 'active' end)::enrollment_state,
    f.added_at, nullif(r.reached - 1, -1), e.ids[1:r.reached], coalesce(d.due[r.reached], f.added_at),
    case when s.state = 'active' then e.ids[r.reached + 1] end, case when s.state = 'active' then d.due[r.reached + 1] end,
    case when r.reached > ${LAST} then d.due[r.reached] end
  from form_subscription f
  join subscriber s on s.account_id = f.account_id and s.id = f.subscriber_id
  join sequence q on q.account_id = f.account_id and q.id = $2
  cross join lateral (select ${DUE} as due) d
  cross join (select array_agg(id order by position) as ids from sequence_email where account_id = $1 and sequence_id = $2) e
  cross join lateral (select count(*)::int as reached from unnest(d.due) t(at)
    where t.at <= $4::timestamptz and t.at < coalesce(${LEFT_AT}, 'infinity')) r
  where f.account_id = $1 and f.form_id = $3
  order by f.added_at`

/** Recipients of the email at position $14 of sequence $13 who had joined by then. */
const REACHED = `
  select f.subscriber_id, s.email_address, least((${DUE})[$14::int + 1] + interval '20 seconds', now()) as sent_at, null::subscriber_state as left_as,
    null::timestamptz as left_at
  from (select e.* from enrollment e where e.account_id = $1 and e.sequence_id = $13::int and e.last_position >= $14::int) f
  join subscriber s on s.account_id = f.account_id and s.id = f.subscriber_id
  join sequence q on q.account_id = f.account_id and q.id = f.sequence_id
  order by sent_at`
