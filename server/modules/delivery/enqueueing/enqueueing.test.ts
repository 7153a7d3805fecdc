import { expect, onTestFinished, test } from 'vitest'
import { database } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import {
  addSubscribers,
  ledgerCounts,
  ledgerRows,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import { cancelBroadcast } from '../../broadcasts/sending/sending.ts'
import { sendMail } from '../sending/send-mail.ts'

const PAGE = 5

/** A broadcast to 12 subscribers, the second page of whom waits until `release`. */
async function heldBroadcast() {
  const sink = await sendToSink()
  const account = await testAccount()
  const { ctx } = account
  const ids = await addSubscribers(account, 12)
  const id = await startBroadcast(account)
  const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const client = await database().pool.connect()
  await client.query('begin')
  // A delivery refers to its subscriber, so it waits for a change of the subscriber's key.
  await client.query('select from subscriber where account_id = $1 and id = $2 for update', [ctx.account_id, ids[7]])
  let isHeld = true
  const release = async () => {
    if (isHeld) await client.query('rollback')
    if (isHeld) client.release()
    isHeld = false
  }
  onTestFinished(release)
  return {
    sink,
    account,
    id,
    send: () =>
      sendMail(ctx, { mail_id, audience: { where: 'true', values: [] }, remainingMs: () => 60_000, page: PAGE }),
    release,
    /** Fails the statement that waits, once it does. */
    fail: () =>
      expect
        .poll(async () => {
          const { rowCount } = await client.query(
            'select pg_cancel_backend(pid) from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
          )
          return rowCount
        })
        .toBe(1),
  }
}

const isEnqueued = async ({ ctx }: TestAccount, id: number) =>
  (await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })).enqueued_at !== null

test('the first messages leave while later recipients are enqueued', async () => {
  const { sink, account, id, send, release } = await heldBroadcast()
  const sending = send()
  await expect.poll(() => sink.messages.length).toBe(PAGE)
  // Their results are stored before the second page is.
  await expect.poll(async () => (await ledgerCounts(account, id)).kept).toMatchObject({ recipients: PAGE, sent: PAGE })
  expect(await isEnqueued(account, id)).toBe(false)
  await release()
  expect(await sending).toEqual({ state: 'finished' })
  expect(await isEnqueued(account, id)).toBe(true)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(12)
  expect(sink.messages).toHaveLength(12)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 12, sent: 12 })
})

test('a page that was enqueued while its broadcast was canceled is taken back', async () => {
  const { sink, account, id, send, release } = await heldBroadcast()
  const sending = send()
  await expect.poll(() => sink.messages.length).toBe(PAGE)
  await cancelBroadcast(account.ctx, { id })
  await release()
  await sending
  expect(sink.messages).toHaveLength(PAGE)
  expect(await ledgerRows(account, id)).toHaveLength(PAGE)
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ recipients: PAGE, sent: PAGE })
})

test('when enqueueing fails, what was sent is stored, and the rest is sent once by the next run', async () => {
  const { sink, account, id, send, release, fail } = await heldBroadcast()
  const sending = send()
  await expect.poll(() => sink.messages.length).toBe(PAGE)
  // Awaited before it fails, so it has a handler however soon that is.
  const failed = expect(sending).rejects.toThrow(/canceling statement/)
  await fail()
  await failed
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ recipients: PAGE, sent: PAGE })
  await release()
  expect(await send()).toEqual({ state: 'finished' })
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(12)
  expect(sink.messages).toHaveLength(12)
})
