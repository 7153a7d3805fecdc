import { expect, onTestFinished, test, vi } from 'vitest'
import { announceStop } from '../../core/stopping.ts'
import { testAccount } from '../../testing/account.ts'
import { lockTable, runInOwnDatabase } from '../../testing/database/own-database.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { getExport, requestExport } from './service.ts'
import { workOnExport } from './work-on-export.ts'

runInOwnDatabase()

const everyone = { kind: 'subscribers', selection: { status: 'all' } } as const

test('an export that takes longer than a step runs once, while the steps of its job wait for it', async () => {
  const { ctx } = await testAccount()
  const { id } = await requestExport(ctx, everyone)
  const { id: other } = await requestExport(ctx, everyone)
  const table = await lockTable('custom_field')
  expect(await workOnExport(ctx, { id }, 10)).toBe('making')
  await vi.waitUntil(table.isAwaited, PATIENCE)
  expect(await workOnExport(ctx, { id }, 10)).toBe('making')
  // A long export of one account must leave capacity for other accounts.
  expect(await workOnExport(ctx, { id: other }, 10)).toBe('busy')
  await table.release()
  expect(await workOnExport(ctx, { id })).toBe('ended')
  expect(await workOnExport(ctx, { id: other })).toBe('ended')
  const { attempt } = await ctx.db.export.findFirstOrThrow({ where: { id } })
  expect(attempt).toBe(1)
  for (const one of [id, other]) expect(await getExport(ctx, { id: one })).toMatchObject({ state: 'completed' })
})

test('an export is not restarted until the process that works on it has died', async () => {
  const { ctx } = await testAccount()
  const seen = ctx.now()
  const after = (ms: number) => ({ ...ctx, now: () => new Date(seen.getTime() + ms) })
  const { id } = await requestExport(ctx, everyone)
  await ctx.db.export.update({
    where: { account_id_id: { account_id: ctx.account_id, id } },
    data: { state: 'running', attempt: 1, updated_at: seen },
  })
  expect(await workOnExport(ctx, { id })).toBe('making')
  expect(await workOnExport(after(19_000), { id })).toBe('making')
  expect(await workOnExport(after(21_000), { id })).toBe('ended')
  expect(await ctx.db.export.findFirst({ where: { id } })).toMatchObject({ state: 'completed', attempt: 2 })
})

test('a failure between steps fails the next step, and the following one starts over', async () => {
  const { ctx } = await testAccount()
  const { id } = await requestExport(ctx, everyone)
  const table = await lockTable('custom_field')
  const broken = { ...ctx, log: { ...ctx.log, warn: vi.fn() } }
  expect(await workOnExport(broken, { id }, 10)).toBe('making')
  await vi.waitUntil(table.isAwaited, PATIENCE)
  // Make the next chunk exist already.
  await ctx.sql.run(`insert into export_chunk (account_id, export_id, seq, bytes) values ($1, $2, 0, 'x')`, [id])
  await table.release()
  await vi.waitUntil(() => broken.log.warn.mock.calls.length > 0, PATIENCE)
  await expect(workOnExport(ctx, { id })).rejects.toThrow()
  expect(await getExport(ctx, { id })).toMatchObject({ state: 'queued' })
  expect(await workOnExport(ctx, { id })).toBe('ended')
  expect(await getExport(ctx, { id })).toMatchObject({ state: 'completed' })
})

test('an export interrupted by a stopping process is not a failed attempt of its job', async () => {
  const { ctx } = await testAccount()
  const { id } = await requestExport(ctx, everyone)
  const table = await lockTable('custom_field')
  const step = workOnExport(ctx, { id })
  await vi.waitUntil(table.isAwaited, PATIENCE)
  onTestFinished(() => announceStop(false))
  announceStop()
  await table.release()
  expect(await step).toBe('busy')
  announceStop(false)
  expect(await getExport(ctx, { id })).toMatchObject({ state: 'queued' })
  expect(await workOnExport(ctx, { id })).toBe('ended')
})

test('an export that has not finished after 50 attempts fails', async () => {
  const { ctx } = await testAccount()
  const { id } = await requestExport(ctx, everyone)
  await ctx.sql.run('update export set attempt = 50 where account_id = $1 and id = $2', [id])
  expect(await workOnExport(ctx, { id })).toBe('ended')
  expect(await getExport(ctx, { id })).toMatchObject({
    state: 'failed',
    error: 'This export never finished. Request it again.',
  })
})
