import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { IMPORT_OPTIONS, imported, resultsOf, uploaded } from '../../../testing/modules/imports.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { upsertSubscribers } from '../../subscribers/write/upsert.ts'
import { getImport } from '../records.ts'
import { resumeImport, startImport, stopImport } from '../service.ts'
import { runSlice } from './slice.ts'

async function findSubscriber(ctx: Ctx, email_address: string) {
  const found = await ctx.db.subscriber.findFirstOrThrow({
    where: { email_address },
    include: { taggings: { include: { tag: true } } },
  })
  const where = { subscriber_id: found.id }
  const consents = await ctx.db.consent.findMany({ where })
  return { ...found, consents, state_changes: await ctx.db.stateChange.findMany({ where }) }
}

const apiOrigin = {
  cause: 'api',
  attribution: { source_type: 'api_subscription' },
  consent: { source: 'api' },
} as const

test('a new subscriber gets fields, tags, date, attribution, consent and history, and without a subscribed endpoint no event [L8]', async () => {
  const { ctx } = await testAccount()
  const text = 'Email,First name,Tags,Signup date,City\nAda@Example.com,Ada,"VIP, Beta",31/01/2024 09:05,Oslo\n'
  const done = await imported(ctx, text, { tags: ['March', 'vip'] })
  expect(done).toMatchObject({
    state: 'completed',
    progress: 1,
    done_rows: 1,
    total_rows: 1,
    counts: { created: 1 },
    noted_count: 0,
  })
  const ada = await findSubscriber(ctx, 'ada@example.com')
  expect(ada).toMatchObject({
    first_name: 'Ada',
    state: 'active',
    fields: { city: 'Oslo' },
    created_at: new Date('2024-01-31T08:05:00Z'),
    source_mechanism: 'import',
    source_mechanism_id: String(done.id),
    source_name: 'people.csv',
    consents: [
      {
        source: 'import',
        import_id: done.id,
        text: 'They signed up on my website or landing page: the footer of my site',
      },
    ],
    state_changes: [{ from_state: null, to_state: 'active', cause: 'import' }],
  })
  expect(ada.taggings.map(({ tag }) => tag.name).sort()).toEqual(['Beta', 'March', 'vip'])
  const events = await ctx.sql.rows<{ type: string }>(
    'select type from outbox where account_id = $1 union select type from webhook_event where account_id = $1',
  )
  expect(events.map(({ type }) => type)).toEqual(['import.requested'])
})

test('a subscribed endpoint gets an event for every new subscriber and tag', async () => {
  const { ctx, account_id } = await testAccount()
  const events = ['subscriber.created', 'subscriber.tag_added']
  await unscoped().webhookEndpoint.create({
    data: { account_id, name: 'n', url: 'https://a.example', events, secret: 's' },
  })
  await imported(ctx, 'Email\nada@example.com\nbo@example.com\n', { tags: ['March'] })
  const rows = await ctx.sql.rows<{ type: string; count: number }>(
    `select type, count(*)::int as count from webhook_event where account_id = $1 and type like 'subscriber.%' group by 1 order by 1`,
  )
  expect(rows).toEqual(events.map((type) => ({ type, count: 2 })))
})

test('every row has a result, and an invalid row keeps its cells', async () => {
  const { ctx } = await testAccount()
  const items = [{ email_address: 'known@example.com', first_name: 'Old' }, { email_address: 'same@example.com' }]
  await upsertSubscribers(ctx, { items, origin: apiOrigin })
  const text = [
    'Email,Name',
    'new@example.com,New',
    'known@example.com,Newer',
    'same@example.com,',
    'NEW@example.com,Again',
    'ada-at-example,Ada',
    'known@example.com,Third',
    ',',
  ].join('\n')
  const done = await imported(ctx, text)
  expect(done.counts).toEqual({ created: 1, updated: 1, unchanged: 1, duplicate: 2, invalid: 1, skipped: 1 })
  expect(await resultsOf(ctx, done)).toEqual([
    { row_number: 2, result: 'created', message: null, cells: null },
    { row_number: 3, result: 'updated', message: null, cells: null },
    { row_number: 4, result: 'unchanged', message: null, cells: null },
    {
      row_number: 5,
      result: 'duplicate',
      message: expect.stringContaining('earlier row'),
      cells: ['NEW@example.com', 'Again'],
    },
    { row_number: 6, result: 'invalid', message: 'Email address is invalid', cells: ['ada-at-example', 'Ada'] },
    { row_number: 7, result: 'duplicate', message: expect.any(String), cells: ['known@example.com', 'Third'] },
    { row_number: 8, result: 'skipped', message: 'The row is empty', cells: ['', ''] },
  ])
  expect((await findSubscriber(ctx, 'new@example.com')).first_name).toBe('New')
  expect((await findSubscriber(ctx, 'known@example.com')).first_name).toBe('Newer')
})

