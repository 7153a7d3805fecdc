import type { Tx } from '../../core/write/write.ts'
import { enter } from '../../modules/automations/entering/enter.ts'
import { matchEvents } from '../../modules/automations/entering/match.ts'
import { advanceAutomation, hasDue } from '../../modules/automations/running/advance.ts'
import { seedLedger } from './ledger.ts'
import { at } from './sent-broadcast.ts'

// Produces the history of an automation by running the engine with another clock, so traces, counts and waits are real.

const DAY_MS = 86_400_000
/** The demo is one transaction, so no work is left for jobs. */
const WORK_MS = 60_000

/** Returns the transaction at another time, without events, because the past concerns no job. */
export const quietly = (tx: Tx, time: Date): Tx => ({ ...at(tx, time), emit: () => undefined })

/** Runs an automation from one time to another, once a day. Subscribers tagged in between enter. */
export async function runDays(
  tx: Tx,
  { id, from, to, trigger_id, tag_id }: { id: number; from: Date; to: Date; trigger_id: string; tag_id: number },
): Promise<void> {
  for (let last = from; last < to; ) {
    const next = new Date(Math.min(+last + DAY_MS, +to))
    const now = quietly(tx, next)
    const tagged = await now.sql.rows<{ subscriber_id: number; tagged_at: Date }>(
      `select subscriber_id, tagged_at from tagging where account_id = $1 and tag_id = $2 and tagged_at > $3 and tagged_at <= $4
       order by tagged_at`,
      [tag_id, last, next],
    )
    const entries = tagged.map(({ subscriber_id, tagged_at }) => ({
      subscriber_id,
      trigger_id,
      at: tagged_at,
      data: { event: { type: 'tag_added', object: String(tag_id), at: tagged_at } },
    }))
    await enter(now, { automation_id: id, entries })
    await settle(now, id)
    last = next
  }
}

/** Moves every subscriber who is due now. */
export async function settle(tx: Tx, id: number): Promise<void> {
  await matchEvents(tx, { work_ms: WORK_MS })
  while (await hasDue(tx, { id })) await advanceAutomation(tx, { id, work_ms: WORK_MS })
}

/** Replaces the queued messages with messages sent at that time, with opens and clicks. */
export async function sendQueued(
  tx: Tx,
  { automation_id, random_seed, appeals }: { automation_id: number; random_seed: number; appeals: Map<number, number> },
): Promise<void> {
  const sent_emails = await tx.sql.rows<{ id: number; email_id: number; subject: string }>(
    `select m.id, x.id as email_id, x.subject from mail m
       join automation_email x on x.account_id = m.account_id and x.id = m.automation_email_id
     where m.account_id = $1 and x.automation_id = $2 order by m.id`,
    [automation_id],
  )
  for (const { id: mail_id, email_id, subject } of sent_emails) {
    await tx.sql.run(`delete from delivery where account_id = $1 and mail_id = $2 and state = 'queued'`, [mail_id])
    await tx.sql.run('update mail set recipients = excluded, completed_at = $3 where account_id = $1 and id = $2', [
      mail_id,
      tx.now(),
    ])
    const links = await tx.db.link.findMany({ where: { mail_id }, orderBy: { number: 'asc' }, select: { id: true } })
    const mail = {
      mail_id,
      name: subject,
      ends: tx.now(),
      appeal: appeals.get(email_id) ?? 1,
      open_tracking: true,
      click_tracking: true,
      link_ids: links.map(({ id }) => id),
    }
    await seedLedger(tx, { random_seed, now: tx.now(), mail, recipients: { select: PASSED, values: [automation_id] } })
  }
}

/** SQL of the subscribers who passed the step of email $2 in automation $13, and when. */
const PASSED = `
  select r.subscriber_id, s.email_address, x.at + interval '1 second' * (r.id % 90) as sent_at, null::subscriber_state as left_as,
    null::timestamptz as left_at
  from automation_run r
  join automation_trace x on x.account_id = r.account_id and x.run_id = r.id and x.event = 'passed'
  join subscriber s on s.account_id = r.account_id and s.id = r.subscriber_id
  where r.account_id = $1 and r.automation_id = $13::int and (x.data ->> 'mail_id')::int = $2 and not jsonb_exists(x.data, 'not_sent')
  order by sent_at`
