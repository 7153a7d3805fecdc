import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, sendAll, sendToSink } from '../../../testing/modules/sending.ts'
import type { SendPlan } from '../plan-schema.ts'

const LIMITS = { bounces: 5, complaints: null, unsubscribes: null }
const PLAN: SendPlan = { kind: 'staged', first: { percent: 50 }, wait_minutes: 60, limits: LIMITS, test: null }

test('a staged broadcast stops when bounces pass their limit of those that were tried, refused ones included', async () => {
  const account = await testAccount()
  await addSubscribers(account, 40)
  const refused = (address: string) => Number(/\d+/.exec(address)?.[0]) % 2 === 0
  const sink = await sendToSink({
    onRecipient: (address) => (refused(address) ? { code: 550, text: '5.1.1 No such user' } : undefined),
  })
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'Version A', content: '<p>Hello.</p>', subscriber_filter: EVERYONE })
  await app.savePlan({ id, plan: PLAN, versions: [] })
  await app.send({ id })
  await sendAll(account, id)
  const bounced = 20 - sink.messages.length
  const later = Date.now() + 61 * 60_000
  account.ctx = { ...account.ctx, now: () => new Date(later) }
  await sendAll(account, id)
  const problem = `${bounced} of 20 subscribers bounced, which is ${bounced * 5}%. Your limit is 5%.`
  expect((await app.get({ id })).problem).toContain(problem)
  expect((await app.report({ id })).funnel).toMatchObject({ sent: 20 - bounced, bounced })
})
