import { expect, onTestFinished, test, vi } from 'vitest'
import { systemCtx } from '../../../core/context.ts'
import { database } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { attemptRetries, drainRetries } from './retries.ts'

const { receiver, sendFirst, pass } = testWebhooks()

/** An endpoint with a delivery whose first retry is due. */
async function due() {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 500 })
  const app = dashboard(account).webhooks
  const { id } = await app.create({ url: server.url, events: ['tag.created'] })
  await app.sample({ id, type: 'tag.created' })
  await sendFirst()
  pass(60_000)
  server.received.splice(0)
  const { account_id } = account
  const attempt = (hook_id = id) => attemptRetries(systemCtx(account_id), { legacy: false, hook_id })
  return { account_id, server, id, attempt }
}

const query = async (text: string, values: unknown[]) => (await database().pool.query(text, values)).rows

test('a process attempts retries of 250 endpoints that hang at the same time', async () => {
  const { account_id, server, id, attempt } = await due()
  server.answer(null)
  const COPIES = 249
  // More endpoints at the same server, each with the same delivery.
  const copied = [account_id, id, COPIES]
  const columns = (names: string) => `insert into ${names} from generate_series(1, $3::int) n,`
  await query(
    `${columns('webhook_endpoint (account_id, id, name, url, events, secret) select account_id, id + n, name, url, events, secret')}
       webhook_endpoint where account_id = $1 and id = $2`,
    copied,
  )
  await query(
    `${columns(`webhook_delivery (account_id, hook_id, event_type, event_ids, event_count, bytes, status, attempt_count, next_attempt_at)
       select account_id, hook_id + n, event_type, event_ids, event_count, bytes, status, attempt_count, next_attempt_at`)}
       webhook_delivery where account_id = $1 and hook_id = $2`,
    copied,
  )
  await query(
    `${columns('webhook_retry (account_id, legacy, hook_id, due_at) select account_id, legacy, hook_id + n, due_at')}
       webhook_retry where account_id = $1 and hook_id = $2`,
    copied,
  )
  const started: (number | null)[] = []
  for (let first = 0; first <= COPIES; first += 50) {
    const ids = Array.from({ length: 50 }, (_, n) => id + first + n)
    started.push(...(await Promise.all(ids.map((one) => attempt(one)))).map(({ pause_ms }) => pause_ms))
  }
  // Each waits for its answer; a run without room tries again after 5 s.
  expect(new Set(started)).toEqual(new Set([12_000]))
  await vi.waitUntil(() => server.received.length === COPIES + 1, PATIENCE)
  await server.close()
  await drainRetries(30_000)
})

test('a claim on retries outlasts an attempt and its record, though each statement waits 15 s for a connection', async () => {
  const { account_id, server, attempt } = await due()
  const left_ms: number[] = []
  server.answer(async () => {
    const rows = await query(
      `select extract(epoch from leased_until - $2)::float8 * 1000 as ms from webhook_retry where account_id = $1`,
      [account_id, before],
    )
    left_ms.push(Number(rows[0]?.ms))
    return { status: 200 }
  })
  // The deliveries of the slice are read 15 s after the claim.
  const LATE_MS = 15_000
  shiftClock(LATE_MS)
  // The claim is measured from here, because a slow machine takes long to attempt.
  const before = new Date()
  await attempt()
  await drainRetries(30_000)
  expect(left_ms).toHaveLength(1)
  expect(Number(left_ms[0]) - LATE_MS).toBeGreaterThan(10_000 + 3 * 15_000)
})

test('no attempt starts when the claim on the retries could lapse before it is recorded', async () => {
  const { account_id, server, attempt } = await due()
  server.answer({ status: 200 })
  const restore = shiftClock(25_000)
  const { pause_ms } = await attempt()
  expect(server.received).toEqual([])
  // The retry is released, and the next slice makes it.
  expect(pause_ms).toBe(1_000)
  restore()
  await attempt()
  await drainRetries(30_000)
  expect(server.received).toHaveLength(1)
  expect(await query('select from webhook_retry where account_id = $1', [account_id])).toEqual([])
})

/** Stops the clock, this long after the moment before the claim. */
function shiftClock(ms: number): () => void {
  const now = performance.now()
  let looks = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + (looks++ === 0 ? 0 : ms))
  onTestFinished(() => clock.mockRestore())
  return () => clock.mockRestore()
}
