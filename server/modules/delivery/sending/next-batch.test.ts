import { expect, onTestFinished, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import {
  addSubscribers,
  ledgerCounts,
  ledgerRows,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import { sendBroadcast } from '../../broadcasts/sending/sending.ts'
import { pauseBroadcast, resumeBroadcast } from '../../broadcasts/sending/stopping.ts'
import { isUnclaimed } from './batch.ts'

const claims = ({ ctx }: TestAccount) => ctx.db.sendBatch.count()

const queued = async (account: TestAccount, id: number) =>
  (await ledgerRows(account, id)).filter(({ state }) => state === 'queued').length

test('the next batch is claimed while the current one is sent, and after a pause its deliveries are queued', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1200)
  const held = Promise.withResolvers<undefined>()
  const sink = await sendToSink({ onMessage: () => (sink.messages.length >= 400 ? held.promise : undefined) }, 'pool=1')
  onTestFinished(() => held.resolve(undefined))
  const id = await startBroadcast(account)
  const sending = sendAll(account, id)
  await expect.poll(() => claims(account)).toBe(2)
  await pauseBroadcast(account.ctx, { id, note: null })
  held.resolve(undefined)
  await sending
  expect(sink.messages.length).toBeLessThan(410)
  expect(await claims(account)).toBe(0)
  expect(await queued(account, id)).toBe(1200 - sink.messages.length)

  await resumeBroadcast(account.ctx, { id })
  expect(await sendAll(account, id)).toBe('finished')
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(1200)
  expect(sink.messages).toHaveLength(1200)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 1200, sent: 1200, unconfirmed: 0 })
})

test('when the time to send is over, a batch that was claimed ahead is released', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1200)
  const sink = await sendToSink()
  const id = await startBroadcast(account)
  while (sink.messages.length === 0) await sendBroadcast(account.ctx, { id, work_ms: 0 })
  expect(sink.messages).toHaveLength(500)
  expect(await claims(account)).toBe(0)
  expect(await queued(account, id)).toBe(700)
})

test('whether deliveries are claimed is looked up in one hash table of claims', async () => {
  const { ctx } = await testAccount()
  const plan = await ctx.sql.rows<Record<string, string>>(
    `explain select from delivery d where d.account_id = $1 and ${isUnclaimed('d')}`,
  )
  expect(JSON.stringify(plan)).toContain('hashed SubPlan')
})
