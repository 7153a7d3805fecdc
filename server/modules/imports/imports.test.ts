import { expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { testAccount, withRole } from '../../testing/account.ts'
import { IMPORT_OPTIONS, imported, uploaded } from '../../testing/modules/imports.ts'
import { createCaller } from '../../trpc/root.ts'
import { upsertSubscribers } from '../subscribers/write/upsert.ts'
import { interruptImport, runSlice } from './apply/slice.ts'
import { appendPiece, createImport } from './file/upload.ts'
import { EXPIRED_IMPORTS } from './maintenance/purge-expired.ts'
import { setFormat } from './mapping/analysis.ts'
import { checkImport } from './mapping/sample-check.ts'
import { getImport, listImports } from './records.ts'
import { importResult } from './results.ts'
import { type ColumnTarget, MAX_FILE_BYTES, NewImport, StartInput } from './schema.ts'
import { deleteImport, resumeImport, setColumns, startImport, stopImport } from './service.ts'
import { CHUNK_BYTES } from './values-schema.ts'

test('columns without an address, with a target twice or with an unknown field are refused', async () => {
  const { ctx } = await testAccount()
  const { id } = await uploaded(ctx, 'Email,Name,City\na@x.example,A,Oslo\n')
  const set = (...columns: ColumnTarget[]) => setColumns(ctx, { id, columns })
  const [email, name, ignore] = [{ target: 'email_address' }, { target: 'first_name' }, { target: 'ignore' }] as const
  await expect(set(name, ignore, ignore)).rejects.toThrow('Choose the column with the email addresses')
  await expect(set(email, email, ignore)).rejects.toThrow('Two columns are mapped to email_address')
  await expect(set(email, { target: 'field', custom_field_id: 999_999 }, ignore)).rejects.toThrow(
    'mapped to a custom field that was deleted',
  )
  await expect(set(email, name)).rejects.toThrow('every column')
  expect((await set(email, ignore, { target: 'tags' })).columns[2]).toEqual({ target: 'tags' })
})

test('an import needs a consent source, and "something else" needs a note [L8]', () => {
  const start = (input: object) => StartInput.safeParse({ id: 1, ...input }).error?.issues.map(({ message }) => message)
  expect(start({})).toEqual(['Say how these subscribers agreed to receive email from you'])
  expect(start({ consent_source: 'other', consent_note: 'hm' })).toEqual([
    'Say in a few words how these subscribers agreed to receive email from you',
  ])
  expect(start({ consent_source: 'customers' })).toBeUndefined()
})

test('the check shows what a file would do and writes nothing', async () => {
  const { ctx } = await testAccount()
  await upsertSubscribers(ctx, {
    items: [{ email_address: 'known@example.com' }],
    origin: { cause: 'api', attribution: { source_type: 'api_subscription' }, consent: { source: 'api' } },
  })
  const { id, columns } = await uploaded(
    ctx,
    'Email,Name\nknown@example.com,K\nb@x.example,B\nB@x.example,B\nbad,Bad\n',
  )
  expect(await checkImport(ctx, { id, columns })).toEqual({
    rows: 4,
    complete: true,
    counts: expect.objectContaining({ created: 1, updated: 1, duplicate: 1, invalid: 1, unchanged: 0 }),
    changes: [
      {
        row_number: 2,
        email_address: 'known@example.com',
        values: [{ label: 'First name', before: null, after: 'K' }],
      },
    ],
    states: { active: 1, inactive: 0, cancelled: 0, bounced: 0, complained: 0 },
    words: [],
    questions: [],
    room: null,
    problems: [{ row_number: 5, email_address: 'bad', message: 'Email address is invalid' }],
    noted_count: 0,
    notes: [],
  })
  expect(await ctx.db.subscriber.count()).toBe(1)
})

test('the check reports values that cannot be read', async () => {
  const { ctx } = await testAccount()
  const { id, columns } = await uploaded(ctx, 'Email,Signed up at\na@x.example,12/31/2024\nb@x.example,soon\n')
  expect(columns[1]).toEqual({ target: 'created_at', date_order: 'month_first' })
  expect(await checkImport(ctx, { id, columns })).toMatchObject({
    counts: { created: 2, invalid: 0 },
    noted_count: 1,
    notes: [{ row_number: 3, email_address: 'b@x.example', message: expect.stringContaining('"soon" is not a date') }],
  })
})

test('a file with more than 140 unknown columns suggests no custom fields', async () => {
  const { ctx } = await testAccount()
  const wide = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => `Question ${at + 1}`)
    return `Email,${names.join()}\na@x.example,${names.map(() => 'yes').join()}\n`
  }
  const targetsOf = async (content: string) =>
    new Set((await uploaded(ctx, content)).columns.slice(1).map(({ target }) => target))
  expect(await targetsOf(wide(140))).toEqual(new Set(['new_field']))
  expect(await targetsOf(wide(141))).toEqual(new Set(['ignore']))
})

