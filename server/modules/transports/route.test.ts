import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import {
  addSubscribers,
  ledgerCounts,
  received,
  sendAll,
  startBroadcast,
  transports,
} from '../../testing/modules/sending.ts'
import { openTransports } from './open-transports.ts'
import { listCircuits } from './service.ts'

const LISTED = {
  code: 550,
  text: '5.7.1 Service unavailable; client host [203.0.113.9] blocked using zen.spamhaus.org',
}

const stateOf = (account: Awaited<ReturnType<typeof testAccount>>) =>
  account.ctx.sql.rows('select state::text, count(*)::int from subscriber where account_id = $1 group by 1')

test('after a blocklisting during sending the second transport takes over, with 0 bounced and 0 duplicates', async () => {
  let isListed = false
  let isDelisted = false
  const { first, second } = await transports({
    first: {
      behavior: {
        onRecipient: () => (isListed ? LISTED : undefined),
        onMessage: () => {
          isListed ||= !isDelisted && received(first) > 100
          return undefined
        },
      },
    },
    second: { weight: 0 },
  })
  const account = await testAccount()
  await addSubscribers(account, 700)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  const all = [...(first?.sink.messages ?? []), ...(second?.sink.messages ?? [])].map(({ to }) => to)
  expect(all).toHaveLength(700)
  expect(new Set(all).size).toBe(700)
  expect(received(second)).toBeGreaterThan(500)
  expect(await stateOf(account)).toEqual([{ state: 'active', count: 700 }])
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 700, failed: 0, bounced: 0, unconfirmed: 0 })
  const carried = await account.ctx.sql.rows(
    'select transport, count(*)::int from delivery where account_id = $1 group by 1 order by 2',
  )
  expect(carried).toEqual([
    { transport: first?.name, count: received(first) },
    { transport: second?.name, count: received(second) },
  ])
  expect(await listCircuits()).toMatchObject([
    { transport: first?.name, account_id: 0, kind: 'refused', reply: expect.stringContaining('spamhaus') },
  ])

  // After the pause, one message is tried. Once it is accepted, the first transport is used again.
  isListed = false
  isDelisted = true
  account.ctx.now = () => new Date(Date.now() + 6 * 60_000)
  const before = received(first)
  expect(await sendAll(account, await startBroadcast(account))).toBe('finished')
  expect(await listCircuits()).toEqual([])
  // The rest of that batch was sent over the second.
  expect(received(first) - before).toBe(201)
})

test('an unreachable transport leaves its messages to others, and is not tried again', async () => {
  const { gone, here } = await transports({ gone: { weight: 9 }, here: {} })
  await gone?.sink.close()
  const account = await testAccount()
  await addSubscribers(account, 40)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  expect(received(here)).toBe(40)
  expect(await listCircuits()).toMatchObject([{ transport: gone?.name, account_id: 0, kind: 'unreachable' }])
})

test('a message that may have arrived is never sent by another transport', async () => {
  const { first, second } = await transports({
    first: { behavior: { onMessage: () => 'hang up' }, options: 'pool=1' },
    second: { weight: 0, options: 'pool=1' },
  })
  const account = await testAccount()
  await addSubscribers(account, 12)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  const lost = first?.sink.messages.map(({ to }) => to) ?? []
  // Three in a row open the circuit, and one more was in progress.
  expect([3, 4]).toContain(lost.length)
  expect(second?.sink.messages.map(({ to }) => to).filter((to) => lost.includes(to))).toEqual([])
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ sent: 12 - lost.length, unconfirmed: lost.length })
})

test('transports share messages by weight, and one that names the sending domain comes first', async () => {
  const { one, three, other } = await transports({
    one: { weight: 1 },
    three: { weight: 3 },
    other: { domains: ['other.example'] },
  })
  const account = await testAccount()
  await addSubscribers(account, 40)
  await sendAll(account, await startBroadcast(account))
  expect([received(one), received(three), received(other)]).toEqual([10, 30, 0])
})

