import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import timers from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { acquireAdvisoryLock, write } from '../core/write/write.ts'
import { runExport } from '../modules/exports/run.ts'
import { testAccount } from '../testing/account.ts'
import { aside } from '../testing/database/during-transaction.ts'
import { lockTable, runInOwnDatabase } from '../testing/database/own-database.ts'
import { imported } from '../testing/modules/imports.ts'
import { PATIENCE } from '../testing/patience.ts'
import { exportFile } from './export.ts'

runInOwnDatabase()

const closing = { work: () => undefined, runtime: () => undefined }
const run = (values: Record<string, unknown>) =>
  exportFile.run(values as never, undefined as never, closing as never) as Promise<{ lines: string[]; data: never }>

test('subscribers are exported to a file from the command line, and no file is overwritten', async () => {
  const { ctx, account_id } = await testAccount()
  await imported(ctx, 'Email,Name,Tags\nada@x.example,Ada,VIP\nbo@x.example,Bo,\n')
  const folder = await mkdtemp(path.join(tmpdir(), 'envoi-export-'))
  const account = String(account_id)
  const file = path.join(folder, 'subscribers.csv')
  const { lines } = await run({ account, file })
  expect(lines[0]).toMatch(/subscribers\.csv: 2 rows, \d+ bytes\.$/)
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(3)
  await expect(run({ account, file })).rejects.toThrow('There is a file')
  await run({ account, file: folder, tag: 'vip', state: 'active' })
  const [narrowed = ''] = (await readdir(folder)).filter((name) => name.startsWith('active-subscribers-vip-'))
  expect(await readFile(path.join(folder, narrowed), 'utf8')).toContain('ada@x.example')
  expect(await readFile(path.join(folder, narrowed), 'utf8')).not.toContain('bo@x.example')
  await run({ account, file: path.join(folder, 'all.zip'), everything: true })
  expect((await readFile(path.join(folder, 'all.zip'))).subarray(0, 2).toString()).toBe('PK')

  await expect(run({ account, file: folder, state: 'gone' })).rejects.toThrow('--state is one of')
  await expect(run({ account, file: folder, tag: 'none' })).rejects.toThrow('There is no tag none')
  await expect(run({ account, file: folder, tag: 'vip', everything: true })).rejects.toThrow('cannot be given together')
  await expect(run({ account, file: folder, broadcast: 'x' })).rejects.toThrow('--broadcast is the number')
  await expect(run({ account, file: path.join(folder, 'no', 'where.csv') })).rejects.toThrow('cannot be written')
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('Ctrl-C cancels a running export and leaves no file', async () => {
  const { ctx, account_id } = await testAccount()
  await imported(ctx, 'Email\nada@x.example\n')
  const folder = await mkdtemp(path.join(tmpdir(), 'envoi-export-'))
  const listeners = process.listenerCount('SIGINT')
  let running_export = Promise.resolve<unknown>(undefined)
  // Delays the export, so the interrupt comes before there is a file.
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'exports')
    running_export = aside(() => run({ account: String(account_id), file: folder }))
    running_export.catch(() => undefined)
    await expect.poll(() => process.listenerCount('SIGINT')).toBeGreaterThan(listeners)
    process.emit('SIGINT')
  })
  await expect(running_export).rejects.toThrow(/Nothing was kept|Nothing was written/)
  expect(await readdir(folder)).toEqual([])
  expect(await ctx.db.exportChunk.count({ where: { export: { state: 'stopped' } } })).toBe(0)
})

/** Ends pauses of `node:timers/promises` immediately until the test ends. Returns their requested lengths in milliseconds. */
function recordPauses(): (number | undefined)[] {
  const pauses: (number | undefined)[] = []
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation((ms) => {
    pauses.push(ms)
    return timers.setImmediate(undefined as never)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return pauses
}

test('while a worker writes the file, the command polls it twice a second', async () => {
  const { ctx, account_id } = await testAccount()
  await imported(ctx, 'Email\nada@x.example\n')
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'envoi-export-')), 'subscribers.csv')
  const pauses = recordPauses()
  const table = await lockTable('custom_field')
  const running_export = run({ account: String(account_id), file })
  await vi.waitUntil(table.isAwaited, PATIENCE)
  const { id } = await ctx.db.export.findFirstOrThrow()
  await ctx.db.export.updateMany({ where: { id }, data: { attempt: 2 } })
  await table.release()
  pauses.splice(0)
  await vi.waitUntil(() => pauses.length > 2, PATIENCE)
  expect(new Set(pauses)).toEqual(new Set([500]))
  await runExport(ctx, { id })
  expect((await running_export).lines[0]).toMatch(/1 rows/)
})
