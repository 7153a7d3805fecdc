import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testAccount } from '../testing/account.ts'
import { importFile } from './import.ts'

const closing = { work: () => undefined, ground: () => undefined }
const run = (values: Record<string, unknown>) =>
  importFile.run(values as never, undefined as never, closing as never) as Promise<{ lines: string[]; data: never }>

test('a file is imported from the command line by the same rules: shown first, mapped, consent declared', async () => {
  const { ctx, account_id } = await testAccount()
  const folder = await mkdtemp(path.join(tmpdir(), 'envoi-import-'))
  const file = path.join(folder, 'people.csv')
  await writeFile(file, 'Mail,Called,Town\nada@x.example,Ada,Oslo\nnobody,No,\n')
  const given = { file, account: String(account_id), map: ['Called=first_name', 'Town=field:City'] }
  const { lines } = await run({ ...given, 'dry-run': true })
  expect(lines[0]).toBe('All 2 rows: 1 new, 0 changed, 0 unchanged, 0 twice in the file, 1 invalid.')
  expect([await ctx.db.subscriber.count(), await ctx.db.import.count()]).toEqual([0, 0])
  await expect(run(given)).rejects.toThrow('--consent is missing')
  await expect(run({ ...given, consent: 'bought' })).rejects.toThrow('Say how these people agreed')
  await expect(run({ ...given, consent: 'customers', map: ['Nope=tags'] })).rejects.toThrow(
    'the columns are Mail, Called, Town',
  )
  const done = await run({ ...given, consent: 'customers', tag: ['Moved'] })
  expect(done.lines[0]).toMatch(/^Import \d+ is completed: 2 rows, 1 created, .*1 invalid/)
  expect(await ctx.db.subscriber.findFirst({ include: { taggings: { include: { tag: true } } } })).toMatchObject({
    first_name: 'Ada',
    fields: { city: 'Oslo' },
    taggings: [{ tag: { name: 'Moved' } }],
  })
  const again = await run({ ...given, consent: 'customers', tag: ['Moved'] })
  expect(again.data).toMatchObject({ counts: { created: 0, updated: 0, unchanged: 1 } })
  await expect(run({ ...given, consent: 'customers', file: path.join(folder, 'none.csv') })).rejects.toThrow(
    'There is no file',
  )
  await expect(run({ ...given, consent: 'customers', file: folder })).rejects.toThrow('is not a file')
  await writeFile(path.join(folder, 'empty.csv'), '')
  await expect(run({ ...given, consent: 'customers', file: path.join(folder, 'empty.csv') })).rejects.toThrow(
    'This file is empty',
  )
  await expect(run({ account: given.account, consent: 'customers' })).rejects.toThrow('Name the file')
  await expect(run({ ...given, 'dry-run': true, state: 'gone' })).rejects.toThrow('--state is one of active,')
  await expect(run({ ...given, 'dry-run': true, form: '7000000' })).rejects.toThrow('Form not found')
  await expect(run({ ...given, 'dry-run': true, 'double-opt-in': true })).rejects.toThrow('Choose a form that asks')
  const other = await run({ ...given, 'dry-run': true, map: ['Town=email_address'] })
  expect(other.lines[0]).toBe('All 2 rows: 0 new, 0 changed, 0 unchanged, 0 twice in the file, 2 invalid.')
  // What was refused leaves nothing behind.
  expect(await ctx.db.import.count({ where: { state: { not: 'completed' } } })).toBe(0)
})
