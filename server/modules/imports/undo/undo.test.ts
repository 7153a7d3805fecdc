import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { IMPORT_OPTIONS, imported, resultsOf, uploaded } from '../../../testing/modules/imports.ts'
import { changeSubscribers } from '../../subscribers/write/change.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { runSlice } from '../apply/slice.ts'
import { appendPiece, createImport } from '../file/upload.ts'
import { getImport } from '../records.ts'
import { importResult } from '../results.ts'
import { startImport, stopImport } from '../service.ts'
import { requestUndo, stopUndo, undoSlice } from './undo.ts'

const FIRST = 'Email,Name,City\nada@x.example,Ada,Oslo\nben@x.example,Ben,Lima\n'
const SECOND = [
  'Email,Name,City,Tags',
  'ada@x.example,Adele,Rome,vip',
  'ben@x.example,Benno,Bern,vip',
  'cy@x.example,Cy,Rio,vip',
  'dot@x.example,Dot,,',
  'eve@x.example,Eve,,',
].join('\n')

/** Everything about subscribers that an undo restores. */
const subscribersOf = (ctx: Ctx) =>
  ctx.sql.rows<{ email_address: string; id: number }>(
    `select s.id, s.email_address, s.first_name, s.fields, s.state,
       (select count(*)::int from tagging x where x.account_id = $1 and x.subscriber_id = s.id) as tags,
       (select count(*)::int from form_subscription x where x.account_id = $1 and x.subscriber_id = s.id) as forms,
       (select count(*)::int from enrollment x where x.account_id = $1 and x.subscriber_id = s.id) as sequences
     from subscriber s where s.account_id = $1 order by s.id`,
  )

async function createTargets({ account_id }: { account_id: number }) {
  const db = unscoped()
  const form = await db.form.create({
    data: { account_id, name: 'Moved', uid: `undo-${account_id}`, double_opt_in: true },
  })
  const sequence = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  return { form_id: form.id, sequence_id: sequence.id }
}

async function undone(ctx: Ctx, id: number, batch_rows = 2) {
  await requestUndo(ctx, { id })
  while (await undoSlice(ctx, { id, batch_rows, budget_ms: 0 }));
  return getImport(ctx, { id })
}

test('an undo removes the subscribers of an import and restores values, tags, form and sequence', async () => {
  const account = await testAccount()
  const { ctx } = account
  await imported(ctx, FIRST)
  const before = await subscribersOf(ctx)
  const { id } = await imported(ctx, SECOND, { ...(await createTargets(account)), tags: ['March'] })
  expect(await subscribersOf(ctx)).toMatchObject([
    { first_name: 'Adele', fields: { city: 'Rome' }, tags: 2, forms: 1, sequences: 1 },
    {},
    { tags: 2, forms: 1, sequences: 1 },
    {},
    {},
  ])
  const { undo, undo_until } = await undone(ctx, id)
  expect(undo).toEqual({ state: 'completed', removed: 3, restored: 2, kept: 0, done_rows: 5 })
  expect(undo_until).toBeNull()
  expect(await subscribersOf(ctx)).toEqual(before)
  let result = ''
  for await (const text of importResult(ctx, { id, problems: false })) result += text
  expect(result).toMatch(/2,updated,,ada@x\.example,Restored\r\n/)
  expect(result).toMatch(/4,created,,cy@x\.example,Removed\r\n/)
  await expect(requestUndo(ctx, { id })).rejects.toThrow('already undone')
  // The file counts as not imported again.
  expect((await uploaded(ctx, SECOND)).same_file).toBeNull()
})