test('the detected format of a file can be corrected', async () => {
  const { ctx } = await testAccount()
  const { id, headers, has_header, encoding } = await uploaded(ctx, 'Email;Na,me\nzo\u00eb@x.example;Z\n')
  expect({ headers, has_header, encoding }).toEqual({
    headers: ['Email', 'Na,me'],
    has_header: true,
    encoding: 'utf-8',
  })
  expect(await setFormat(ctx, { id, separator: ',' })).toMatchObject({ headers: ['Email;Na', 'me'] })
  expect(await setFormat(ctx, { id, separator: ';', encoding: 'windows-1252' })).toMatchObject({
    sample: [['zoÃ«@x.example', 'Z']],
  })
  expect(await setFormat(ctx, { id, has_header: false, encoding: 'utf-8' })).toMatchObject({
    headers: ['Column 1', 'Column 2'],
    total_rows: 2,
  })
})

test('pieces of an upload come in order, can be repeated, and must have the right size', async () => {
  const { ctx } = await testAccount()
  const bytes = Buffer.alloc(CHUNK_BYTES + 10, 'a')
  const { id } = await createImport(ctx, { filename: 'a.csv', byte_size: bytes.length })
  const send = (offset: number, piece: Buffer) => appendPiece(ctx, { id, offset, bytes: piece })
  await expect(send(CHUNK_BYTES, bytes.subarray(CHUNK_BYTES))).rejects.toThrow('The next piece begins at byte 0')
  await expect(send(0, bytes.subarray(0, 10))).rejects.toThrow('has the wrong size')
  await expect(send(7, bytes.subarray(7))).rejects.toThrow('has the wrong size')
  expect(await send(0, bytes.subarray(0, CHUNK_BYTES))).toEqual({ received_bytes: CHUNK_BYTES })
  expect(await send(0, bytes.subarray(0, CHUNK_BYTES))).toEqual({ received_bytes: CHUNK_BYTES })
  expect(await send(CHUNK_BYTES, bytes.subarray(CHUNK_BYTES))).toEqual({ received_bytes: bytes.length })
  expect(NewImport.safeParse({ filename: 'a.csv', byte_size: MAX_FILE_BYTES + 1 }).error?.issues[0]?.message).toMatch(
    /larger than 300 MB/,
  )
  expect(NewImport.safeParse({ filename: 'a.csv', byte_size: 0 }).error?.issues[0]?.message).toBe('This file is empty')
})

