import { write } from '../../core/write/write.ts'
import { applyAction } from '../../modules/automations/effects/effect.ts'
import { sendEmails } from '../../modules/automations/emails/sending.ts'
import { startIfDue } from '../../modules/broadcasts/sending/sending.ts'
import { enrollSubscribers } from '../../modules/sequences/enrolling/enrolling.ts'
import { workSequence } from '../../modules/sequences/sending/sending.ts'
import type { TestAccount } from '../account.ts'
import { addEmail, makeAutomation } from '../automations/automation.ts'
import { dashboard } from '../dashboard.ts'
import { addSubscribers, EVERYONE, sendAll, startBroadcast } from './sending.ts'
import { makeSequence } from './sequences.ts'

/** Everything that sends emails to subscribers. */
export const SENDERS = ['broadcast', 'staged broadcast', 'sequence', 'automation'] as const

export type Sender = (typeof SENDERS)[number]

export interface QueuedEmail {
  subscriber_ids: number[]
  /** Sends for a limited time. Throws sending errors. */
  work: () => Promise<unknown>
}

/** Creates a due email to new subscribers. Half of the recipients of a staged broadcast are in its first group. */
export const queueEmail = (
  account: TestAccount,
  { kind, count }: { kind: Sender; count: number },
): Promise<QueuedEmail> => MAKE[kind](account, count)

/** Sends until nothing is queued or claimed. Returns the number of failures. */
export async function sendUntilDone({ ctx }: TestAccount, { work }: QueuedEmail): Promise<number> {
  let failures = 0
  for (;;) {
    await work().catch(() => failures++)
    const left = await ctx.sql.one(
      `select 1 from delivery where account_id = $1 and state = 'queued'
       union all select 1 from send_batch where account_id = $1 limit 1`,
    )
    if (!left) return failures
  }
}

const MAKE: Record<Sender, (account: TestAccount, count: number) => Promise<QueuedEmail>> = {
  broadcast: async (account, count) => {
    const subscriber_ids = await addSubscribers(account, count)
    const id = await startBroadcast(account)
    return { subscriber_ids, work: () => sendAll(account, id) }
  },
  'staged broadcast': async (account, count) => {
    const { ctx } = account
    const subscriber_ids = await addSubscribers(account, count)
    const app = dashboard(account).broadcasts
    const { id } = await app.create({ subject: 'Hello', content: '<p>Hello.</p>', subscriber_filter: EVERYONE })
    const first = { percent: 50 }
    const limits = { bounces: 100, complaints: 100, unsubscribes: 100 }
    await app.savePlan({ id, plan: { kind: 'staged', first, wait_minutes: 60, limits, test: null } })
    await app.send({ id })
    let hours = 0
    const work = async () => {
      ctx.now = () => new Date(Date.now() + hours * 3_600_000)
      await startIfDue(ctx, { id })
      await sendAll(account, id)
      // The rest is released an hour after the first group.
      hours += 2
    }
    return { subscriber_ids, work }
  },
  sequence: async (account, count) => {
    const { ctx } = account
    const sequence = await makeSequence(account)
    await sequence.email()
    const subscriber_ids = await addSubscribers(account, count)
    const { now } = ctx
    ctx.now = () => new Date(Date.now() - 30 * 86_400_000)
    await enrollSubscribers(ctx, {
      pairs: subscriber_ids.map((subscriber_id) => ({ sequence_id: sequence.id, subscriber_id })),
    })
    ctx.now = now
    return { subscriber_ids, work: () => workSequence(ctx, { id: sequence.id, work_ms: 10_000 }) }
  },
  automation: async (account, count) => {
    const { ctx } = account
    const automation_id = await makeAutomation(account)
    const email_id = await addEmail(account, { automation_id })
    const subscriber_ids = await addSubscribers(account, count)
    const runs = subscriber_ids.map((subscriber_id, at) => ({ run_id: at + 1, subscriber_id }))
    const set = { automation_id, version: 1, step_id: 'a', runs }
    await write(ctx, (tx) => applyAction(tx, set, { type: 'send_email', email_id }))
    return { subscriber_ids, work: () => sendEmails(ctx, { id: automation_id, work_ms: 10_000 }) }
  },
}
