import { expect, test } from 'vitest'
import { systemPool } from '../../../core/context.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import {
  addSubscribers,
  type Configured,
  received,
  sendAll,
  startBroadcast,
  transports,
} from '../../../testing/modules/sending.ts'

const NOON = Date.parse('2026-03-04T12:00:00Z')
const LISTED = {
  code: 550,
  text: '5.7.1 Service unavailable; client host [203.0.113.9] blocked using zen.spamhaus.org',
}

/** Creates an account with subscribers. The test sets its time, in seconds after noon. */
async function audience(count: number): Promise<{ account: TestAccount; at: (seconds: number) => void }> {
  const account = await testAccount()
  let now = NOON
  account.ctx.now = () => new Date(now)
  await addSubscribers(account, count)
  return {
    account,
    at: (seconds) => {
      now = NOON + seconds * 1000
    },
  }
}

async function usedOn(day: string, { name }: Configured): Promise<number> {
  const { rows } = await systemPool().query<{ used: number }>(
    `select used from daily_allowance where subject = 'transport ' || $1 and day = $2::date`,
    [name, day],
  )
  return rows[0]?.used ?? 0
}

const waitingMessages = ({ ctx }: TestAccount) =>
  ctx.sql.rows(
    `select reason, detail, attempts, count(*)::int from delivery where account_id = $1 and state = 'queued' group by 1, 2, 3`,
  )

test('ACCOUNT_HOURLY_LIMIT spreads one account’s messages over the hour without affecting other accounts', async () => {
  const { only } = await transports({ only: {} }, { ACCOUNT_HOURLY_LIMIT: '3600' })
  const [{ account, at }, other_audience] = [await audience(30), await audience(5)]
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  expect(received(only)).toBe(10)
  const detail = 'This account: 3,600 messages per hour.'
  expect(await waitingMessages(account)).toEqual([{ reason: 'throttled', detail, attempts: 0, count: 20 }])
  expect(await sendAll(other_audience.account, await startBroadcast(other_audience.account))).toBe('finished')
  at(15)
  await sendAll(account, id)
  expect(received(only)).toBe(5 + 20)
  at(31)
  expect(await sendAll(account, id)).toBe('finished')
})

test('a transport sends no more than per_second and per_day, and the rest waits for the next day', async () => {
  const { only } = await transports({ only: { per_second: 2, per_day: 30 } })
  const { account, at } = await audience(50)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  expect(received(only)).toBe(20)
  expect(await waitingMessages(account)).toEqual(
    expect.arrayContaining([
      { reason: 'throttled', detail: `${only?.name}: 2 messages per second.`, attempts: 0, count: 10 },
      { reason: 'daily_limit', detail: `${only?.name}: 30 messages per day.`, attempts: 0, count: 20 },
    ]),
  )
  // Messages delayed by the rate do not count for the day.
  expect(await usedOn('2026-03-04', only as Configured)).toBe(20)
  at(60)
  expect(await sendAll(account, id)).toBe('wait')
  expect(received(only)).toBe(30)
  at(86_400)
  expect(await sendAll(account, id)).toBe('finished')
})

test('a full transport leaves its messages to other transports, and to a spare one once its daily allowance is used', async () => {
  const { few, slow, free, spare } = await transports({
    few: { per_day: 4 },
    slow: { per_second: 0.1 },
    free: {},
    spare: { weight: 0 },
  })
  const { account } = await audience(40)
  expect(await sendAll(account, await startBroadcast(account))).toBe('finished')
  expect([received(few), received(slow), received(free), received(spare)]).toEqual([4, 1, 35, 0])
})

test('a spare transport carries messages beyond a daily allowance, but not messages that a rate delays for seconds', async () => {
  const { few, spare } = await transports({ few: { per_day: 25, per_second: 2 }, spare: { weight: 0 } })
  const { account } = await audience(40)
  expect(await sendAll(account, await startBroadcast(account))).toBe('wait')
  expect([received(few), received(spare)]).toEqual([20, 15])
})

test('messages that another transport takes over count for its limits', async () => {
  const { listed, spare } = await transports({
    listed: { behavior: { onRecipient: () => LISTED } },
    spare: { weight: 0, per_day: 1000 },
  })
  const { account } = await audience(30)
  expect(await sendAll(account, await startBroadcast(account))).toBe('finished')
  expect([received(listed), received(spare)]).toEqual([0, 30])
  expect(await usedOn('2026-03-04', spare as Configured)).toBe(30)
})

test('unsent messages are returned to the allowance of their day', async () => {
  const { only } = await transports({
    only: {
      per_day: 100,
      behavior: {
        onRecipient: () => {
          at(86_400)
          return { code: 550, text: '5.1.1 No such user' }
        },
      },
    },
  })
  const { account, at } = await audience(3)
  expect(await sendAll(account, await startBroadcast(account))).toBe('finished')
  expect(await usedOn('2026-03-04', only as Configured)).toBe(0)
})
