import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { env } from '../../../env.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  ledgerCounts,
  ledgerRows,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import { deepTest } from '../../../testing/runner/deep.ts'
import type { MailSink } from '../../../testing/servers/mail-sink.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../testing/processes/send-child.ts')
const CONNECTIONS = 4
const KILLS = Math.max(3, inject('kills'))
const SUBSCRIBERS = 300 + KILLS * 200

/** Starts a process that sends the broadcast. */
function startSender(account: TestAccount, broadcast_id: number, sink: MailSink, name = 'child'): ChildProcess {
  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: inject('database_url'),
    SECRET_KEY: env().SECRET_KEY,
    DATA_DIR: env().DATA_DIR,
    SMTP_URL: sink.url(`pool=${CONNECTIONS}&name=${name}`),
  }
  const job = JSON.stringify({ settings, account_id: account.ctx.account_id, broadcast_id })
  const child = spawn(process.execPath, [SCRIPT, job], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

async function exit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

deepTest(
  'after kill -9 at each phase of a hand-over, no subscriber gets two, and the ledger lists those who got none',
  async () => {
    const account = await testAccount()
    await addSubscribers(account, SUBSCRIBERS)
    let child: ChildProcess | undefined
    let kills = 0
    const stored = () => account.ctx.db.delivery.count({ where: { state: 'sent' } })
    const isDue = (phase: number) => kills < KILLS && kills % 3 === phase && sink.messages.length >= 350 + 150 * kills
    const kill = () => {
      kills++
      child?.kill('SIGKILL')
    }
    const sink = await sendToSink({
      // A message has begun, and its connection's last result is in the log. The first time, the next batch is claimed as well.
      onMessage: async () => {
        if (isDue(0)) kill()
        if (!isDue(2)) return undefined
        // Results are stored, and their log is still there. No message is answered before.
        await expect.poll(stored).toBeGreaterThan(350 + 150 * (kills - 1))
        if (isDue(2)) kill()
        return undefined
      },
      // The last message of the connection was answered, and the next is announced.
      onSender: () => {
        if (isDue(1)) kill()
        return undefined
      },
    })
    const id = await startBroadcast(account)
    for (let code: number | null = null; code !== 0; ) {
      child = startSender(account, id, sink)
      code = await exit(child)
      if (code !== null) expect(code).toBe(0)
    }
    expect(kills).toBe(KILLS)

    const got = sink.messages.map(({ to }) => to)
    expect(new Set(got).size).toBe(got.length)
    const rows = await ledgerRows(account, id)
    const in_state = (state: string) => rows.filter((row) => row.state === state)
    const unconfirmed = in_state('unconfirmed')
    expect(unconfirmed.length).toBeGreaterThan(0)
    expect(unconfirmed.length).toBeLessThanOrEqual(CONNECTIONS * kills)
    const without = rows.filter(({ email_address }) => !got.includes(email_address))
    expect(without.every(({ state }) => state === 'unconfirmed')).toBe(true)
    expect(in_state('sent').every(({ email_address }) => got.includes(email_address))).toBe(true)
    expect(in_state('sent').length + unconfirmed.length).toBe(SUBSCRIBERS)
    const { kept, counted } = await ledgerCounts(account, id)
    expect(kept).toEqual(counted)
    expect(kept).toMatchObject({ recipients: SUBSCRIBERS, failed: 0, excluded: 0 })
    expect(await account.ctx.db.sendBatch.count()).toBe(0)
  },
)

deepTest('two processes can send one broadcast without duplicates', async () => {
  const account = await testAccount()
  // More than one batch.
  await addSubscribers(account, 600)
  const seen = new Set<string>()
  const both = Promise.withResolvers<void>()
  const sink = await sendToSink({
    onMessage: async ({ client }) => {
      seen.add(client)
      if (seen.size === 2) both.resolve()
      await both.promise
      return undefined
    },
  })
  const id = await startBroadcast(account)
  const children = ['one', 'two'].map((name) => startSender(account, id, sink, name))
  expect(await Promise.all(children.map(exit))).toEqual([0, 0])
  const got = sink.messages.map(({ to }) => to)
  expect(got).toHaveLength(600)
  expect(new Set(got).size).toBe(600)
  expect(seen).toEqual(new Set(['one', 'two']))
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 600, sent: 600 })
  const broadcast = await account.ctx.db.broadcast.findFirstOrThrow({ where: { id } })
  expect(broadcast.status).toBe('completed')
})

