import { acquireAdvisoryLock, type Tx } from '../../../core/write/write.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import type { ComposedMail } from '../../delivery/compose/compose.ts'
import { prepareMail } from '../../delivery/compose/personalize.ts'
import { renderProblem } from '../../delivery/compose/preflight.ts'
import { loadSegments } from '../../delivery/compose/segment-conditions.ts'
import { enqueueRecipient } from '../../delivery/enqueueing/enqueue-recipients.ts'
import { stateSql } from '../../delivery/sending/batch.ts'
import { keepEvents } from '../../delivery/sending/delivery-events.ts'
import { openAutomationMail } from '../../delivery/sending/open-mail.ts'
import { composeEmail, type SentEmail } from '../emails/requirements.ts'
import { type EffectAction, failAll, type Outcomes, type RunSet, subscribersOf } from './outcome.ts'
import { addEvents, readTemplateSubscribers } from './subscribers.ts'

const UNPUBLISHED = 'The email of this step is not part of the published version. Publish the automation again.'

/** Rows stay locked while messages are built. The next transaction takes the runs that were not checked in time. */
const CHECK_MS = 2_000

/**
 * Queues the published email. Its key counts how often the subscriber reached the step, so loops send again but retries do not. Subscribers
 * who must not be emailed pass, with the reason.
 */
export const sendEmail = async (
  tx: Tx,
  set: RunSet,
  { email_id }: EffectAction<'send_email'>,
  { check_ms = CHECK_MS }: { check_ms?: number } = {},
): Promise<Outcomes> => {
  const email = await readPublished(tx, set, email_id)
  if (!email) return failAll(set, UNPUBLISHED, { retry: false })
  const composition = await composeEmail(tx, email)
  await saveProblem(tx, email_id, 'problem' in composition ? composition.problem : null)
  if ('problem' in composition) return failAll(set, composition.problem, { retry: true })
  // One transaction at a time adds to the automation's emails, so counts stay exact and emails can be locked in any order.
  await acquireAdvisoryLock(tx, `emails of automation ${set.automation_id}`)
  const recipients = await readRecipients(tx, email_id, subscribersOf(set))
  const { failing, unchecked, events } = await findFailing(tx, composition.composed, { set, recipients, check_ms })
  const outcomes: Outcomes = new Map()
  const by_run = new Map<number, { run_id: number; subscriber_id: number; reason: string | null }[]>()
  for (const { run_id, subscriber_id } of set.runs) {
    const recipient = recipients.get(subscriber_id)
    if (!recipient) continue
    if (unchecked.has(subscriber_id)) {
      outcomes.set(run_id, { passed: false, is_later: true })
      continue
    }
    const problem = failing.get(subscriber_id)
    if (problem) {
      outcomes.set(run_id, { passed: false, problem, retry: true })
      continue
    }
    const run = ++recipient.sent
    by_run.set(run, [...(by_run.get(run) ?? []), { run_id, subscriber_id, reason: recipient.reason }])
  }
  for (const [run, group] of [...by_run].sort(([a], [b]) => a - b)) {
    const mail = await openAutomationMail(tx, { automation_email_id: email_id, run, composed: composition.composed })
    await enqueueRecipient(tx, { mail_id: mail.id, subscribers: group })
    const carried = group.flatMap(({ subscriber_id }) => {
      const properties = events.get(subscriber_id)
      return properties ? { subscriber_id, properties } : []
    })
    await keepEvents(tx, { mail_id: mail.id, events: carried })
    const excluded = await readExcluded(tx, mail.id, group)
    for (const { run_id, subscriber_id } of group) {
      const reason = excluded.get(subscriber_id)
      const data = { email_id, mail_id: mail.id, ...(reason && { not_sent: reason }) }
      outcomes.set(run_id, { passed: true, data })
    }
  }
  if (by_run.size > 0) tx.emit('automation.emails_queued', { automation_id: set.automation_id })
  return outcomes
}