test('duplicates are found across batches', async () => {
  const { ctx } = await testAccount()
  await upsertSubscribers(ctx, { items: [{ email_address: 'known@example.com' }], origin: apiOrigin })
  const { id } = await uploaded(
    ctx,
    'Email\nknown@example.com\nnew@example.com\nx@example.com\nnew@example.com\nknown@example.com\n',
  )
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  while (await runSlice(ctx, { id, batch_rows: 1, budget_ms: 0 }));
  expect((await resultsOf(ctx, { id })).map(({ result }) => result)).toEqual([
    'unchanged',
    'created',
    'created',
    'duplicate',
    'duplicate',
  ])
})

test('an import keeps unsubscribed, bounced and complained states and skips erased addresses', async () => {
  const { ctx, account_id } = await testAccount()
  const items = ['unsubscribed', 'bounced', 'complained'].map((name) => ({ email_address: `${name}@example.com` }))
  const known = await upsertSubscribers(ctx, { items, origin: apiOrigin })
  const moves = [
    ['unsubscribe', 'one_click'],
    ['bounce', 'bounce'],
    ['complain', 'complaint'],
  ] as const
  for (const [at, [transition, cause]] of moves.entries()) {
    await changeState(ctx, { ids: [known[at]?.id ?? 0], transition, cause })
  }
  const address_hash = suppressionHash(account_id, 'erased@example.com')
  await ctx.db.suppression.create({ data: { account_id, address_hash, reason: 'erased' } })
  const done = await imported(
    ctx,
    'Email,Name\nunsubscribed@example.com,L\nbounced@example.com,B\ncomplained@example.com,C\nErased@example.com,E\n',
  )
  expect(done.counts).toMatchObject({ updated: 3, skipped: 1 })
  const states = await ctx.db.subscriber.findMany({ select: { state: true, first_name: true }, orderBy: { id: 'asc' } })
  expect(states).toEqual([
    { state: 'cancelled', first_name: 'L' },
    { state: 'bounced', first_name: 'B' },
    { state: 'complained', first_name: 'C' },
  ])
  const rows = await resultsOf(ctx, done)
  expect(rows.map(({ message }) => message)).toEqual([
    'Has unsubscribed and stays unsubscribed',
    'Email to this address bounced, and none will be sent',
    'Reported an email as spam, and none will be sent',
    'Asked never to be emailed again',
  ])
  expect(rows[3]?.cells).toBeNull()
})

test('an import can leave existing subscribers unchanged, tags included', async () => {
  const { ctx } = await testAccount()
  await upsertSubscribers(ctx, {
    items: [{ email_address: 'known@example.com', first_name: 'Old' }],
    origin: apiOrigin,
  })
  const done = await imported(ctx, 'Email,Name\nknown@example.com,New\nnew@example.com,N\n', {
    existing: 'leave',
    tags: ['T'],
  })
  expect(done.counts).toMatchObject({ created: 1, unchanged: 1 })
  expect(await findSubscriber(ctx, 'known@example.com')).toMatchObject({
    first_name: 'Old',
    taggings: [],
    consents: [{ source: 'api' }],
  })
})

test('a list of subscribers who unsubscribed elsewhere unsubscribes them here', async () => {
  const { ctx } = await testAccount()
  await upsertSubscribers(ctx, { items: [{ email_address: 'known@example.com' }], origin: apiOrigin })
  const done = await imported(ctx, 'Email\nknown@example.com\nnew@example.com\n', { state: 'cancelled' })
  expect(done.counts).toMatchObject({ created: 1, updated: 1 })
  for (const address of ['known@example.com', 'new@example.com']) {
    expect(await findSubscriber(ctx, address)).toMatchObject({ state: 'cancelled', canceled_at: expect.any(Date) })
  }
})

