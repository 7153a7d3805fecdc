import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { IMPORT_OPTIONS, imported, uploaded } from '../../../testing/modules/imports.ts'
import { sampled } from '../../../testing/runner/deep.ts'
import { createTypedField } from '../../custom-fields/typed.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { runSlice } from '../apply/slice.ts'
import { setFormat } from '../mapping/analysis.ts'
import type { ImportPreview } from '../preview-schema.ts'
import { getImport } from '../records.ts'
import type { Import, ImportOptions } from '../schema.ts'
import { setColumns, startImport } from '../service.ts'
import { HEAD_BYTES } from '../values-schema.ts'
import { getPreview, listPreviewRows, previewImport, resumePreview, stopPreview } from './preview.ts'
import { interruptPreview, previewSlice } from './slice.ts'

/** Returns the counts of a preview in the form of its import's: reasons of skipped rows are summed up. */
function resultsOf({ counts }: ImportPreview) {
  const { created, updated, unchanged, duplicate, invalid, suppressed, over_limit, blank } = counts
  return { created, updated, unchanged, duplicate, invalid, skipped: suppressed + over_limit + blank }
}

async function previewed(ctx: Ctx, id: number, options: Partial<ImportOptions> = {}): Promise<ImportPreview> {
  await previewImport(ctx, { id, ...IMPORT_OPTIONS, ...options })
  while (await previewSlice(ctx, { id, batch_rows: 150, budget_ms: 0 }));
  const preview = await getPreview(ctx, { id })
  if (!preview) throw new Error('There is no preview')
  return preview
}

async function applied(ctx: Ctx, id: number, options: Partial<ImportOptions> = {}, batch_rows = 170): Promise<Import> {
  await startImport(ctx, { id, ...IMPORT_OPTIONS, ...options })
  while (await runSlice(ctx, { id, batch_rows }));
  return getImport(ctx, { id })
}

const ROWS = 1_200
const NOTE = 'A short note'
/** Makes a file longer than HEAD_BYTES. */
const LONG_NOTE = 'n'.repeat(1_400)

/** Existing and new subscribers, distant duplicates, all states, invalid and empty rows. */
function longFile(note = NOTE): string {
  const lines = ['Email,First name,Tags,State,City,Note']
  for (let at = 0; at < ROWS; at++) {
    const twin = at % 13 === 0 ? at >> 1 : at
    const address = at % 29 === 0 ? `bad ${at}` : `P${twin}@x.example`
    const state = twin % 31 === 0 ? 'unsubscribed' : twin % 37 === 0 ? 'bounced' : 'subscribed'
    const tags = at % 5 === 0 ? `T${at % 40},Every` : ''
    lines.push(at % 101 === 0 ? ',,,,,' : `${address},N${twin % 3},"${tags}",${state},City ${twin % 4},${note}`)
  }
  return lines.join('\n')
}

/** Uploads a file that counts as too long for an immediate preview. */
async function uploadedAsLong(ctx: Ctx, text: string): Promise<number> {
  const { id } = await uploaded(ctx, text)
  await ctx.db.import.updateMany({ where: { id }, data: { byte_size: HEAD_BYTES + 1 } })
  return id
}

/** Adds some of the file's subscribers to an account: with the same values, other values, tags, other states, and erased. */
async function addKnown({ ctx, account_id }: TestAccount): Promise<void> {
  const lines = ['Email,First name,Tags,City,Note']
  for (let at = 0; at < ROWS; at += 3) {
    lines.push(`p${at}@x.example,N${at % (at % 2 ? 3 : 2)},"${at % 10 === 0 ? 'every' : ''}",City ${at % 4},${NOTE}`)
  }
  await imported(ctx, lines.join('\n'))
  await ctx.sql.run(
    `update subscriber set state = (array['cancelled', 'bounced', 'inactive'])[1 + id % 3]::subscriber_state,
       canceled_at = case when id % 3 = 0 then now() end
     where account_id = $1 and id % 7 = 0`,
  )
  await ctx.sql.run('delete from subscriber_count where account_id = $1')
  await ctx.sql.run(
    'insert into subscriber_count (account_id, state, change) select $1, state, count(*) from subscriber where account_id = $1 group by 2',
  )
  for (const at of [7, 8, 26, 52, 999]) {
    const address_hash = suppressionHash(account_id, `p${at}@x.example`)
    await unscoped().suppression.create({ data: { account_id, address_hash, reason: 'erased' } })
  }
}

const OPTIONS = [
  ['with existing subscribers left unchanged', { existing: 'leave', tags: ['March'] }],
  ['with default options', {}],
  ['with tags for all', { tags: ['March', 'EVERY'] }],
  ['of unconfirmed subscribers', { state: 'inactive' }],
  ['of subscribers who unsubscribed elsewhere', { state: 'cancelled' }],
] as const