test('an undo keeps what was changed since, and each row says so', async () => {
  const { ctx } = await testAccount()
  await imported(ctx, FIRST)
  const { id } = await imported(ctx, SECOND)
  const [ada, ben, cy, dot] = await subscribersOf(ctx)
  const id_of = (subscriber: { id: number } | undefined) => subscriber?.id ?? 0
  await changeSubscribers(ctx, {
    changes: [
      { id: id_of(ada), first_name: 'Ada Lovelace' },
      { id: id_of(ben), first_name: 'B', fields: { city: 'Basel' } },
      { id: id_of(cy), first_name: 'Cyrus' },
    ],
  })
  const { id: tag_id } = await ctx.db.tag.create({
    data: { account_id: ctx.account_id, name: 'Met', name_folded: 'met' },
  })
  await tagSubscriber(ctx, { tag_id, id: id_of(dot) })
  expect((await undone(ctx, id)).undo).toMatchObject({ removed: 1, restored: 2, kept: 2 })
  expect(await subscribersOf(ctx)).toMatchObject([
    { first_name: 'Ada Lovelace', fields: { city: 'Oslo' }, tags: 0 },
    { first_name: 'B', fields: { city: 'Basel' }, tags: 0 },
    { first_name: 'Cyrus', tags: 1 },
    { first_name: 'Dot', tags: 1 },
  ])
  const rows = await ctx.sql.rows<{ undone: string }>(
    'select undone from import_row where account_id = $1 and import_id = $2 order by row_number',
    [id],
  )
  expect(rows.map((row) => row.undone)).toEqual([
    'Restored; changed since and kept: First name',
    'Restored; changed since and kept: First name, City',
    'Kept: was changed since',
    'Kept: was tagged since',
    'Removed',
  ])
})

test('a subscriber who buys something during the undo stays, with the purchase', async () => {
  const { ctx } = await testAccount()
  const { id } = await imported(ctx, 'Email\ncy@x.example\ndot@x.example\n')
  await requestUndo(ctx, { id })
  const [{ id: subscriber_id = 0 } = {}] = await subscribersOf(ctx)
  const amounts = { subtotal: 5, discount: 0, tax: 0, shipping: 0, total: 5 }
  const named = { transaction_id: 't-1', email_address: 'cy@x.example', transaction_time: new Date(), source: 'Shop' }
  await duringTransaction(
    ctx,
    (tx) => tx.db.purchase.create({ data: { account_id: ctx.account_id, subscriber_id, ...named, ...amounts } }),
    () => undoSlice(ctx, { id }),
  )
  expect((await getImport(ctx, { id })).undo).toMatchObject({ removed: 1, kept: 1 })
  expect(await subscribersOf(ctx)).toMatchObject([{ email_address: 'cy@x.example' }])
  expect(await ctx.db.purchase.count()).toBe(1)
})

test('an undo can be stopped and continued, works for a stopped import, and is possible for seven days', async () => {
  const { ctx } = await testAccount()
  const { id } = await uploaded(ctx, `Email\n${Array.from({ length: 9 }, (_, at) => `p${at}@x.example`).join('\n')}`)
  await expect(requestUndo(ctx, { id })).rejects.toThrow('not started yet')
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  await runSlice(ctx, { id, batch_rows: 6, budget_ms: 0 })
  await stopImport(ctx, { id })
  await runSlice(ctx, { id, batch_rows: 6 })
  expect(await requestUndo(ctx, { id })).toMatchObject({ state: 'failed', undo: { state: 'queued' } })
  expect(await undoSlice(ctx, { id, batch_rows: 4, budget_ms: 0 })).toBe(true)
  expect((await stopUndo(ctx, { id })).undo).toMatchObject({ state: 'stopped', removed: 4 })
  expect(await undoSlice(ctx, { id })).toBe(false)
  expect(await ctx.db.subscriber.count()).toBe(2)
  expect((await undone(ctx, id)).undo).toMatchObject({ state: 'completed', removed: 6 })
  expect(await ctx.db.subscriber.count()).toBe(0)

  const late = await imported(ctx, 'Email\nq@x.example\n')
  const now = () => new Date(Date.now() + 8 * 86_400_000)
  await expect(requestUndo({ ...ctx, now }, late)).rejects.toThrow('can no longer be undone')
})