test('an import creates subscribers up to the limit of the plan and skips the rest; existing ones do not count', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 3 })
  await upsertSubscribers(ctx, { items: [{ email_address: 'known@example.com' }], origin: apiOrigin })
  const done = await imported(
    ctx,
    'Email,Name\na@x.example,A\nb@x.example,B\nc@x.example,C\nknown@example.com,K\nd@x.example,D\n',
  )
  expect(done.counts).toMatchObject({ created: 2, updated: 1, skipped: 2 })
  expect((await resultsOf(ctx, done)).filter(({ result }) => result === 'skipped')).toEqual([
    {
      row_number: 4,
      result: 'skipped',
      message: "Your plan's limit of 3 subscribers is reached",
      cells: ['c@x.example', 'C'],
    },
    {
      row_number: 6,
      result: 'skipped',
      message: "Your plan's limit of 3 subscribers is reached",
      cells: ['d@x.example', 'D'],
    },
  ])
})

test('importing the same file again changes nothing, and the import names the earlier one', async () => {
  const { ctx } = await testAccount()
  const text = 'Email,Name,Tags,City\na@x.example,A,T,Oslo\nb@x.example,B,,\n'
  const first = await imported(ctx, text)
  const before = await ctx.sql.rows(
    'select s.*, (select count(*) from consent c where c.account_id = $1) as consents from subscriber s where account_id = $1 order by id',
  )
  const second = await imported(ctx, text)
  expect(second.counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(second.same_file).toEqual({ id: first.id, completed_at: first.completed_at })
  expect(
    await ctx.sql.rows(
      'select s.*, (select count(*) from consent c where c.account_id = $1) as consents from subscriber s where account_id = $1 order by id',
    ),
  ).toEqual(before)
})

test('a file whose import was stopped names that import while it can be resumed', async () => {
  const { ctx } = await testAccount()
  const text = 'Email\na@x.example\nb@x.example\nc@x.example\n'
  const { id } = await uploaded(ctx, text)
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  await runSlice(ctx, { id, budget_ms: 0, batch_rows: 2 })
  await stopImport(ctx, { id })
  while (await runSlice(ctx, { id }));
  const { id: again } = await uploaded(ctx, text)
  const seen = async (one: number) => (await getImport(ctx, { id: one })).stopped_file
  expect(await seen(again)).toEqual({ id, done_rows: 2 })
  expect(await seen(id)).toBeNull()
  expect((await uploaded(ctx, `${text}d@x.example\n`)).stopped_file).toBeNull()
  expect((await uploaded((await testAccount()).ctx, text)).stopped_file).toBeNull()
  await resumeImport(ctx, { id })
  expect(await seen(again)).toBeNull()
  while (await runSlice(ctx, { id }));
  expect(await getImport(ctx, { id: again })).toMatchObject({ stopped_file: null, same_file: { id } })
})

test('a value that cannot be used is noted, and the rest of the row is applied', async () => {
  const { ctx } = await testAccount()
  const done = await imported(ctx, 'Email,Joined\na@x.example,2024-01-31\nb@x.example,soon\n')
  expect(done).toMatchObject({ counts: { created: 2 }, noted_count: 1 })
  expect((await resultsOf(ctx, done))[1]).toEqual({
    row_number: 3,
    result: 'created',
    message: '"soon" is not a date in the past: the date of the import was used',
    cells: ['b@x.example', 'soon'],
  })
})

test('a column becomes an existing or a new field, and a field deleted during the import is noted', async () => {
  const { ctx } = await testAccount()
  const first = await imported(ctx, 'Email,City,Empty\na@x.example,Oslo,\n')
  expect(first.columns).toEqual([
    { target: 'email_address' },
    { target: 'field', custom_field_id: expect.any(Number) },
    { target: 'ignore' },
  ])
  const { id, columns } = await uploaded(ctx, 'Email,city\na@x.example,Bergen\nb@x.example,\n')
  expect(columns[1]).toEqual(first.columns[1])
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  await ctx.db.customField.deleteMany({ where: {} })
  while (await runSlice(ctx, { id }));
  expect((await resultsOf(ctx, { id })).map(({ result, message }) => [result, message])).toEqual([
    ['unchanged', 'A custom field was deleted or renamed during the import: its value was ignored'],
    ['created', null],
  ])
})