test.each(sampled(OPTIONS, 2))('the preview of a long file counts what its import does: %s', async (_name, given) => {
  const options = { ...given, tags: [...('tags' in given ? given.tags : [])] }
  const account = await testAccount()
  const { ctx } = account
  await addKnown(account)
  const id = await uploadedAsLong(ctx, longFile())
  const count = await ctx.db.subscriber.count()
  const preview = await previewed(ctx, id, options)
  expect(preview).toMatchObject({ state: 'completed', progress: 1, done_rows: ROWS, error: null })
  expect(preview.counts).toMatchObject({ suppressed: 5, blank: 12 })
  expect(preview.counts.duplicate).toBeGreaterThan(25)
  if (!('existing' in given)) expect(preview.counts.updated).toBeGreaterThan(50)
  expect(await getImport(ctx, { id })).toMatchObject({ state: 'ready', total_rows: ROWS })
  expect([await ctx.db.subscriber.count(), await ctx.db.importPreviewSubscriber.count()]).toEqual([count, 0])
  expect((await applied(ctx, id, options)).counts).toEqual(resultsOf(preview))
  expect([await getPreview(ctx, { id }), await ctx.db.importPreviewRow.count()]).toEqual([null, 0])
})

test.each(sampled([1, 0, 300], 1))(
  'with room for %i more subscribers the preview skips the rows that the import skips, wherever batches end',
  async (room) => {
    const account = await testAccount()
    const { ctx } = account
    await addKnown(account)
    const active = await ctx.db.subscriber.count({ where: { state: 'active' } })
    await unscoped().account.update({ where: { id: account.account_id }, data: { subscriber_limit: active + room } })
    const id = await uploadedAsLong(ctx, longFile())
    const preview = await previewed(ctx, id)
    expect(preview.room).toBe(room)
    expect(preview.counts.over_limit).toBeGreaterThan(100)
    expect((await applied(ctx, id, {}, room === 1 ? 2_500 : 70)).counts).toEqual(resultsOf(preview))
  },
)

test('unsubscribed subscribers are imported into a full plan', async () => {
  const { ctx, account_id } = await testAccount()
  await imported(ctx, 'Email\na@x.example\n')
  await unscoped().account.update({ where: { id: account_id }, data: { subscriber_limit: 1 } })
  const { id } = await uploaded(ctx, 'Email,Status\nb@x.example,unsubscribed\nc@x.example,active\na@x.example,active\n')
  const preview = await previewed(ctx, id)
  expect(preview.counts).toMatchObject({ created: 1, over_limit: 1, unchanged: 1 })
  expect((await applied(ctx, id)).counts).toEqual(resultsOf(preview))
})

test('being added to a form counts as a change', async () => {
  const { ctx } = await testAccount()
  await imported(ctx, 'Email\nhere@x.example\nin@x.example\n')
  const form = await ctx.db.form.create({ data: { account_id: ctx.account_id, name: 'F', uid: `f-${ctx.account_id}` } })
  await imported(ctx, 'Email\nin@x.example\n', { form_id: form.id })
  const { id } = await uploaded(ctx, 'Email\nhere@x.example\nin@x.example\nnew@x.example\n')
  const preview = await previewed(ctx, id, { form_id: form.id })
  expect(preview.counts).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
  expect((await applied(ctx, id, { form_id: form.id })).counts).toEqual(resultsOf(preview))
})

test('a short file is previewed immediately, with the changes of each subscriber in pages', async () => {
  const { ctx } = await testAccount()
  const numbers = Array.from({ length: 45 }, (_, at) => at)
  await imported(ctx, `Email,Name,City\n${numbers.map((at) => `p${at}@x.example,Old,Oslo\n`).join('')}`)
  const rows = numbers.map((at) => `p${at}@x.example,${at === 3 ? 'Old' : 'New'},Oslo\n`)
  const { id } = await uploaded(ctx, `Email,Name,City\n${rows.join('')}bad,B,\n,Anonymous,\n`)
  expect(await previewImport(ctx, { id, ...IMPORT_OPTIONS })).toMatchObject({
    state: 'completed',
    counts: { created: 0, updated: 44, unchanged: 1, invalid: 2 },
  })
  const first = await listPreviewRows(ctx, { id, result: 'updated' })
  expect(first.rows).toHaveLength(20)
  expect(first.rows[0]).toEqual({
    row_number: 2,
    email_address: 'p0@x.example',
    message: null,
    values: [{ label: 'First name', before: 'Old', after: 'New' }],
  })
  const second = await listPreviewRows(ctx, { id, result: 'updated', cursor: first.next })
  const third = await listPreviewRows(ctx, { id, result: 'updated', cursor: second.next })
  expect([third.rows.length, third.next]).toEqual([4, null])
  expect(await listPreviewRows(ctx, { id, result: 'invalid' })).toEqual({
    rows: [
      { row_number: 47, email_address: 'bad', message: 'Email address is invalid', values: [] },
      { row_number: 48, email_address: '', message: 'There is no email address', values: [] },
    ],
    next: null,
  })
})