test('with double opt-in new subscribers are unconfirmed and get the confirmation email of the form [L8]', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { form_id, sequence_id } = await createTargets(account)
  const start = async (options: object) => {
    const { id } = await uploaded(ctx, 'Email,Status\nnew@x.example,active\n')
    return startImport(ctx, { id, ...IMPORT_OPTIONS, ...options })
  }
  await expect(start({ double_opt_in: true })).rejects.toThrow('Choose a form with double opt-in')
  await expect(start({ form_id: form_id + 1_000 })).rejects.toThrow('Form not found')
  await expect(start({ sequence_id: sequence_id + 1_000 })).rejects.toThrow('Sequence not found')
  await imported(ctx, 'Email,Status\nnew@x.example,active\n', { form_id, double_opt_in: true })
  expect(await ctx.db.subscriber.findMany({ select: { state: true } })).toEqual([{ state: 'inactive' }])
  expect(await ctx.db.confirmation.count({ where: { form_id, next_attempt_at: { not: null } } })).toBe(1)
})

test('an export of Kit needs no mapping: tags, fields, dates and states', async () => {
  const { ctx } = await testAccount()
  const text = [
    'id,first_name,email,status,tags,created_at,company,last_purchase',
    '2001,Ada,ada@x.example,active,"VIP, Beta",2024-01-31T08:05:00Z,Acme,2023-12-01',
    '2002,,ben@x.example,cancelled,,2023-05-01 10:00:00 UTC,,',
    '2003,Cy,cy@x.example,bounced,Beta,2022-05-01T00:00:00.000Z,"Moss, Inc.",',
    '2004,Dot,dot@x.example,inactive,,2022-05-01,,',
    '2005,Eve,eve@x.example,sleeping,,2022-05-01,,',
  ].join('\n')
  const { columns } = await uploaded(ctx, text.replace(',sleeping,', ',active,'))
  expect(columns.map(({ target }) => target)).toEqual([
    'ignore',
    'first_name',
    'email_address',
    'state',
    'tags',
    'created_at',
    'new_field',
    'new_field',
  ])
  const done = await imported(ctx, text.replace(',sleeping,', ',active,'))
  expect(done.counts).toMatchObject({ created: 5, invalid: 0 })
  const found = await ctx.db.subscriber.findMany({ select: { state: true, fields: true }, orderBy: { id: 'asc' } })
  expect(found).toMatchObject([
    { state: 'active', fields: { company: 'Acme', last_purchase: '2023-12-01' } },
    { state: 'cancelled' },
    { state: 'bounced', fields: { company: 'Moss, Inc.' } },
    { state: 'inactive' },
    { state: 'active' },
  ])
  const odd = await imported(ctx, 'email,status\nfay@x.example,sleeping\n', {
    columns: [{ target: 'email_address' }, { target: 'state' }],
  })
  expect((await resultsOf(ctx, odd))[0]?.message).toContain('“sleeping” is not a known state')
})

test('an interrupted upload is found by its content', async () => {
  const [own, other] = [(await testAccount()).ctx, (await testAccount()).ctx]
  const file = { filename: 'a.csv', byte_size: 2 ** 18 + 9, fingerprint: 'a'.repeat(64) }
  const { id } = await createImport(own, file)
  await appendPiece(own, { id, offset: 0, bytes: Buffer.alloc(2 ** 18, 'a') })
  expect(await createImport(own, { ...file, filename: 'b.csv' })).toMatchObject({ id, received_bytes: 2 ** 18 })
  expect((await createImport(own, { ...file, fingerprint: 'b'.repeat(64) })).id).not.toBe(id)
  expect((await createImport(own, { filename: 'a.csv', byte_size: file.byte_size })).id).not.toBe(id)
  expect((await createImport(other, file)).received_bytes).toBe(0)
})