const readPublished = (tx: Tx, { automation_id, version }: RunSet, email_id: number) =>
  tx.sql.one<SentEmail>(
    `select subject, preview_text, content, email_template_id, email_address from automation_version_email
     where account_id = $1 and automation_id = $2 and version = $3 and email_id = $4`,
    [automation_id, version, email_id],
  )

/** The editor and the list show why runs are held. */
async function saveProblem(tx: Tx, email_id: number, problem: string | null): Promise<void> {
  await tx.sql.run(
    'update automation_email set problem = $3 where account_id = $1 and id = $2 and problem is distinct from $3',
    [email_id, problem],
  )
}

interface Recipient {
  /** Number of earlier sends of this email to the subscriber. */
  sent: number
  /** Why the subscriber gets no email. The ledger adds reasons of addresses. */
  reason: string | null
}

async function readRecipients(tx: Tx, email_id: number, ids: readonly number[]): Promise<Map<number, Recipient>> {
  const rows = await tx.sql.rows<Recipient & { id: number }>(
    `select s.id, coalesce(d.sent, 0)::int as sent,
       nullif(${stateSql('$4::timestamptz')}, 'active') as reason
     from subscriber s left join (
       select d.subscriber_id, count(*) as sent
       from mail m join delivery d on d.account_id = m.account_id and d.mail_id = m.id and d.subscriber_id = any ($3::bigint[])
       where m.account_id = $1 and m.automation_email_id = $2 group by 1
     ) d on d.subscriber_id = s.id
     where s.account_id = $1 and s.id = any ($3::bigint[])`,
    [email_id, ids, tx.now()],
  )
  return new Map(rows.map(({ id, ...recipient }) => [id, recipient]))
}

/** Returns reasons by subscriber whose message cannot be built, subscribers that were not checked in time, and events. Checks at least one. */
async function findFailing(
  tx: Tx,
  { snapshot }: ComposedMail,
  { set, recipients, check_ms }: { set: RunSet; recipients: ReadonlyMap<number, Recipient>; check_ms: number },
): Promise<{ failing: Map<number, string>; unchecked: Set<number>; events: Map<number, TemplateSubscriber['event']> }> {
  const prepared = prepareMail(snapshot, { account_id: tx.account_id, mail_id: 0, kind: 'automation_email' })
  const ids = [...recipients].flatMap(([id, { reason }]) => (reason === null ? [id] : []))
  const subscribers = await readTemplateSubscribers(tx, ids, { with_tags: prepared.needs_tags })
  if (prepared.needs_event) await addEvents(tx, set, subscribers)
  await loadSegments(tx, subscribers, { names: prepared.segment_names })
  const failing = new Map<number, string>()
  const unchecked = new Set(subscribers.map(({ id }) => id))
  const ends_at = performance.now() + check_ms
  for (const subscriber of subscribers) {
    unchecked.delete(subscriber.id)
    try {
      prepared.message(subscriber, tx.now())
    } catch (error) {
      const problem = renderProblem(error)
      if (problem === null) throw error
      failing.set(subscriber.id, `The email cannot be built for this subscriber. ${problem}.`)
    }
    if (performance.now() > ends_at) break
  }
  return { failing, unchecked, events: new Map(subscribers.map(({ id, event }) => [id, event])) }
}

async function readExcluded(
  tx: Tx,
  mail_id: number,
  group: readonly { subscriber_id: number }[],
): Promise<Map<number, string>> {
  const rows = await tx.sql.rows<{ subscriber_id: number; reason: string }>(
    `select subscriber_id, reason from delivery
     where account_id = $1 and mail_id = $2 and subscriber_id = any ($3::bigint[]) and state = 'excluded'`,
    [mail_id, group.map(({ subscriber_id }) => subscriber_id)],
  )
  return new Map(rows.map(({ subscriber_id, reason }) => [subscriber_id, reason]))
}
