import { expect, onTestFinished, test } from 'vitest'
import { rootLogger } from '../../../core/log.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/webhooks.ts'
import { Dispatcher } from './dispatcher.ts'

const { receiver, settle, pass } = testWebhooks()
const HOOKS = 6
const of_each = (n: number) => ({ new: n, proven: n, failing: n })

/** Several hooks at a receiver that have been sent to once, and what sends to them again. */
async function known(status: number) {
  const account = await testAccount()
  const { webhooks } = dashboard(account)
  const server = await receiver()
  server.answer({ status })
  const ids: number[] = []
  for (let n = 0; n < HOOKS; n++) {
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
  ['are known to fail', 500, 3_600_000],
  ['took everything until now', 200, 50],
])(
  'endpoints that %s and hang now, more than a process holds, delay no sound one [W7]',
  async (_, status, patience_ms) => {
    const [hanging, sound] = [await known(status), await known(200)]
    hanging.server.answer(null)
    await hanging.sendAll()
    start(patience_ms)
    await expect.poll(() => hanging.server.received.length).toBeGreaterThanOrEqual(2)
    await sound.sendAll()
    await expect.poll(() => sound.server.received.length).toBe(HOOKS)
    expect(await hanging.timeouts()).toBe(0)
    if (status === 500) expect(hanging.server.received).toHaveLength(2)
  },
)

test('endpoints that fail take turns, whatever waits for each [W7]', async () => {
  const { server, send } = await known(500)
  for (let at = 0; at < HOOKS; at++) {
    for (let n = 0; n < 3; n++) await send(at)
    pass(1)
  }
  server.answer({ status: 500 })
  start(3_600_000)
  await expect.poll(() => server.received.length).toBeGreaterThanOrEqual(HOOKS)
  expect(new Set(server.received.slice(0, HOOKS).map(({ path }) => path)).size).toBe(HOOKS)
})

test('an endpoint for which much waits is asked once, and more when it has answered [W7]', async () => {
  const [hanging, sound] = [await known(200), await known(200)]
  hanging.server.answer(null)
  for (let n = 0; n < 3; n++) await hanging.send(0)
  start(3_600_000)
  await expect.poll(() => hanging.server.received.length).toBe(1)
  await sound.sendAll()
  await expect.poll(() => sound.server.received.length).toBe(HOOKS)
  expect(await hanging.timeouts()).toBe(0)
  expect(hanging.server.received).toHaveLength(1)
})
