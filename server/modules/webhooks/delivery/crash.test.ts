import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { deepTest } from '../../../testing/runner/deep.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../testing/processes/webhook-child.ts')
const KILLS = inject('kills')
const TAGS = (KILLS + 1) * 1_500
/** Deliveries have a hundred events each, so all kills happen before the last. */
const DELIVERIES_BEFORE_KILL = 10

const { receiver, settle, pass, url } = testWebhooks()

deepTest(
  'after kill -9 amid thousands of events and a flaky receiver, every event arrives with its id and the history is complete [W1, W3]',
  async () => {
    const account = await testAccount()
    const { ctx } = account
    const server = await receiver()
    const endpoint = (
      await api('POST /v4/webhook_endpoints', key(account), { url: server.url, events: ['tag.created'] })
    ).body.webhook_endpoint
    let child: ChildProcess | undefined
    let kills = 0
    server.answer(() => {
      if (kills < KILLS && server.received.length >= DELIVERIES_BEFORE_KILL * (kills + 1)) {
        kills++
        child?.kill('SIGKILL')
      }
      return server.received.length % 5 === 0 ? { status: 500 } : { status: 200 }
    })
    const start = () => {
      child = startChild(account.account_id, TAGS)
      return child
    }
    while (kills < KILLS) await once(start(), 'exit')
    start()
    const count = async (sql: string) => Number((await ctx.sql.one<{ n: number }>(sql))?.n)
    const open = `select (select count(*) from webhook_outbox where account_id = $1)
    + (select count(*) from webhook_delivery where account_id = $1 and status = 'pending')
    + ${TAGS} - (select count(*) from tag where account_id = $1) as n`
    await expect.poll(() => count(open), { interval: 100 }).toBe(0)
    child?.kill('SIGKILL')
    server.answer({ status: 200 })
    const waiting = 'select count(*) as n from webhook_delivery where account_id = $1 and next_attempt_at is not null'
    const sendRest = async () => {
      pass(120_000)
      await settle()
      return count(waiting)
    }
    await expect.poll(sendRest, { interval: 100 }).toBe(0)

    const written = await ctx.sql.rows<{ event_id: string; tag_id: number }>(
      `select event_id, (data->'tag'->>'id')::int as tag_id from webhook_event where account_id = $1`,
    )
    expect(new Set(written.map(({ tag_id }) => tag_id)).size).toBe(TAGS)
    const arrived = new Map<string, number>()
    const deliveries = new Map<number, string>()
    for (const { body, raw, headers } of server.received) {
      expect(headers['x-service-delivery']).toBe(String(body.delivery_id))
      // All attempts of a delivery have the same body.
      expect(deliveries.get(body.delivery_id) ?? raw).toBe(raw)
      deliveries.set(body.delivery_id, raw)
      for (const event of body.events) arrived.set(event.id, event.data.tag.id)
    }
    expect(arrived).toEqual(new Map(written.map(({ event_id, tag_id }) => [event_id, tag_id])))

    const history = await ctx.sql.rows<{
      id: number
      status: string
      attempt_count: number
      attempts: number
      event_count: number
    }>(
      `select d.id::int, d.status, d.attempt_count, d.event_count,
       (select count(*)::int from webhook_attempt a where a.account_id = d.account_id and a.delivery_id = d.id) as attempts
     from webhook_delivery d where d.account_id = $1 and d.hook_id = ${Number(endpoint.id)}`,
    )
    expect(history.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...deliveries.keys()].sort((a, b) => a - b))
    expect(
      history.every(({ status, attempt_count, attempts }) => status === 'delivered' && attempt_count === attempts),
    ).toBe(true)
    expect(history.reduce((sum, { event_count }) => sum + event_count, 0)).toBe(TAGS)
  },
)

test('the next process sends the deliveries of a killed one without waiting for its lease to expire [W1]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer(null)
  const events = ['tag.created']
  await api('POST /v4/webhook_endpoints', key(account), { url: server.url, events })
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  const first = startChild(account.account_id, 0)
  await expect.poll(() => server.received.length).toBeGreaterThan(0)
  first.kill('SIGKILL')
  await once(first, 'exit')
  server.answer({ status: 200 })
  startChild(account.account_id, 0)
  const delivered = () => account.ctx.db.webhookDelivery.count({ where: { status: 'delivered' } })
  // The lease itself lasts 30 seconds.
  await expect.poll(delivered, { interval: 100 }).toBe(1)
  expect(server.received.map(({ raw }) => raw)).toEqual(Array(2).fill(server.received[0]?.raw))
})

test('a retry interrupted by kill -9 is repeated once its lease has expired, and its history has no gap [W1]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer(() => (server.received.length === 1 ? { status: 503, headers: { 'retry-after': '1' } } : null))
  await api('POST /v4/webhook_endpoints', key(account), { url: server.url, events: ['tag.created'] })
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  const child = startChild(account.account_id, 0, { retries: true })
  await expect.poll(() => server.received.length).toBe(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  server.answer({ status: 200 })
  // Leases use the database's clock, and the killed process used the real one.
  const lease = (until: string) =>
    account.ctx.sql.run(
      `update webhook_retry set leased_until = ${until} where account_id = $1 and leased_until is not null`,
    )
  expect(await lease(`now() + interval '1 hour'`)).toBe(1)
  pass(3_600_000)
  await settle()
  expect(server.received).toHaveLength(2)
  await lease('now()')
  await settle()
  expect(server.received.map(({ raw }) => raw)).toEqual(Array(3).fill(server.received[0]?.raw))
  const delivery = await account.ctx.db.webhookDelivery.findFirstOrThrow({ include: { attempts: true } })
  expect([delivery.status, delivery.attempt_count]).toEqual(['delivered', 2])
  expect(delivery.attempts.map(({ number, response_status }) => [number, response_status])).toEqual([
    [1, 503],
    [2, 200],
  ])
})

function startChild(account_id: number, tags: number, { retries = false } = {}): ChildProcess {
  const settings = { NODE_ENV: 'test', DATABASE_URL: url(), SECRET_KEY: env().SECRET_KEY, DATA_DIR: env().DATA_DIR }
  const job = JSON.stringify({ settings, account_id, tags, retries })
  const child = spawn(process.execPath, [SCRIPT, job], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
