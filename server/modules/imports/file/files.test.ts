import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { AWKWARD_TABLES } from '../../../testing/hostile/awkward-files.ts'
import { UNREADABLE_FILES } from '../../../testing/hostile/unreadable-files.ts'
import { IMPORT_OPTIONS, imported, uploaded } from '../../../testing/modules/imports.ts'
import { runSlice } from '../apply/slice.ts'
import { checkImport } from '../mapping/sample-check.ts'
import { getPreview, previewImport } from '../preview/preview.ts'
import { getImport } from '../records.ts'
import { importResult } from '../results.ts'
import { startImport } from '../service.ts'

/** Uploads and imports a file. Returns the error that the creator sees, if there is one. */
async function importBytes({ ctx }: TestAccount, bytes: Buffer): Promise<{ id: number; refusal: string | null }> {
  const file = await uploaded(ctx, bytes)
  if (file.state === 'failed') return { id: file.id, refusal: file.error }
  try {
    await startImport(ctx, { id: file.id, ...IMPORT_OPTIONS })
  } catch (error) {
    return { id: file.id, refusal: (error as Error).message }
  }
  while (await runSlice(ctx, { id: file.id }));
  return { id: file.id, refusal: (await getImport(ctx, { id: file.id })).error }
}

test.each([...AWKWARD_TABLES, ...UNREADABLE_FILES])(
  'a real-world file is imported or explained: $name',
  async ({ bytes, subscribers, invalid = 0, error }) => {
    const account = await testAccount()
    const { id, refusal } = await importBytes(account, bytes)
    const found = await account.ctx.db.subscriber.findMany({ select: { email_address: true, first_name: true } })
    if (error) {
      expect(refusal).toMatch(error)
      expect(found).toEqual([])
      return
    }
    expect(refusal).toBeNull()
    const names = Object.fromEntries(found.map(({ email_address, first_name }) => [email_address, first_name]))
    expect(names).toEqual(subscribers)
    const { counts, done_rows, total_rows } = await getImport(account.ctx, { id })
    expect(counts.invalid).toBe(invalid)
    expect(counts.created).toBe(found.length)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(done_rows)
    expect(total_rows).toBe(done_rows)
    let result = ''
    for await (const text of importResult(account.ctx, { id, problems: false })) result += text
    expect(result).not.toMatch(/(^|[,"\n])[=+@-][A-Z]/m)
  },
)

test('a long cell is shortened between characters, not inside one', async () => {
  const { ctx } = await testAccount()
  const [long, longer, header] = [199, 399, 254].map((length) => `${'x'.repeat(length)}😀😀`)
  await imported(ctx, `Email,Note\nada@x.example,${long}\n`)
  const { id, columns } = await uploaded(ctx, `Email,Note,${header}\nada@x.example,${'y'.repeat(199)}😀😀,${longer}\n`)
  expect(columns.map(({ target }) => target)).toEqual(['email_address', 'field', 'new_field'])
  expect((await checkImport(ctx, { id, columns })).counts.updated).toBe(1)
  await previewImport(ctx, { id, ...IMPORT_OPTIONS })
  expect(await getPreview(ctx, { id })).toMatchObject({ state: 'completed', counts: { updated: 1 } })
  expect((await startImport(ctx, { id, ...IMPORT_OPTIONS })).state).toBe('queued')
  while (await runSlice(ctx, { id }));
  expect((await getImport(ctx, { id })).counts.updated).toBe(1)
})
