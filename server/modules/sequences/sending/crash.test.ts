import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { env } from '../../../env.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { addSubscribers, parseMail, sendToSink } from '../../../testing/modules/sending.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { deepTest, runs } from '../../../testing/runner/deep.ts'
import type { MailSink } from '../../../testing/servers/mail-sink.ts'
import { enrollSubscribers } from '../enrolling/enrolling.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../testing/processes/sequence-child.ts')
const KILLS = runs(inject('kills'), 1)
const SUBSCRIBERS = Math.max(2, KILLS) * 75
const EMAILS = 2
/** Emails that are sent in the test with kills. */
const SENT = runs(EMAILS, 1)

function startWorker(account: TestAccount, sequence_id: number, sink: MailSink): ChildProcess {
  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: inject('database_url'),
    SECRET_KEY: env().SECRET_KEY,
    DATA_DIR: env().DATA_DIR,
    SMTP_URL: sink.url('pool=4'),
  }
  const job = JSON.stringify({ settings, account_id: account.ctx.account_id, sequence_id })
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

/** A sequence whose subscribers joined long ago: all emails are late, so enqueueing and sending overlap. */
async function lateSequence() {
  const account = await testAccount()
  const sequence = await makeSequence(account)
  await sequence.email({ subject: 'One' })
  await sequence.email({ subject: 'Two', delay_value: 1, delay_unit: 'hours' })
  const ids = await addSubscribers(account, SUBSCRIBERS)
  const { now } = account.ctx
  account.ctx.now = () => new Date(Date.now() - 30 * 86_400_000)
  await enrollSubscribers(account.ctx, {
    pairs: ids.map((subscriber_id) => ({ sequence_id: sequence.id, subscriber_id })),
  })
  account.ctx.now = now
  return { account, ...sequence }
}

/** Makes the second email due, which otherwise waits an hour after the first. */
const hurry = (account: TestAccount) =>
  account.ctx.sql.run(
    `update enrollment set next_at = now() where account_id = $1 and state = 'active' and next_at > now() and last_position is not null`,
  )

test('kill -9 during enqueueing and sending loses no subscriber and sends no email twice', async () => {
  const { account, id } = await lateSequence()
  let child: ChildProcess | undefined
  let kills = 0
  const sink = await sendToSink({
    onMessage: () => {
      if (child && kills < KILLS && sink.messages.length >= ((kills + 1) * SUBSCRIBERS * SENT) / (KILLS + 1)) {
        kills++
        child.kill('SIGKILL')
      }
      return undefined
    },
  })
  for (let round = 0; round < SENT; round++) {
    if (round === 0 && KILLS > 1) {
      // Kills the worker once as soon as recipients are enqueued, before or just as sending starts.
      child = startWorker(account, id, sink)
      await vi.waitUntil(async () => (await account.ctx.db.mail.count()) > 0, { ...PATIENCE, interval: 2 })
      child.kill('SIGKILL')
      await exit(child)
    }
    for (let code: number | null = null; code !== 0; ) {
      child = startWorker(account, id, sink)
      code = await exit(child)
      if (code !== null) expect(code).toBe(0)
    }
    await hurry(account)
  }
  expect(kills).toBe(KILLS)

  const got = await Promise.all(sink.messages.map(async (mail) => `${(await parseMail(mail)).subject} ${mail.to}`))
  expect(new Set(got).size).toBe(got.length)
  const rows = await account.ctx.sql.rows<{ mail: string; state: string }>(
    `select x.subject || ' ' || s.email_address as mail, d.state::text from delivery d
     join mail m on m.account_id = d.account_id and m.id = d.mail_id
     join sequence_email x on x.account_id = m.account_id and x.id = m.sequence_email_id
     join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id where d.account_id = $1`,
  )
  expect(rows).toHaveLength(SUBSCRIBERS * SENT)
  expect(new Set(rows.map(({ mail }) => mail)).size).toBe(SUBSCRIBERS * SENT)
  const sent = rows.filter(({ state }) => state === 'sent')
  const in_doubt = rows.filter(({ state }) => state === 'unconfirmed')
  expect(sent.length + in_doubt.length).toBe(SUBSCRIBERS * SENT)
  expect(in_doubt.length).toBeLessThanOrEqual(4 * (kills + 1))
  expect(sent.every(({ mail }) => got.includes(mail))).toBe(true)
  expect(await account.ctx.db.enrollment.count({ where: { state: 'completed' } })).toBe(
    SENT === EMAILS ? SUBSCRIBERS : 0,
  )
  expect(await account.ctx.db.sendBatch.count()).toBe(0)
  const counts = await account.ctx.sql.one(
    `select sum(recipients)::int as recipients, sum(sent)::int as sent, sum(unconfirmed)::int as unconfirmed from mail where account_id = $1`,
  )
  expect(counts).toEqual({ recipients: SUBSCRIBERS * SENT, sent: sent.length, unconfirmed: in_doubt.length })
})

deepTest('two processes can work on one sequence without duplicates', async () => {
  const { account, id } = await lateSequence()
  const sink = await sendToSink()
  const children = [startWorker(account, id, sink), startWorker(account, id, sink)]
  expect(await Promise.all(children.map(exit))).toEqual([0, 0])
  expect(sink.messages).toHaveLength(SUBSCRIBERS)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(SUBSCRIBERS)
})
