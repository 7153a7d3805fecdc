import { expect, test, vi } from 'vitest'
import { requeueStalled } from '../../../core/requeue.ts'
import type { Tx } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { lockTable, runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { takeEvents } from '../../../testing/events.ts'
import { IMPORT_OPTIONS, uploaded } from '../../../testing/modules/imports.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { interruptImport, runSlice } from '../apply/slice.ts'
import { previewSlice } from '../preview/slice.ts'
import { getImport } from '../records.ts'
import { startImport, stopImport } from '../service.ts'
import { requestUndo, undoSlice } from '../undo/undo.ts'
import { STALLED_IMPORTS } from './requeue-stalled.ts'

runInOwnDatabase()

const FILE = ['Email', ...Array.from({ length: 40 }, (_, i) => `p${i}@x.example`)].join('\n')

test('an import whose run was lost continues, also while it is being stopped, and so do its preview and its undo', async () => {
  const { ctx, account_id } = await testAccount()
  const { id } = await uploaded(ctx, FILE)
  const requeuedAfter = async (minutes: number) => {
    const updated_at = new Date(Date.now() - minutes * 60_000)
    await unscoped().import.updateMany({ where: { account_id }, data: { updated_at } })
    await takeEvents(account_id)
    await requeueStalled(STALLED_IMPORTS, { now: new Date() })
    await requeueStalled(STALLED_IMPORTS, { now: new Date() })
    return (await takeEvents(account_id)).map(({ type }) => type)
  }
  expect(await requeuedAfter(16)).toEqual([])
  await unscoped().importPreview.create({ data: { account_id, import_id: id, options: { ...IMPORT_OPTIONS } } })
  const begun = (minutes: number) =>
    unscoped().importPreview.updateMany({
      where: { account_id },
      data: { created_at: new Date(Date.now() - minutes * 60_000) },
    })
  await begun(14)
  expect(await requeuedAfter(16)).toEqual([])
  await begun(16)
  expect(new Set(await requeuedAfter(16))).toEqual(new Set(['import.preview_requested']))
  expect(await previewSlice(ctx, { id, budget_ms: 0, batch_rows: 10 })).toBe(true)
  expect(new Set(await requeuedAfter(16))).toEqual(new Set(['import.preview_requested']))
  while (await previewSlice(ctx, { id, batch_rows: 10 }));
  expect(await requeuedAfter(16)).toEqual([])
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  expect(await requeuedAfter(14)).toEqual([])
  expect(await requeuedAfter(16)).toEqual(['import.requested'])
  expect(await runSlice(ctx, { id, budget_ms: 0, batch_rows: 10 })).toBe(true)
  expect(await requeuedAfter(16)).toEqual(['import.requested'])
  await stopImport(ctx, { id })
  expect(await requeuedAfter(16)).toEqual(['import.requested'])
  while (await runSlice(ctx, { id, batch_rows: 10 }));
  expect(await getImport(ctx, { id })).toMatchObject({ state: 'stopped' })
  expect(await requeuedAfter(16)).toEqual([])

  await requestUndo(ctx, { id })
  expect(await requeuedAfter(16)).toEqual(['import.undo_requested'])
  expect(await undoSlice(ctx, { id, budget_ms: 0, batch_rows: 4 })).toBe(true)
  expect(await requeuedAfter(16)).toEqual(['import.undo_requested'])
  while (await undoSlice(ctx, { id, batch_rows: 4 }));
  expect(await getImport(ctx, { id })).toMatchObject({ undo: { state: 'completed' } })
  expect(await ctx.db.subscriber.count()).toBe(0)
  expect(await requeuedAfter(16)).toEqual([])
})

test.each(['tag', 'form', 'sequence'] as const)(
  'a %s that is deleted while an import uses it does not end the import',
  async (what) => {
    const { ctx, account_id } = await testAccount()
    const db = unscoped()
    const tag = await db.tag.create({ data: { account_id, name: 'vip', name_folded: 'vip' } })
    const form = await db.form.create({ data: { account_id, name: 'Footer', uid: `stalled-${account_id}` } })
    const sequence = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
    const { id } = await uploaded(ctx, FILE)
    await startImport(ctx, { id, ...IMPORT_OPTIONS, tags: ['vip'], form_id: form.id, sequence_id: sequence.id })
    const deleting = {
      tag: (tx: Tx) => tx.db.tag.deleteMany({ where: { id: tag.id } }),
      form: (tx: Tx) => tx.db.form.deleteMany({ where: { id: form.id } }),
      sequence: (tx: Tx) => tx.db.sequence.deleteMany({ where: { id: sequence.id } }),
    }
    await duringTransaction(ctx, deleting[what], () => runSlice(ctx, { id }))
    while (await runSlice(ctx, { id }));
    expect(await getImport(ctx, { id })).toMatchObject({ state: 'completed', counts: { created: 40 } })
  },
)

test('an import that is interrupted just before its file proves unreadable keeps the file and can be resumed', async () => {
  const { ctx } = await testAccount()
  // The first slice stops before the unreadable end.
  const { id } = await uploaded(
    ctx,
    `Email,Name\n${`b@x.example,${'Bo'.repeat(10_000)}\n`.repeat(100)}c@x.example,"Cy\n`,
  )
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  expect(await runSlice(ctx, { id, budget_ms: 0, batch_rows: 90 })).toBe(true)
  await ctx.sql.run(`update import set state = 'queued' where account_id = $1 and id = $2`, [id])
  const table = await lockTable('import_chunk')
  const slice = runSlice(ctx, { id })
  await vi.waitUntil(table.isAwaited, PATIENCE)
  expect(await getImport(ctx, { id })).toMatchObject({ state: 'running' })
  await interruptImport(ctx, { id })
  await table.release()
  expect(await slice).toBe(false)
  expect(await getImport(ctx, { id })).toMatchObject({ state: 'stopped' })
  expect(await ctx.db.importChunk.count({ where: { import_id: id } })).toBeGreaterThan(0)
})