test('an account whose sender is refused by one transport uses another, and other accounts keep the first', async () => {
  const { picky, open } = await transports({
    picky: {
      behavior: {
        onRecipient: (to) => (to.startsWith('a') ? { code: 554, text: '5.7.1 Sender is not verified' } : undefined),
      },
      options: 'pool=1',
    },
    open: { weight: 0 },
  })
  const [refused_account, welcome] = [await testAccount(), await testAccount()]
  await addSubscribers(refused_account, 20, 'a')
  await addSubscribers(welcome, 20, 'b')
  expect(await sendAll(refused_account, await startBroadcast(refused_account))).toBe('finished')
  expect(await sendAll(welcome, await startBroadcast(welcome))).toBe('finished')
  expect([received(picky), received(open)]).toEqual([20, 20])
  expect(await listCircuits()).toMatchObject([{ transport: picky?.name, account_id: refused_account.account_id }])
})

test('a receiving domain that defers waits alone, longer each time, until it accepts a message', async () => {
  let isDeferring = true
  const { only } = await transports({
    only: {
      behavior: {
        onRecipient: (to) =>
          isDeferring && to.endsWith('@slow.example') ? { code: 451, text: '4.7.28 Unusual rate of mail' } : undefined,
      },
      options: 'pool=1',
    },
  })
  const account = await testAccount()
  const start = Date.now()
  let minutes = 0
  account.ctx.now = () => new Date(start + minutes * 60_000)
  await account.ctx.sql.run(
    `insert into subscriber (account_id, email_address)
     select $1, 's' || n || '@' || case n % 2 when 0 then 'slow' else 'quick' end || '.example' from generate_series(1, 60) n`,
  )
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  expect(received(only)).toBe(30)
  const waitingDeliveries = () =>
    account.ctx.sql.rows(
      `select attempts, reason, count(*)::int from delivery where account_id = $1 and state = 'queued' group by 1, 2 order by 1`,
    )
  expect(await waitingDeliveries()).toEqual([
    { attempts: 0, reason: 'backed_off', count: 27 },
    { attempts: 1, reason: 'sender_refused', count: 3 },
  ])
  minutes = 1.5
  expect(await sendAll(account, id)).toBe('wait')
  // One attempt shows that the pause was too short.
  expect(await waitingDeliveries()).toEqual([
    { attempts: 0, reason: 'backed_off', count: 26 },
    { attempts: 1, reason: 'sender_refused', count: 4 },
  ])
  isDeferring = false
  minutes = 10
  expect(await sendAll(account, id)).toBe('finished')
  expect(received(only)).toBe(60)
})

test('a rate for a receiving domain applies to all emails together and counts no attempt', async () => {
  const { only } = await transports({ only: { receivers: { 'hotmail.com': 1 } } })
  const account = await testAccount()
  const start = Date.now()
  let seconds = 0
  account.ctx.now = () => new Date(start + seconds * 1000)
  await account.ctx.sql.run(
    `insert into subscriber (account_id, email_address)
     select $1, 's' || n || '@' || case n % 2 when 0 then 'outlook.com' else 'quick.example' end from generate_series(1, 100) n`,
  )
  const ids = [await startBroadcast(account), await startBroadcast(account)]
  const sendBoth = async () => {
    for (const id of ids) await sendAll(account, id)
  }
  const sentCount = () => only?.sink.messages.filter(({ to }) => to.endsWith('@outlook.com')).length
  await sendBoth()
  expect(received(only)).toBe(110)
  expect(sentCount()).toBe(10)
  await sendBoth()
  expect(sentCount()).toBe(10)
  for (seconds = 20; seconds <= 80; seconds += 20) await sendBoth()
  expect(sentCount()).toBeLessThanOrEqual(10 + 80)
  expect(sentCount()).toBeGreaterThan(40)
  for (; seconds < 400 && received(only) < 200; seconds += 20) await sendBoth()
  expect(received(only)).toBe(200)
  const tried = await account.ctx.sql.rows('select distinct attempts from delivery where account_id = $1')
  expect(tried).toEqual([{ attempts: 1 }])
})

test('a rate for a receiving domain applies to addresses with every spelling of it', async () => {
  await transports({ only: { receivers: { 'xn--mnchen-3ya.example': 1, 'hotmail.com': 2 } } })
  expect(openTransports().map(({ settings }) => settings.receivers)).toEqual([
    { 'münchen.example': 1, 'outlook.com': 2 },
  ])
})