test('a preview can be stopped, continued and shared by two processes, and starts over when the database lost its addresses', async () => {
  const { ctx } = await testAccount()
  const { id, byte_size } = await uploaded(ctx, longFile(LONG_NOTE))
  expect(byte_size).toBeGreaterThan(HEAD_BYTES)
  const slice = () => previewSlice(ctx, { id, batch_rows: 200, budget_ms: 0 })
  await previewImport(ctx, { id, ...IMPORT_OPTIONS })
  expect(await slice()).toBe(true)
  expect(await stopPreview(ctx, { id })).toMatchObject({ state: 'stopped', done_rows: 200 })
  expect(await slice()).toBe(false)
  expect(await resumePreview(ctx, { id })).toMatchObject({ state: 'queued', done_rows: 200 })
  await slice()
  await interruptPreview(ctx, { id })
  expect(await resumePreview(ctx, { id })).toMatchObject({ state: 'queued', done_rows: 400, error: null })
  // As after a crash of the database, whose log does not have that table.
  await ctx.db.importPreviewSubscriber.deleteMany()
  await slice()
  expect(await getPreview(ctx, { id })).toMatchObject({ state: 'running', done_rows: 200 })
  const work = async () => {
    while (await slice());
  }
  await Promise.all([work(), work()])
  const preview = await getPreview(ctx, { id })
  expect(preview).toMatchObject({ state: 'completed', done_rows: ROWS })
  expect((await applied(ctx, id)).counts).toEqual(preview && resultsOf(preview))
})

test('other columns, another format or other options discard a preview; the same ones do not', async () => {
  const { ctx } = await testAccount()
  const { id, columns } = await uploaded(ctx, Buffer.from('Email,Name\r\nzo\u00eb@x.example,Zo\u00eb\r\n', 'latin1'))
  const first = await previewImport(ctx, { id, ...IMPORT_OPTIONS })
  await setColumns(ctx, { id, columns })
  expect(await previewImport(ctx, { id, ...IMPORT_OPTIONS })).toEqual(first)
  expect((await previewImport(ctx, { id, ...IMPORT_OPTIONS, tags: ['a'] }))?.id).not.toBe(first?.id)
  await setColumns(ctx, { id, columns: [{ target: 'email_address' }, { target: 'ignore' }] })
  expect(await getPreview(ctx, { id })).toBeNull()
  await previewImport(ctx, { id, ...IMPORT_OPTIONS })
  // The original file is decoded again.
  expect(await setFormat(ctx, { id, encoding: 'utf-16le' }).catch(String)).toMatch(/rows|text/)
  await setFormat(ctx, { id, encoding: 'utf-8' })
  expect(await getPreview(ctx, { id })).toBeNull()
  expect(await setFormat(ctx, { id, encoding: 'windows-1252' })).toMatchObject({
    sample: [['zo\u00eb@x.example', 'Zo\u00eb']],
  })
  await previewImport(ctx, { id, ...IMPORT_OPTIONS })
  await applied(ctx, id)
  expect(await ctx.db.subscriber.findFirst()).toMatchObject({ first_name: 'Zo\u00eb' })
})

test('an import can start before its preview is complete, and a preview reports a file that ends inside a row', async () => {
  const { ctx } = await testAccount()
  // Longer than what is read when it is uploaded.
  const { id } = await uploaded(ctx, `${longFile(LONG_NOTE)}\nlast@x.example,"Open`)
  await previewImport(ctx, { id, ...IMPORT_OPTIONS })
  await previewSlice(ctx, { id, batch_rows: 200, budget_ms: 0 })
  const early = await uploadedAsLong(ctx, longFile())
  await previewImport(ctx, { id: early, ...IMPORT_OPTIONS })
  await previewSlice(ctx, { id: early, batch_rows: 200, budget_ms: 0 })
  await startImport(ctx, { id: early, ...IMPORT_OPTIONS })
  expect(await previewSlice(ctx, { id: early })).toBe(false)
  while (await previewSlice(ctx, { id }));
  expect(await getPreview(ctx, { id })).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('never closed'),
  })
})

test('rows of which a value cannot be read are counted and listed, whether they are new or known', async () => {
  const { ctx } = await testAccount()
  await imported(ctx, 'Email,First name\nknown@x.example,Ada')
  const { value: field } = await createTypedField(ctx, { label: 'Age', type: 'number', choices: [] })
  const { id } = await uploaded(
    ctx,
    'Email,First name,Age\nnew@x.example,Ida,many\nknown@x.example,Eva,few\nfine@x.example,Uli,30\nbad,Ole,none',
  )
  const columns = [
    { target: 'email_address' as const },
    { target: 'first_name' as const },
    { target: 'field' as const, custom_field_id: field.id },
  ]
  await setColumns(ctx, { id, columns })
  const preview = await previewed(ctx, id)
  expect(preview).toMatchObject({ noted_count: 2, counts: { created: 2, updated: 1, invalid: 1 } })
  const { rows } = await listPreviewRows(ctx, { id, result: 'noted' })
  expect(rows.map(({ row_number, message }) => [row_number, message])).toEqual([
    [2, expect.stringContaining('“many” was ignored')],
    [3, expect.stringContaining('“few” was ignored')],
  ])
  expect((await listPreviewRows(ctx, { id, result: 'updated' })).rows).toHaveLength(1)
})
