import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { env } from '../../../env.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import {
  addSubscribers,
  ledgerCounts,
  ledgerRows,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import type { MailSink } from '../../../testing/servers/mail-sink.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../testing/processes/send-child.ts')
const CONNECTIONS = 4

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

test('after three kill -9 among 1,000 messages, no subscriber gets two, and the ledger lists those who got none', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1000)
  let child: ChildProcess | undefined
  let kills = 0
  // While a message is being sent, which is the hardest moment.
  const sink = await sendToSink({
    onMessage: () => {
      if (child && kills < 3 && sink.messages.length >= 200 * (kills + 1)) {
        kills++
        child.kill('SIGKILL')
      }
      return undefined
    },
  })
  const id = await startBroadcast(account)
  for (let code: number | null = null; code !== 0; ) {
    child = startSender(account, id, sink)
    code = await exit(child)
    if (code !== null) expect(code).toBe(0)
  }
  expect(kills).toBe(3)

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
  expect(in_state('sent').length + unconfirmed.length).toBe(1000)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 1000, failed: 0, excluded: 0 })
  expect(await account.ctx.db.sendBatch.count()).toBe(0)
})

test('two processes can send one broadcast without duplicates', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1100)
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
  expect(got).toHaveLength(1100)
  expect(new Set(got).size).toBe(1100)
  expect(seen).toEqual(new Set(['one', 'two']))
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 1100, sent: 1100 })
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
  expect(await sendAll(account, id)).toBe('finished')
  const got = sink.messages.map(({ to }) => to)
  expect(got).toHaveLength(40)
  expect(new Set(got).size).toBe(40)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 40, unconfirmed: 0 })
})
