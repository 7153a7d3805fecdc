import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { database } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { FAULTS, type Fault, failOnce } from '../../../testing/database/fail-once.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { queueEmail, SENDERS, type Sender, sendUntilDone } from '../../../testing/modules/senders.ts'
import { sendToSink } from '../../../testing/modules/sending.ts'
import { sampled } from '../../../testing/runner/deep.ts'

// A trigger makes statements of all accounts fail, and the pool runs out.
const CONNECTIONS = 8
runInOwnDatabase({ max: CONNECTIONS })

const SUBSCRIBERS = 60

/** Everyone got one message, and the ledger says so. */
async function expectOnce({ ctx }: TestAccount, got: readonly { to: string }[]) {
  expect(got.map(({ to }) => to).sort()).toEqual(
    (await ctx.db.subscriber.findMany()).map(({ email_address }) => email_address).sort(),
  )
  const states = await ctx.db.delivery.groupBy({ by: ['state', 'attempts'], _count: true })
  expect(states).toEqual([{ state: 'sent', attempts: 1, _count: SUBSCRIBERS }])
  expect(await ctx.db.mail.aggregate({ _sum: { sent: true, unconfirmed: true, recipients: true } })).toEqual({
    _sum: { sent: SUBSCRIBERS, unconfirmed: 0, recipients: SUBSCRIBERS },
  })
  expect(await ctx.db.sendBatch.count()).toBe(0)
  expect(await ctx.db.handOver.count()).toBe(0)
}

const [FIRST, ...OTHERS] = Object.keys(FAULTS) as [Fault, ...Fault[]]
const casesOf = (fault: Fault, kinds: readonly Sender[]) => [
  ...kinds.map((kind) => ({ kind, fault, answered: SUBSCRIBERS / 4 })),
  { kind: 'broadcast' as const, fault, answered: SUBSCRIBERS },
]
// All senders replay with the same code, so a broadcast alone meets the other faults in `npm test`.
const CASES = [...casesOf(FIRST, SENDERS), ...OTHERS.flatMap((fault) => casesOf(fault, sampled(SENDERS, 1)))]

test.each(CASES)(
  'results of an email ($kind) that are not stored because $fault, after $answered messages, are replayed from the log: no one gets two',
  async ({ kind, fault, answered }) => {
    const account = await testAccount()
    const email = await queueEmail(account, { kind, count: SUBSCRIBERS })
    const hasFailed = await failOnce('delivery', { fault })
    const sink = await sendToSink(
      {
        onMessage: async () => {
          if (sink.messages.length >= answered) await expect.poll(hasFailed).toBe(true)
          return undefined
        },
      },
      'pool=4',
    )
    expect(await sendUntilDone(account, email)).toBe(1)
    await expectOnce(account, sink.messages)
  },
)

test.each(sampled(SENDERS, 1))(
  'results of an email (%s) that are not stored because no connection is free are replayed from the log: no one gets two',
  async (kind) => {
    const account = await testAccount()
    const email = await queueEmail(account, { kind, count: SUBSCRIBERS })
    const { pool } = database()
    const { connectionTimeoutMillis } = pool.options
    // The statements of the sender compete for the connections.
    const take = (): Promise<pg.PoolClient> => pool.connect().catch(take)
    let failed: Promise<void> | undefined
    const exhaust = async () => {
      pool.options.connectionTimeoutMillis = 3_000
      const taken = await Promise.all(Array.from({ length: CONNECTIONS }, take))
      await expect.poll(() => pool.waitingCount).toBeGreaterThan(0)
      await expect.poll(() => pool.waitingCount).toBe(0)
      pool.options.connectionTimeoutMillis = connectionTimeoutMillis
      for (const client of taken) client.release()
    }
    const sink = await sendToSink(
      {
        onMessage: async () => {
          if (sink.messages.length < SUBSCRIBERS / 4) return undefined
          failed ??= exhaust()
          await failed
          return undefined
        },
      },
      'pool=4',
    )
    expect(await sendUntilDone(account, email)).toBe(1)
    await expectOnce(account, sink.messages)
  },
)

const LOG_CASES = Object.keys(FAULTS).flatMap((fault) => SENDERS.map((kind) => ({ kind, fault: fault as Fault })))

test.each(sampled(LOG_CASES, 2))(
  'a hand-over of an email ($kind) that is not recorded because $fault, after messages were accepted, loses and repeats none',
  async ({ kind, fault }) => {
    const account = await testAccount()
    const email = await queueEmail(account, { kind, count: SUBSCRIBERS })
    // An entry with a result is written with the next message of its connection.
    const hasFailed = await failOnce('hand_over', { fault, on: 'insert', when: `new.entries like '%"sent"%'` })
    const sink = await sendToSink({}, 'pool=4')
    expect(await sendUntilDone(account, email)).toBe(1)
    expect(await hasFailed()).toBe(true)
    await expectOnce(account, sink.messages)
  },
)

test('no entry of the log outlives its batch, even when the batch is deleted slowly', async () => {
  const account = await testAccount()
  // More than one batch: the last results of the first are in the log before the first messages of the second.
  const email = await queueEmail(account, { kind: 'broadcast', count: 520 })
  const client = new pg.Client(database().url)
  await client.connect()
  onTestFinished(() => client.end())
  // After the trigger that deletes the log.
  await client.query(`
    create function commit_later() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
    create trigger x_commit_later after delete on send_batch for each statement execute function commit_later()`)
  onTestFinished(async () => {
    await client.query('drop trigger x_commit_later on send_batch; drop function commit_later')
  })
  await sendToSink({}, 'pool=8')
  expect(await sendUntilDone(account, email)).toBe(0)
  expect(await account.ctx.db.handOver.count()).toBe(0)
})
