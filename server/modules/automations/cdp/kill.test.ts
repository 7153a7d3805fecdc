import { Analytics } from '@segment/analytics-node'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { makeAutomation } from '../../../testing/automations/automation.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { startRest } from '../../../testing/processes/rest-process.ts'
import { deepTest } from '../../../testing/runner/deep.ts'

/** Few enough for the limit of a key in a minute, also with retries. */
const BATCHES = 40

/** Sends events by an unmodified client while its server is killed after these shares were answered. */
async function sendThroughKills({ events, killed_at }: { events: number; killed_at: number[] }) {
  const account = await testAccount()
  const { account_id, ctx } = account
  const automation_id = await makeAutomation(account)
  await ctx.db.automationListener.create({
    data: {
      account_id,
      automation_id,
      version: 1,
      step_id: 't',
      number: 0,
      purpose: 'entry',
      type: 'api_event',
      object: 'seen',
    },
  })
  const ids = await addSubscribers(account, 50)
  const subscribers = await ctx.db.subscriber.findMany({ where: { id: { in: ids } } })

  let server = await startRest(inject('database_url'))
  onTestFinished(() => server.kill())
  const analytics = new Analytics({
    writeKey: account.api_key,
    host: `http://127.0.0.1:${server.port}`,
    flushAt: events / BATCHES,
    flushInterval: 100,
    maxRetries: 1_000,
  })
  const failed: unknown[] = []
  analytics.on('error', (error) => failed.push(error))
  let answered = 0
  analytics.on('http_response', ({ status }) => {
    if (status === 200) answered++
  })
  for (const { id, email_address } of subscribers)
    analytics.identify({ userId: `user-${id}`, traits: { email: email_address } })
  await analytics.flush()

  const sent = Array.from({ length: events }, (_, n) => n)
  for (const n of sent) {
    const { id } = subscribers[n % subscribers.length] as (typeof subscribers)[number]
    analytics.track({ userId: `user-${id}`, event: 'Seen', properties: { n } })
  }
  const closed = analytics.closeAndFlush({ timeout: 600_000 })
  for (const share of killed_at) {
    // Other requests are being answered.
    while (answered < share * BATCHES) await new Promise((resolve) => analytics.once('http_response', resolve))
    await server.kill()
    server = await startRest(inject('database_url'), { port: server.port })
  }
  await closed
  expect(failed).toEqual([])
  const numbers = async (table: string) =>
    (
      await ctx.sql.rows<{ n: number }>(
        `select (data #>> '{properties,n}')::int as n from ${table} where account_id = $1 order by 1`,
      )
    ).map(({ n }) => n)
  expect(await numbers('subscriber_change')).toEqual(sent)
  expect(await numbers('automation_event')).toEqual(sent)
}

test('events of an unmodified analytics-node arrive once each, although the process is killed', () =>
  sendThroughKills({ events: 1_000, killed_at: [0.3] }))

deepTest('10,000 events of an unmodified analytics-node arrive once each, although the process is killed twice', () =>
  sendThroughKills({ events: 10_000, killed_at: [0.2, 0.6] }),
)
