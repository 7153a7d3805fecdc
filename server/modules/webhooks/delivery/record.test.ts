import { expect, onTestFinished, test } from 'vitest'
import { rootLogger } from '../../../core/log.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { FAULTS, type Fault, failOnce } from '../../../testing/database/fail-once.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { sampled } from '../../../testing/runner/deep.ts'
import { startWebhooks } from '../../../webhooks.ts'
import { RETRY_MS } from '../retries/next-attempt.ts'

const { receiver, sendFirst, settle, pass } = testWebhooks()

const faults = sampled(Object.keys(FAULTS) as Fault[], 1)

/** An endpoint with one delivery that waits for its first attempt. */
async function pending() {
  const account = await testAccount()
  const server = await receiver()
  const app = dashboard(account).webhooks
  const { id } = await app.create({ url: server.url, events: ['tag.created'] })
  await app.sample({ id, type: 'tag.created' })
  const recorded = async () => {
    const { sql } = account.ctx
    return {
      deliveries: await sql.rows('select status::text, attempt_count from webhook_delivery where account_id = $1'),
      history: await sql.rows('select number from webhook_attempt where account_id = $1 order by number'),
      hours: await sql.rows('select attempts, failures from webhook_hour where account_id = $1'),
    }
  }
  const { account_id } = account
  return { account_id, id, server, recorded }
}

async function start() {
  const webhooks = await startWebhooks({ work: true, log: rootLogger() })
  onTestFinished(() => webhooks.stop(0))
  return webhooks
}

const ONCE = {
  deliveries: [{ status: 'delivered', attempt_count: 1 }],
  history: [{ number: 1 }],
  hours: [{ attempts: 1, failures: 0 }],
}

test.each(faults)(
  'a first attempt that is not recorded once because %s is recorded later, and not repeated',
  async (fault) => {
    const { account_id, server, recorded } = await pending()
    const hasFailed = await failOnce('webhook_delivery', { fault, when: `new.account_id = ${account_id}` })
    await start()
    await expect.poll(recorded).toEqual(ONCE)
    expect(await hasFailed()).toBe(true)
    expect(server.received).toHaveLength(1)
  },
)

test('a process that stops records its last attempts although that fails once', async () => {
  const { account_id, server, recorded } = await pending()
  const answer = Promise.withResolvers<{ status: number }>()
  server.answer(() => answer.promise)
  const webhooks = await start()
  await expect.poll(() => server.received.length).toBe(1)
  const when = `new.account_id = ${account_id} and new.status = 'delivered'`
  const hasFailed = await failOnce('webhook_delivery', { fault: 'the disk is full', when })
  const stopped = webhooks.stop(10_000)
  answer.resolve({ status: 200 })
  await stopped
  expect(await hasFailed()).toBe(true)
  expect(await recorded()).toEqual(ONCE)
})

test('an attempt counts once when only the health of its endpoint is not stored', async () => {
  const { account_id, server, recorded } = await pending()
  server.answer({ status: 500 })
  const when = `new.account_id = ${account_id} and new.failing_since is not null`
  const hasFailed = await failOnce('webhook_endpoint', { fault: 'the disk is full', when })
  const webhooks = await start()
  await expect.poll(hasFailed).toBe(true)
  await webhooks.stop(10_000)
  expect(await recorded()).toMatchObject({ history: [{ number: 1 }], hours: [{ attempts: 1, failures: 1 }] })
})

test.each(faults)('a retry that is not recorded once because %s is recorded later, and not repeated', async (fault) => {
  const { account_id, server, recorded } = await pending()
  server.answer({ status: 500 })
  await sendFirst()
  server.answer({ status: 200 })
  const when = `new.account_id = ${account_id} and new.status = 'delivered'`
  const hasFailed = await failOnce('webhook_delivery', { fault, when })
  pass(RETRY_MS[0] * 1.06)
  await settle()
  expect(await hasFailed()).toBe(true)
  expect(server.received).toHaveLength(2)
  expect(await recorded()).toEqual({
    deliveries: [{ status: 'delivered', attempt_count: 2 }],
    history: [{ number: 1 }, { number: 2 }],
    hours: [{ attempts: 2, failures: 1 }],
  })
})
