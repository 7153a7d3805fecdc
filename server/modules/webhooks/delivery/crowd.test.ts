import { expect, onTestFinished, test } from 'vitest'
import { rootLogger } from '../../../core/log.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { limitsByHand } from '../../../testing/time-limits.ts'
import { Dispatcher } from './dispatcher.ts'

const { receiver, settle, pass } = testWebhooks()
const ENDPOINTS = 6
const of_each = (n: number) => ({ new: n, proven: n, failing: n })

/** Several endpoints at one receiver, each sent to once, and functions that send to them again. */
async function known(status: number) {
  const account = await testAccount()
  const { webhooks } = dashboard(account)
  const server = await receiver()
  server.answer({ status })
  const ids: number[] = []
  for (let n = 0; n < ENDPOINTS; n++) {
    ids.push((await webhooks.create({ url: `${server.url}/${n}`, events: ['tag.created'] })).id)
  }
  const send = async (at: number) => webhooks.sample({ id: ids[at] ?? 0, type: 'tag.created' })
  const sendAll = async () => {
    for (const at of ids.keys()) await send(at)
  }
  await sendAll()
  await settle()
  server.received.splice(0)
  /** Attempts that ended without an answer. */
  const timeouts = () => account.ctx.db.webhookAttempt.count({ where: { response_status: null } })
  return { server, send, sendAll, timeouts }
}

function start(silence_ms: number): void {
  const limits = { requests: of_each(2), queues: of_each(2) }
  const dispatcher = new Dispatcher({ log: rootLogger(), poll_ms: 20, silence_ms, limits })
  dispatcher.start()
  onTestFinished(() => dispatcher.stop(0))
}

test.each([
  ['have failed', 500, 3_600_000],
  ['have succeeded', 200, 50],
])(
  'endpoints that %s and now hang do not delay others, even when there are more than one process claims [W7]',
  async (_, status, silence_ms) => {
    limitsByHand()
    const [hanging, healthy] = [await known(status), await known(200)]
    hanging.server.answer(null)
    await hanging.sendAll()
    start(silence_ms)
    await expect.poll(() => hanging.server.received.length).toBeGreaterThanOrEqual(2)
    await healthy.sendAll()
    await expect.poll(() => healthy.server.received.length).toBe(ENDPOINTS)
    expect(await hanging.timeouts()).toBe(0)
    if (status === 500) expect(hanging.server.received).toHaveLength(2)
  },
)

test('failing endpoints are attempted in turn, however many deliveries wait for each [W7]', async () => {
  const { server, send } = await known(500)
  for (let at = 0; at < ENDPOINTS; at++) {
    for (let n = 0; n < 3; n++) await send(at)
    pass(1)
  }
  server.answer({ status: 500 })
  start(3_600_000)
  await expect.poll(() => server.received.length).toBeGreaterThanOrEqual(ENDPOINTS)
  expect(new Set(server.received.slice(0, ENDPOINTS).map(({ path }) => path)).size).toBe(ENDPOINTS)
})

test('an endpoint with many waiting deliveries gets one request first, and more after it has answered [W7]', async () => {
  limitsByHand()
  const [hanging, healthy] = [await known(200), await known(200)]
  hanging.server.answer(null)
  for (let n = 0; n < 3; n++) await hanging.send(0)
  start(3_600_000)
  await expect.poll(() => hanging.server.received.length).toBe(1)
  await healthy.sendAll()
  await expect.poll(() => healthy.server.received.length).toBe(ENDPOINTS)
  expect(await hanging.timeouts()).toBe(0)
  expect(hanging.server.received).toHaveLength(1)
})
