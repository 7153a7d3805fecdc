import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { testAccount } from '../testing/account.ts'
import { importFile } from './import.ts'

const closing = { work: () => undefined, runtime: () => undefined }
const run = (values: Record<string, unknown>) =>
  importFile.run(values as never, undefined as never, closing as never) as Promise<{ lines: string[]; data: never }>

test('the command line imports a file by the same rules as the dashboard: preview, mapping, declared consent', async () => {
  const { ctx, account_id } = await testAccount()
  const folder = await mkdtemp(path.join(tmpdir(), 'envoi-import-'))
  const file = path.join(folder, 'subscribers.csv')
  await writeFile(file, 'Mail,Called,Town\nada@x.example,Ada,Oslo\nnobody,No,\n')
  const options = { file, account: String(account_id), map: ['Called=first_name', 'Town=field:City'] }
  const { lines } = await run({ ...options, 'dry-run': true })
  expect(lines[0]).toBe('All 2 rows: 1 new, 0 changed, 0 unchanged, 0 twice in the file, 1 invalid.')
  expect([await ctx.db.subscriber.count(), await ctx.db.import.count()]).toEqual([0, 0])
  await expect(run(options)).rejects.toThrow('--consent is missing')
  await expect(run({ ...options, consent: 'bought' })).rejects.toThrow('Say how these subscribers agreed')
  await expect(run({ ...options, consent: 'customers', map: ['Nope=tags'] })).rejects.toThrow(
    'the columns are Mail, Called, Town',
  )
  const done = await run({ ...options, consent: 'customers', tag: ['Moved'] })
  expect(done.lines[0]).toMatch(/^Import \d+ is completed: 2 rows, 1 created, .*1 invalid/)
  expect(await ctx.db.subscriber.findFirst({ include: { taggings: { include: { tag: true } } } })).toMatchObject({
    first_name: 'Ada',
    fields: { city: 'Oslo' },
    taggings: [{ tag: { name: 'Moved' } }],
  })
  const again = await run({ ...options, consent: 'customers', tag: ['Moved'] })
  expect(again.data).toMatchObject({ counts: { created: 0, updated: 0, unchanged: 1 } })
  await expect(run({ ...options, consent: 'customers', file: path.join(folder, 'none.csv') })).rejects.toThrow(
    'There is no file',
  )
  await expect(run({ ...options, consent: 'customers', file: folder })).rejects.toThrow('is not a file')
  await writeFile(path.join(folder, 'empty.csv'), '')
  await expect(run({ ...options, consent: 'customers', file: path.join(folder, 'empty.csv') })).rejects.toThrow(
    'This file is empty',
  )
  await expect(run({ account: options.account, consent: 'customers' })).rejects.toThrow('Name the file')
  await expect(run({ ...options, 'dry-run': true, state: 'gone' })).rejects.toThrow('--state is one of active,')
  await expect(run({ ...options, 'dry-run': true, form: '7000000' })).rejects.toThrow('Form not found')
  await expect(run({ ...options, 'dry-run': true, 'double-opt-in': true })).rejects.toThrow(
    'Choose a form with double opt-in',
  )
  const other = await run({ ...options, 'dry-run': true, map: ['Town=email_address'] })
  expect(other.lines[0]).toBe('All 2 rows: 0 new, 0 changed, 0 unchanged, 0 twice in the file, 2 invalid.')
  // Refused imports leave no rows.
  expect(await ctx.db.import.count({ where: { state: { not: 'completed' } } })).toBe(0)
})

test('Ctrl-C stops an import after a batch, and the same command continues it; other options start a new one', async () => {
  const { ctx, account_id } = await testAccount()
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'envoi-import-')), 'subscribers.csv')
  await writeFile(file, 'Email,Name\nada@x.example,Ada\nbo@x.example,Bo\n')
  const options = { file, account: String(account_id), consent: 'customers', tag: ['Moved'] }
  const told = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    // The last output before the import starts.
    if (/^All 2 rows/.test(String(text))) process.emit('SIGINT')
    return true
  })
  const listeners = process.listenerCount('SIGINT')
  const stopped_import = await run(options)
  expect(stopped_import.lines[0]).toMatch(/^Import \d+ is stopped: 0 rows/)
  expect(stopped_import.lines.at(-1)).toBe('What was added stays. The same command continues with the next row.')
  expect(stopped_import).toMatchObject({ failed: true, data: { state: 'stopped' } })
  expect(await ctx.db.subscriber.count()).toBe(0)

  const { id } = stopped_import.data as { id: number }
  const looked = await run({ ...options, 'dry-run': true })
  expect(looked.lines[0]).toMatch(/^All 2 rows: 2 new/)
  const resumed = await run(options)
  expect(told).toHaveBeenCalledWith(`Continuing import ${id} after 0 rows.\n`)
  expect(resumed.data).toMatchObject({ id, state: 'completed', counts: { created: 2 } })

  const other = await run({ ...options, tag: ['Other'] })
  expect(other.data).toMatchObject({ state: 'stopped' })
  const restarted = await run({ ...options, tag: ['Third'] })
  expect((restarted.data as { id: number }).id).not.toBe((other.data as { id: number }).id)
  expect(process.listenerCount('SIGINT')).toBe(listeners)
  told.mockRestore()
})

test('the command line counts states, shows unknown words and asks before it imports a list of unsubscribes', async () => {
  const { ctx, account_id } = await testAccount()
  const folder = await mkdtemp(path.join(tmpdir(), 'envoi-import-'))
  const file = path.join(folder, 'unsubscribed.csv')
  await writeFile(file, 'Email,Joined\nada@x.example,12/01/2023\n')
  const options = { file, account: String(account_id), consent: 'customers' }
  const { lines } = await run({ ...options, 'dry-run': true })
  expect(lines[1]).toBe('1 become active, 0 unsubscribed, 0 bounced, 0 complained, 0 unconfirmed.')
  expect(lines.filter((line) => line.includes('The option'))).toEqual([
    expect.stringContaining('“unsubscribed.csv” sounds like a list of subscribers who unsubscribed'),
    expect.stringContaining('The dates in “Joined” can be read in two ways'),
  ])
  await expect(run({ ...options, 'no-unsubscribes': true })).rejects.toThrow('can be read in two ways')
  await expect(run({ ...options, 'date-order': 'day_first' })).rejects.toThrow('sounds like a list')
  await expect(run({ ...options, 'date-order': 'year' })).rejects.toThrow('--date-order is one of')
  await run({ ...options, 'date-order': 'day_first', state: 'cancelled' })
  expect(await ctx.db.subscriber.findFirst()).toMatchObject({
    state: 'cancelled',
    created_at: new Date('2023-01-11T23:00Z'),
  })

  const words = path.join(folder, 'words.csv')
  await writeFile(words, 'Email,Status\nb@x.example,active\nc@x.example,dozing\nd@x.example,dozing\ne@x.example,\n')
  const shown = await run({ ...options, file: words, 'dry-run': true })
  expect(shown.lines[2]).toContain('Status: “dozing” in 2 rows is not a known state')
  await expect(run({ ...options, file: words, word: ['dozing=gone'] })).rejects.toThrow('a state is one of active,')
  const done = await run({ ...options, file: words, word: ['Dozing=active'] })
  expect(done.lines[1]).toBe('3 become active, 0 unsubscribed, 0 bounced, 0 complained, 1 unconfirmed.')
})
