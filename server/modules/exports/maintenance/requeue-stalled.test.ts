import { expect, test, vi } from 'vitest'
import { requeueStalled } from '../../../core/requeue.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { lockTable, runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { takeEvents } from '../../../testing/events.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { runExport } from '../run.ts'
import { cancelExport, getExport, requestExport } from '../service.ts'
import { STALLED_EXPORTS } from './requeue-stalled.ts'

runInOwnDatabase()

test('an export whose run was lost is requeued once and completes', async () => {
  const { ctx, account_id } = await testAccount()
  const request = () => requestExport(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  const [waiting, stalled, canceled] = [await request(), await request(), await request()]
  await cancelExport(ctx, { id: canceled.id })
  await ctx.sql.run(`update export set state = 'running', attempt = 1 where account_id = $1 and id = $2`, [stalled.id])
  await takeEvents(account_id)
  const requeue = async (minutes?: number) => {
    if (minutes !== undefined) {
      const updated_at = new Date(Date.now() - minutes * 60_000)
      await unscoped().export.updateMany({ where: { account_id }, data: { updated_at } })
    }
    await requeueStalled(STALLED_EXPORTS, { now: new Date() })
    return (await takeEvents(account_id)).map(({ type, data }) => [type, data.export_id])
  }
  expect(await requeue(14)).toEqual([])
  const both = [waiting, stalled].map(({ id }) => ['export.requested', id])
  expect(new Set(await requeue(16))).toEqual(new Set(both))
  expect(await requeue()).toEqual([])
  for (const { id } of [waiting, stalled, stalled]) {
    await runExport(ctx, { id })
    expect(await getExport(ctx, { id })).toMatchObject({ state: 'completed' })
  }
  expect(await requeue(16)).toEqual([])
})

test('a chunk stored by another process fails the attempt, and the next one starts over', async () => {
  const { ctx } = await testAccount()
  const { id } = await requestExport(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  const outcome = await duringTransaction(
    ctx,
    (tx) =>
      tx.db.exportChunk.create({ data: { account_id: tx.account_id, export_id: id, seq: 0, bytes: Buffer.from('x') } }),
    () => runExport(ctx, { id }),
  )
  expect(outcome.status).toBe('rejected')
  await runExport(ctx, { id })
  expect(await getExport(ctx, { id })).toMatchObject({ state: 'completed', error: null })
})

test.each([
  ['counts its rows', { kind: 'subscribers', selection: { status: 'all' } }],
  ['fails', { kind: 'subscribers', selection: { status: 'all', segment_id: 2_000_000_000 } }],
] as const)('an outdated attempt that %s does not affect the newer one', async (_, { kind, selection }) => {
  const { ctx, account_id } = await testAccount()
  const { id } = await requestExport(ctx, { kind, selection: { status: 'all' } })
  await unscoped().export.updateMany({ where: { account_id, id }, data: { selection } })
  const table = await lockTable('custom_field')
  const run = runExport(ctx, { id })
  await vi.waitUntil(table.isAwaited, PATIENCE)
  await ctx.db.export.updateMany({ where: { id }, data: { attempt: 2 } })
  await table.release()
  await run
  const { attempt, total_rows, state } = await ctx.db.export.findFirstOrThrow({ where: { id } })
  expect({ attempt, total_rows, state }).toEqual({ attempt: 2, total_rows: null, state: 'running' })
})