test('when PostgreSQL ends the session, sending stops, and messages the server accepted are recorded as sent', async () => {
  const account = await testAccount()
  await addSubscribers(account, 40)
  let ended = false
  const sink = await sendToSink({
    onMessage: async () => {
      if (!ended && sink.messages.length === 10) {
        ended = true
        const [holder] = await account.ctx.sql.rows<{ pid: number }>(
          `select l.pid from pg_locks l join send_batch b on b.id::oid = l.objid
           where l.locktype = 'advisory' and l.classid = $2::int::oid and b.account_id = $1
             and l.database = (select oid from pg_database where datname = current_database())`,
          [0x656e7601],
        )
        await account.ctx.sql.rows('select pg_terminate_backend($2) where $1 > 0', [holder?.pid])
      }
      return undefined
    },
  })
  const id = await startBroadcast(account)
  await expect(sendAll(account, id)).rejects.toThrow()
  expect(ended).toBe(true)
  // PostgreSQL says that a session ends before it releases the locks of that session.
  await expect.poll(() => sendAll(account, id)).toBe('finished')
  const got = sink.messages.map(({ to }) => to)
  expect(got).toHaveLength(40)
  expect(new Set(got).size).toBe(40)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 40, unconfirmed: 0 })
})

test('messages that were on their way when their sender was killed are sent again, counted as sent, or left, as decided', async () => {
  const account = await testAccount()
  await addSubscribers(account, CONNECTIONS + 2)
  const on_their_way = new Set<string>()
  let child: ChildProcess | undefined
  const sink = await sendToSink({
    // Each connection has handed a message over, and none has its reply.
    onMessage: async ({ to }) => {
      if (!child || child.killed) return undefined
      on_their_way.add(to)
      if (on_their_way.size === CONNECTIONS) child.kill('SIGKILL')
      await exit(child)
      return { code: 451, text: 'The sender is gone' }
    },
  })
  const id = await startBroadcast(account)
  child = startSender(account, id, sink)
  expect(await exit(child)).toBe(null)
  // PostgreSQL may notice a little later that the session has ended. Until then the sender counts as alive.
  await expect.poll(() => sendAll(account, id)).toBe('finished')
  const stateOf = async (address = '') =>
    (await ledgerRows(account, id)).find(({ email_address }) => email_address === address)
  const undecided = (await ledgerRows(account, id)).filter(({ state }) => state === 'unconfirmed')
  expect(undecided.map(({ email_address }) => email_address).sort()).toEqual([...on_their_way].sort())

  const app = dashboard(account).broadcasts
  expect((await app.get({ id })).status).toBe('completed')
  const [again, counted, left, other] = undecided.map(({ email_address }) => email_address)
  const idOf = async (email_address = '') =>
    Number((await account.ctx.db.subscriber.findFirstOrThrow({ where: { email_address } })).id)
  const decide = async (choice: 'resend' | 'sent' | 'leave', address?: string) =>
    (await app.resolveUnconfirmed({ id, choice, ...(address && { subscriber_ids: [await idOf(address)] }) })).count
  sink.messages.length = 0
  expect(await decide('sent', counted)).toBe(1)
  expect(await decide('leave', left)).toBe(1)
  expect(await decide('resend', again)).toBe(1)
  // The last one is no longer asked about.
  expect(await decide('sent')).toBe(1)
  await sendAll(account, id)

  expect(sink.messages.map(({ to }) => to)).toEqual([again])
  for (const address of [again, counted, other]) expect((await stateOf(address))?.state).toBe('sent')
  expect(await stateOf(left)).toMatchObject({ state: 'unconfirmed', reason: 'left' })
  const { kept, counted: rows } = await ledgerCounts(account, id)
  expect(kept).toEqual(rows)
  expect(kept).toMatchObject({ recipients: CONNECTIONS + 2, sent: CONNECTIONS + 1, unconfirmed: 1 })
  expect((await app.get({ id })).status).toBe('completed')
})
