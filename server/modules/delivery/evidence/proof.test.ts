import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { PARTS } from '../values-schema.ts'
import { proofOf } from './proof.ts'

const numbered = (to: string) => Number(to.replace(/\D/g, ''))

test('after every kind of fault, the recipients are the sum of the parts, and each part lists its rows', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 12)
  const sink = await sendToSink({
    onRecipient: (to) =>
      numbered(to) === 1
        ? { code: 550, text: '5.1.1 No such user' }
        : numbered(to) === 2
          ? { code: 450, text: '4.2.1 Try again later' }
          : undefined,
    onMessage: ({ to }) => (numbered(to) === 3 ? 'hang up' : undefined),
  })
  await account.ctx.db.suppression.create({
    data: {
      account_id: account.account_id,
      address_hash: suppressionHash(account.account_id, 'subscriber4@example.net'),
      reason: 'erased',
    },
  })
  const id = await startBroadcast(account)
  const app = dashboard(account).broadcasts
  await account.ctx.sql.run(`update subscriber set email_address = 'broken' where account_id = $1 and id = $2`, [
    ids[4],
  ])
  await sendAll(account, id)

  const proof = await app.proof({ id })
  const count = Object.fromEntries(proof.parts.map((part) => [part.part, part.count]))
  expect(count).toEqual({ sent: 7, waiting: 0, retrying: 1, unconfirmed: 1, failed: 1, excluded: 2 })
  expect(proof).toMatchObject({ recipients: 12, sum: 12, mismatches: [], is_complete: false })
  expect(proof.reasons).toEqual([
    { part: 'excluded', reason: 'invalid_address', count: 1 },
    { part: 'failed', reason: 'mailbox_unknown', count: 1 },
    { part: 'excluded', reason: 'suppressed', count: 1 },
  ])
  for (const part of PARTS) {
    const { rows } = await app.recipients({ id, part })
    expect(rows.map((row) => row.part)).toEqual(Array.from({ length: count[part] ?? 0 }, () => part))
  }
  const suppressed = await app.recipients({ id, reason: 'suppressed' })
  expect(suppressed.rows).toMatchObject([{ email_address: 'subscriber4@example.net', reason: 'suppressed' }])
  const [retrying] = (await app.recipients({ id, part: 'retrying' })).rows
  expect(retrying).toMatchObject({ attempts: 1, next_attempt_at: expect.any(String) })
  expect(sink.messages.length).toBe(8)
})

test('a kept number that differs from the rows is shown', async () => {
  await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  const app = dashboard(account).broadcasts
  expect(await app.proof({ id })).toMatchObject({ recipients: 3, mismatches: [], is_complete: true })
  await account.ctx.sql.run('update mail set sent = sent - 1, recipients = recipients + 2 where account_id = $1')
  expect(await app.proof({ id })).toMatchObject({
    recipients: 5,
    sum: 3,
    mismatches: [
      { part: 'recipients', rows: 3, kept: 5 },
      { part: 'sent', rows: 3, kept: 2 },
    ],
    is_complete: false,
  })
})

test('the rows of an email with nothing left to send are counted once, until its counts change', async () => {
  await sendToSink()
  const account = await testAccount()
  const ids = await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  const calls = dashboard(account)
  const read = async () => ({
    proof: await calls.broadcasts.proof({ id }),
    carried: (await calls.mail.route({ broadcast_id: id })).carried,
  })
  const first = await read()
  expect(first).toMatchObject({ proof: { sum: 3, is_complete: true }, carried: [{ count: 3 }] })
  await account.ctx.sql.run('delete from delivery where account_id = $1 and subscriber_id = $2', [ids[0]])
  expect(await read()).toEqual(first)
  await account.ctx.sql.run('update mail set recipients = recipients - 1, sent = sent - 1 where account_id = $1')
  expect(await read()).toMatchObject({ proof: { sum: 2, is_complete: true }, carried: [{ count: 2 }] })
})

test('each recipient is in one part, whatever the state of the message and the time of its next attempt', async () => {
  await sendToSink()
  const account = await testAccount()
  const ids = await addSubscribers(account, 7)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  const states = [
    `state = 'queued', attempts = 0, next_attempt_at = null`,
    `state = 'queued', attempts = 0, next_attempt_at = now()`,
    `state = 'queued', attempts = 2, next_attempt_at = null`,
    `state = 'queued', attempts = 2, next_attempt_at = now()`,
    `state = 'failed', reason = null`,
    `state = 'unconfirmed', reason = 'kept'`,
  ]
  for (const [at, state] of states.entries())
    await account.ctx.sql.run(`update delivery set ${state} where account_id = $1 and subscriber_id = $2`, [ids[at]])
  const { parts, sum, reasons } = await dashboard(account).broadcasts.proof({ id })
  expect(Object.fromEntries(parts.map(({ part, count }) => [part, count]))).toEqual({
    sent: 1,
    waiting: 2,
    retrying: 2,
    unconfirmed: 1,
    failed: 1,
    excluded: 0,
  })
  expect({ sum, reasons }).toEqual({ sum: 7, reasons: [] })
})

test('nothing is proven complete while recipients are still being enqueued', () => {
  const kept = { recipients: 1, sent: 1, unconfirmed: 0, failed: 0, excluded: 0 }
  const counted = [{ part: 'sent' as const, reason: null, count: 1 }]
  const at = new Date()
  expect(proofOf({ kept, counted, is_enqueued: false, checked_at: at }).is_complete).toBe(false)
  expect(proofOf({ kept, counted, is_enqueued: true, checked_at: at }).is_complete).toBe(true)
})

test('the proof of a sequence email includes the rows of every run and edit', async () => {
  const { account, ctx, id: sequence_id, at, email, join } = await sequenceFixture(3)
  const id = await email({ delay_value: 0 })
  await join()
  await at('2026-01-14T09:00:05Z')
  const app = dashboard(account).sequences
  expect(await app.proof({ sequence_id, id })).toMatchObject({
    recipients: 3,
    sum: 3,
    mismatches: [],
    is_complete: true,
  })
  const { text_version } = await app.updateEmail({ sequence_id, id, subject: 'Edited' })
  await app.publishEmailChanges({ sequence_id, id, text_version })
  const [late] = await addSubscribers(account, 1, 'late')
  await dashboard(account).sequences.enroll({ sequence_id, id: late ?? 0 })
  await at('2026-01-14T10:00:05Z')
  expect(await ctx.db.mail.count({ where: { sequence_email_id: id } })).toBe(2)
  expect(await app.proof({ sequence_id, id })).toMatchObject({ recipients: 4, sum: 4, mismatches: [] })
  const rows = (await app.recipients({ sequence_id, id, part: 'sent', per_page: 3 })).rows
  expect(rows).toHaveLength(3)
})