test('an import can be stopped between two batches and resumed, also after an internal error', async () => {
  const { ctx } = await testAccount()
  const rows = Array.from({ length: 50 }, (_, at) => `p${at}@x.example`)
  const { id } = await uploaded(ctx, `Email\n${rows.join('\n')}`)
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  await expect(resumeImport(ctx, { id })).rejects.toThrow('waiting to run')
  expect(await runSlice(ctx, { id, batch_rows: 20, budget_ms: 0 })).toBe(true)
  expect(await stopImport(ctx, { id })).toMatchObject({ state: 'stopping', done_rows: 20 })
  expect(await runSlice(ctx, { id, batch_rows: 20 })).toBe(false)
  expect(await getImport(ctx, { id })).toMatchObject({ state: 'stopped', done_rows: 20, counts: { created: 20 } })
  await resumeImport(ctx, { id })
  expect(await runSlice(ctx, { id, batch_rows: 10, budget_ms: 0 })).toBe(true)
  await interruptImport(ctx, { id })
  expect(await getImport(ctx, { id })).toMatchObject({
    state: 'stopped',
    done_rows: 30,
    error: expect.stringContaining('resume'),
  })
  expect(await resumeImport(ctx, { id })).toMatchObject({ error: null })
  expect(await runSlice(ctx, { id })).toBe(false)
  expect(await getImport(ctx, { id })).toMatchObject({
    state: 'completed',
    done_rows: 50,
    total_rows: 50,
    counts: { created: 50 },
  })
  expect(await ctx.db.importChunk.count()).toBe(0)
  expect(await runSlice(ctx, { id })).toBe(false)
})

test('two processes share the work of one import and apply no row twice', async () => {
  const { ctx } = await testAccount()
  const rows = Array.from({ length: 400 }, (_, at) => `p${at}@x.example`)
  const { id } = await uploaded(ctx, `Email\n${rows.join('\n')}`)
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  const work = async () => {
    while (await runSlice(ctx, { id, batch_rows: 20 }));
  }
  await Promise.all([work(), work()])
  expect(await getImport(ctx, { id })).toMatchObject({
    done_rows: 400,
    counts: { created: 400, duplicate: 0, unchanged: 0 },
  })
})

test('the result file runs no formula in a spreadsheet, and its problem rows can be corrected and imported again [S4]', async () => {
  const { ctx } = await testAccount()
  const { id } = await imported(ctx, 'Email,Name\n"=cmd|x",+1\nok@x.example,Ok\n@bad,"-2"\n')
  const read = async (problems: boolean) => {
    let text = ''
    for await (const piece of importResult(ctx, { id, problems })) text += piece
    return text.replace('\ufeff', '').split('\r\n')
  }
  const header = 'Import row,Import result,Import reason,Import address,Import undone,Email,Name'
  expect(await read(false)).toEqual([
    header,
    "2,invalid,Email address is invalid,'=cmd|x,,'=cmd|x,'+1",
    '3,created,,ok@x.example,',
    "4,invalid,Email address is invalid,'@bad,,'@bad,'-2",
    '',
  ])
  const problems = (await read(true)).join('\r\n')
  expect(problems.split('\r\n')).toHaveLength(4)
  const again = await uploaded(ctx, problems.replaceAll("'@bad", 'fixed@x.example'))
  expect(again.columns.map(({ target }) => target)).toEqual([
    'ignore',
    'ignore',
    'ignore',
    'ignore',
    'ignore',
    'email_address',
    'first_name',
  ])
})

