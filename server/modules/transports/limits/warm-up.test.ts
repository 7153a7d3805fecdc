import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { allowanceOn, parseWarmUp } from '../../../mail/warm-up-curve.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { auditedActions } from '../../../testing/database/audit.ts'
import { addSubscribers, changeMailSettings, sendAll, startBroadcast } from '../../../testing/modules/sending.ts'
import { openMailSink } from '../../../testing/servers/mail-sink.ts'
import { getWarmUp } from './warm-up-view.ts'

const CURVE = { first: 200, last: 200_000, days: 42 }

/** Creates an account that sends from its own domain to a sink, while domains warm up. */
async function warmingUp(curve: string): Promise<{ account: TestAccount; domain: string; count: () => number }> {
  const sink = await openMailSink()
  changeMailSettings({ SMTP_URL: sink.url(), WARM_UP: curve }, sink.close)
  const account = await testAccount()
  const domain = `new-${randomUUID().slice(0, 8)}.example`
  await account.ctx.db.sendingAddress.updateMany({ data: { email_address: `nora@${domain}`, is_default: true } })
  return { account, domain, count: () => sink.messages.length }
}

test('the curve begins at its first number, never falls, ends at its last, and then has no limit', () => {
  const days = Array.from({ length: 42 }, (_, at) => allowanceOn(CURVE, at + 1) ?? 0)
  expect(days[0]).toBe(200)
  expect(days[41]).toBe(200_000)
  expect(days).toEqual([...days].sort((a, b) => a - b))
  expect(allowanceOn(CURVE, 43)).toBeNull()
})

test.each(['200', '0:10:5', '20:10:5', '200:2000:1', 'on', '1:2:3:4', '200:2000:x'])('WARM_UP=%s is rejected', (text) =>
  expect(() => parseWarmUp(text)).toThrow('200:200000:42'),
)

test('a new domain sends its allowance each day, and the rest on the following days without an attempt', async () => {
  const { account, domain, count } = await warmingUp('20:80:3')
  const start = Date.parse('2026-03-04T10:00:00Z')
  let day = 0
  account.ctx.now = () => new Date(start + day * 86_400_000)
  await addSubscribers(account, 100)
  const id = await startBroadcast(account)
  const app = dashboard(account)
  expect(await sendAll(account, id)).toBe('wait')
  expect(count()).toBe(20)
  expect((await app.mail.route({ broadcast_id: id })).waiting).toEqual([
    {
      reason: 'warm_up',
      detail: `${domain} warms up: 20 messages on day 1.`,
      count: 80,
      first_at: '2026-03-05T10:00:00Z',
      last_at: '2026-03-06T10:00:00Z',
    },
  ])
  expect(await sendAll(account, id)).toBe('wait')
  expect(count()).toBe(20)
  day = 1
  expect(await sendAll(account, id)).toBe('wait')
  expect(count()).toBe(60)
  day = 2
  expect(await sendAll(account, id)).toBe('finished')
  expect(count()).toBe(100)
  const view = await getWarmUp(account.ctx, { domain })
  expect(view).toMatchObject({ state: 'warming_up' })
  expect(await account.ctx.sql.rows('select distinct attempts from delivery where account_id = $1')).toEqual([
    { attempts: 1 },
  ])
})

test('an administrator can skip the warm-up of a domain with a note', async () => {
  const { account, domain, count } = await warmingUp('5:80:3')
  const { transports } = dashboard(account, account.ctx, { is_admin: true })
  await transports.skipWarmUp({ domain, note: 'Sent 50,000 a week elsewhere.' })
  expect(await auditedActions(account.user_id)).toEqual(['warm_up_skipped'])
  await addSubscribers(account, 30)
  expect(await sendAll(account, await startBroadcast(account))).toBe('finished')
  expect(count()).toBe(30)
  expect(await getWarmUp(account.ctx, { domain })).toMatchObject({
    state: 'established',
    note: 'Sent 50,000 a week elsewhere.',
  })
  // Warm-ups are counted by the domain in ASCII, as servers see it.
  const label = `münchen${account.account_id}`
  await transports.skipWarmUp({ domain: `${label.toUpperCase()}.example`, note: 'x' })
  expect(await getWarmUp(account.ctx, { domain: domainToASCII(`${label}.example`) })).toMatchObject({
    state: 'established',
  })
  await expect(dashboard(account).transports.skipWarmUp({ domain, note: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(dashboard(account).transports.list()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
