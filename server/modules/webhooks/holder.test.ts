import { expect, onTestFinished, test } from 'vitest'
import { systemPool } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { testWebhooks } from '../../testing/webhooks.ts'
import { startWebhooks } from '../../webhooks.ts'

const { receiver, settle } = testWebhooks()

test('W1: nobody takes over from who lives, however long it hangs; from who is cut off, everybody at once', async () => {
  const account = await testAccount()
  const hook = await receiver()
  hook.answer(null)
  await api('POST /v4/webhook_endpoints', key(account), { url: hook.url, events: ['tag.created'] })
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  const webhooks = await startWebhooks({ work: true, log: rootLogger() })
  onTestFinished(() => webhooks.stop(0))
  await expect.poll(() => hook.received.length, { timeout: 10_000 }).toBe(1)
  await settle()
  expect(hook.received).toHaveLength(1)
  hook.answer({ status: 200 })
  const cutOff = `select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and classid = ${0x686f6f6b}
    and database = (select oid from pg_database where datname = current_database())`
  // It is back half a second later: on a slow machine that is in time.
  const takeOver = async () => {
    await systemPool().query(cutOff)
    await settle()
    return hook.received.length
  }
  await expect.poll(takeOver, { timeout: 20_000 }).toBe(2)
  expect(hook.received.map(({ raw }) => raw)).toEqual(Array(2).fill(hook.received[0]?.raw))
  expect(await account.ctx.db.webhookDelivery.findMany({ select: { status: true } })).toEqual([{ status: 'delivered' }])
})
