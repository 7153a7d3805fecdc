import { systemPool } from '../../core/context.ts'
import { countedFetch } from '../../core/instance/outbound-calls.ts'
import { rootLogger } from '../../core/log.ts'
import { storable } from '../../core/wire.ts'
import { recordOutside } from '../../core/write/record-outside.ts'
import { env } from '../../env.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'
import { standardWebhookHeaders } from '../../lib/crypto/standard-webhooks.ts'
import type { Usage } from './schema.ts'
import { reportsUsage } from './usage.ts'

const TIMEOUT_MS = 10_000
const MINUTE_MS = 60_000
/** Time after which the claim of a dead process expires. */
const CLAIM_MS = 10 * MINUTE_MS
const MAX_WAIT_MS = 6 * 60 * MINUTE_MS
const GIVE_UP_MS = 7 * 86_400_000

interface Batch {
  id: string
  day: string
  attempts: number
  created_at: Date
}

/** Sends due reports until one fails, because the others would reach the same receiver. */
export async function sendReports({ now, budget }: { now: () => Date; budget?: Budget }): Promise<void> {
  if (!reportsUsage()) return
  while (!budget?.has_more) {
    const batch = await claim(now())
    if (!batch || !(await send(batch, now)) || budget?.isSpent()) return
  }
}

async function claim(now: Date): Promise<Batch | undefined> {
  const { rows } = await systemPool().query<Batch>(
    `update usage_batch set attempts = attempts + 1, next_attempt_at = $2 where id = (
       select id from usage_batch where next_attempt_at <= $1 order by next_attempt_at, id limit 1 for update skip locked
     ) returning id, day::text as day, attempts, created_at`,
    [now, new Date(+now + CLAIM_MS)],
  )
  return rows[0]
}

/** Makes one attempt and returns whether the receiver accepted the report. */
async function send(batch: Batch, now: () => Date): Promise<boolean> {
  const { id, day, attempts, created_at } = batch
  const body = Buffer.from(
    JSON.stringify({
      type: 'usage.reported',
      occurred_at: created_at.toISOString(),
      data: { day, accounts: await usageOf(batch) },
    }),
  )
  const error = await post(id, body, now())
  if (error === null) {
    const sent_at = now()
    await recordOutside(() =>
      systemPool().query('update usage_batch set sent_at = $2, next_attempt_at = null, error = null where id = $1', [
        id,
        sent_at,
      ]),
    )
    return true
  }
  const gives_up = +now() - +created_at > GIVE_UP_MS
  const wait_ms = Math.min(MAX_WAIT_MS, MINUTE_MS * 2 ** Math.min(attempts, 12))
  await systemPool().query(
    'update usage_batch set next_attempt_at = $2, error = $3 where id = $1 and sent_at is null',
    [id, gives_up ? null : new Date(+now() + wait_ms), error],
  )
  rootLogger()[gives_up ? 'error' : 'warn']({ batch: id, day, attempts, error }, 'usage was not reported')
  return false
}

async function usageOf({ id, day }: Batch): Promise<Usage[]> {
  const { rows } = await systemPool().query<Omit<Usage, 'id'>>(
    `select account_id, plan_type, active_subscribers, peak_subscribers, messages_sent,
       messages_in_month as messages_sent_this_month from usage_day where batch_id = $1 order by account_id`,
    [id],
  )
  return rows.map((usage) => ({ id: `${usage.account_id}:${day}`, ...usage }))
}

/** Returns why the report was rejected, or null if it was accepted. */
async function post(id: string, body: Buffer, now: Date): Promise<string | null> {
  const { BILLING_USAGE_URL: url = '', BILLING_WEBHOOK_SECRET: secret = '' } = env()
  try {
    const { status } = await countedFetch({ kind: 'usage_report' }, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...standardWebhookHeaders(secret, { id, body, now }) },
      body,
      timeout_ms: TIMEOUT_MS,
      max_bytes: 1_000,
      head_suffices: true,
    })
    return status >= 200 && status < 300 ? null : `The receiver answered ${status}`
  } catch (error) {
    return storable(((error as Error).message || 'No answer').slice(0, 300))
  }
}