test('viewers can only read imports, editors can start them, and imports of other accounts answer 404 [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const user = { id: own.user_id, email: own.email, name: null, is_admin: false, session_id: 's' }
  const as = (account: Ctx) => createCaller({ user, account, request_id: 'r' } as never).imports
  const { id } = await as(own.ctx).create({ filename: 'a.csv', byte_size: 10 })
  await expect(as(withRole(own, 'viewer')).create({ filename: 'a.csv', byte_size: 10 })).rejects.toThrow('editor')
  expect(await as(withRole(own, 'viewer')).get({ id })).toMatchObject({ state: 'uploading' })
  for (const call of ['get', 'progress', 'analyze', 'stop', 'resume', 'remove'] as const) {
    await expect(as(other.ctx)[call]({ id }), call).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(appendPiece(other.ctx, { id, offset: 0, bytes: Buffer.alloc(10) })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(as(own.ctx).start({ id, ...IMPORT_OPTIONS })).rejects.toThrow('still being uploaded')
  await deleteImport(own.ctx, { id })
  expect((await listImports(own.ctx, {})).imports).toEqual([])
})

test('rows without a foreign key are deleted with their import, subscriber or account', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const [first] = [
    await imported(account.ctx, 'Email\na@x.example\nb@x.example\n'),
    await imported(other.ctx, 'Email\na@x.example\n'),
  ]
  const remaining = async ({ ctx }: { ctx: Ctx }) => ({
    rows: await ctx.db.importRow.count(),
    states: await ctx.db.stateChange.count(),
    consents: await ctx.db.consent.count(),
  })
  expect(await remaining(account)).toEqual({ rows: 2, states: 2, consents: 2 })
  await account.ctx.db.subscriber.deleteMany({ where: { email_address: 'a@x.example' } })
  expect(await remaining(account)).toEqual({ rows: 2, states: 1, consents: 1 })
  await deleteImport(account.ctx, first)
  expect(await remaining(account)).toEqual({ rows: 0, states: 1, consents: 1 })
  await imported(account.ctx, 'Email\nc@x.example\n')
  await unscoped().account.delete({ where: { id: account.account_id } })
  expect(await remaining(account)).toEqual({ rows: 0, states: 0, consents: 0 })
  expect(await remaining(other)).toEqual({ rows: 1, states: 1, consents: 1 })
})

test('imports are listed newest first, in pages', async () => {
  const { ctx } = await testAccount()
  for (let at = 0; at < 22; at++) await createImport(ctx, { filename: `${at}.csv`, byte_size: 1 })
  const first = await listImports(ctx, {})
  expect(first.imports.map(({ filename }) => filename).slice(0, 2)).toEqual(['21.csv', '20.csv'])
  const second = await listImports(ctx, { after: first.next })
  expect(second).toMatchObject({ imports: [{ filename: '1.csv' }, { filename: '0.csv' }], next: null })
})

test('a file that was not imported is deleted after a week, and the rows of a result after 90 days [L7]', async () => {
  const { ctx } = await testAccount()
  const unused = await uploaded(ctx, 'Email\na@x.example\n')
  const done = await imported(ctx, 'Email\na@x.example\nbad\n')
  // Only rows of this account become old, so rows of tests that run at the same time stay.
  const purgeAfter = async (days: number) => {
    await ctx.sql.run(
      'update import set updated_at = $2::timestamptz - make_interval(days => $3) where account_id = $1',
      [new Date(), days],
    )
    await purgeExpired(EXPIRED_IMPORTS, { now: new Date() })
  }
  const remaining = async () => ({
    files: (await listImports(ctx, {})).imports.map(({ id }) => id),
    rows: await ctx.db.importRow.count(),
  })
  await purgeAfter(6)
  expect(await remaining()).toEqual({ files: [done.id, unused.id], rows: 2 })
  await purgeAfter(8)
  expect(await remaining()).toEqual({ files: [done.id], rows: 2 })
  await purgeAfter(91)
  expect(await remaining()).toEqual({ files: [done.id], rows: 0 })
  expect(await getImport(ctx, { id: done.id })).toMatchObject({ counts: { created: 1, invalid: 1 } })
})

test('the rows of a long file are estimated from its beginning', async () => {
  const { ctx } = await testAccount()
  const row = (at: number) => `p${String(at).padStart(6, '0')}@x.example,${'n'.repeat(200)}\n`
  const rows = Array.from({ length: 12_000 }, (_, at) => row(at))
  const { id, total_rows, columns } = await uploaded(ctx, `Email,Note\n${rows.join('')}`)
  expect(total_rows).toBeGreaterThan(11_900)
  expect(total_rows).toBeLessThan(12_100)
  const check = await checkImport(ctx, { id, columns })
  expect(check).toMatchObject({ complete: false, counts: { invalid: 0 } })
  expect(check.rows).toBeGreaterThan(5_000)
})
