import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { IMPORT_OPTIONS, imported, resultsOf, uploaded } from '../../../testing/modules/imports.ts'
import { deleteCustomField } from '../../custom-fields/service.ts'
import { checkSubscriberLimit } from '../../subscribers/state/counts.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { upsertSubscribers } from '../../subscribers/write/upsert.ts'
import { startImport } from '../service.ts'
import { runSlice } from './slice.ts'

// A batch in which no address is known is encoded ahead and inserted as a whole; others are saved subscriber by subscriber.

const KNOWN = 'known@x.example'

/** States, dates, tags, notes, invalid and empty rows, and duplicate addresses. */
function file(): string {
  const lines = [`Email,Name,Tags,Joined,State,City`, `${KNOWN},Known,,,,`]
  for (let at = 0; at < 60; at++) {
    const address = at % 11 === 0 ? `bad-${at}` : `P${at % 7 === 0 ? at >> 1 : at}@x.example`
    const state = ['active', 'unsubscribed', 'bounced', 'active', 'who knows'][at % 5]
    const name = ['Zoë "Z" \\ O’Hara', '{a,b}', 'null', '日本'][at % 4]
    const quoted = `"${name?.replaceAll('"', '""')}"`
    lines.push(
      `${address},${quoted},"T${at % 3}",${at % 13 ? '1998-02-03' : 'soon'},${state},${at % 2 ? `City ${at}` : ''}`,
    )
  }
  return lines.join('\n')
}

async function createTargets({ db, account_id }: Ctx) {
  const events = ['subscriber.created', 'subscriber.activated', 'subscriber.custom_field_value_updated'] as const
  await unscoped().webhookEndpoint.create({
    data: { account_id, name: 'n', url: 'https://a.example', events: [...events, 'subscriber.tag_added'], secret: 's' },
  })
  const form = await db.form.create({ data: { account_id, name: 'Moved', uid: `new-${account_id}` } })
  const sequence = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  return { form_id: form.id, sequence_id: sequence.id }
}

/** Everything that the import stored about new subscribers, without ids and times of the run. */
async function outcome(ctx: Ctx, id: number) {
  const subscribers = await ctx.sql.rows(
    `select s.email_address, s.first_name, s.state, s.fields, s.source_type, s.source_name, s.source_mechanism,
            s.canceled_at = s.updated_at as is_cancelled, s.created_at < '1998-03-01' as has_date, s.queued_fields,
            row_number() over (order by s.id) as position,
            (select array_agg(t.name order by t.name) from tagging x join tag t on t.account_id = $1 and t.id = x.tag_id
             where x.account_id = $1 and x.subscriber_id = s.id) as tags,
            (select count(*)::int from form_subscription f where f.account_id = $1 and f.subscriber_id = s.id) as forms,
            (select count(*)::int from enrollment e where e.account_id = $1 and e.subscriber_id = s.id) as sequences,
            (select json_agg(concat_ws(' ', c.source, c.text)) from consent c where c.account_id = $1 and c.subscriber_id = s.id) as consents,
            (select json_agg(concat_ws(' ', h.from_state, h.to_state, h.cause)) from state_change h
             where h.account_id = $1 and h.subscriber_id = s.id) as changes
     from subscriber s where s.account_id = $1 and s.email_address <> $2 order by s.id`,
    [KNOWN],
  )
  const rows = await ctx.sql.rows(
    `select r.row_number, r.result, r.message, r.email_address, r.cells, r.before, s.email_address as subscriber
     from import_row r left join subscriber s on s.account_id = $1 and s.id = r.subscriber_id
     where r.account_id = $1 and r.import_id = $2 and r.email_address <> $3 order by 1`,
    [id, KNOWN],
  )
  const events = await ctx.sql.rows(
    `select type, data -> 'subscriber' ->> 'email_address' as email_address, data -> 'custom_field' ->> 'value' as value
     from (select account_id, type, data from webhook_event union all
           select account_id, type, data from webhook_outbox where data is not null) e
     where account_id = $1 and data -> 'subscriber' ->> 'email_address' <> $2 order by 1, 2, 3`,
    [KNOWN],
  )
  const counts = await ctx.sql.rows(
    'select state, sum(change)::int as count from subscriber_count where account_id = $1 group by 1 order by 1',
  )
  return { subscribers, rows, events, counts }
}

test('a batch of new subscribers stores what the same rows store next to a known subscriber', async () => {
  const found = []
  for (const isKnown of [false, true]) {
    const { ctx } = await testAccount()
    const earlier = await imported(ctx, `Email,City\nearlier@x.example,Oslo\n`)
    await ctx.db.subscriber.updateMany({
      where: { email_address: 'earlier@x.example' },
      data: { email_address: isKnown ? KNOWN : 'else@x.example' },
    })
    const done = await imported(ctx, file(), { ...(await createTargets(ctx)), tags: ['March'] })
    expect(done).toMatchObject({ state: 'completed', done_rows: 61, counts: { updated: isKnown ? 1 : 0 } })
    expect(earlier.counts.created).toBe(1)
    await ctx.db.subscriber.deleteMany({ where: { email_address: { in: [KNOWN, 'else@x.example'] } } })
    found.push(await outcome(ctx, done.id))
  }
  const [alone, mixed] = found
  expect(alone?.subscribers.length).toBeGreaterThan(40)
  expect(alone?.events.length).toBeGreaterThan(100)
  for (const part of ['subscribers', 'rows', 'events', 'counts'] as const) {
    expect(alone?.[part], part).toEqual(mixed?.[part])
  }
})

test('a subscriber who is created during an import is updated, and the others are created', async () => {
  const { ctx } = await testAccount()
  const { id } = await uploaded(ctx, 'Email,Name\na@x.example,Ada\nb@x.example,Bo\nc@x.example,Cy\n')
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  const origin = { cause: 'api', attribution: { source_type: 'api' }, consent: { source: 'api' } } as const
  const items = [{ email_address: 'b@x.example', first_name: 'Early' }]
  await duringTransaction(
    ctx,
    (tx) => upsertSubscribers(tx, { items, origin }),
    async () => {
      while (await runSlice(ctx, { id }));
    },
  )
  expect((await resultsOf(ctx, { id })).map(({ result }) => result)).toEqual(['created', 'updated', 'created'])
  const names = await ctx.db.subscriber.findMany({ select: { first_name: true }, orderBy: { email_address: 'asc' } })
  expect(names.map(({ first_name }) => first_name)).toEqual(['Ada', 'Bo', 'Cy'])
})

test('a batch of new subscribers skips erased addresses and those beyond the limit of the plan', async () => {
  const { ctx, account_id } = await testAccount({ subscriber_limit: 2 })
  const address_hash = suppressionHash(account_id, 'erased@x.example')
  await ctx.db.suppression.create({ data: { account_id, address_hash, reason: 'erased' } })
  const skipped = async (text: string) => {
    const done = await imported(ctx, text)
    return (await resultsOf(ctx, done)).map(({ result }) => result)
  }
  expect(await skipped('Email\na@x.example\nerased@x.example\n')).toEqual(['created', 'skipped'])
  expect(await skipped('Email\nb@x.example\nc@x.example\n')).toEqual(['created', 'skipped'])
  const kept = await ctx.db.subscriber.findMany({ select: { email_address: true }, orderBy: { id: 'asc' } })
  expect(kept.map(({ email_address }) => email_address)).toEqual(['a@x.example', 'b@x.example'])
})

test('a value of a field that is deleted after its batch was prepared is ignored, and its row says so', async () => {
  const { ctx } = await testAccount()
  const { columns } = await imported(ctx, 'Email,City\na@x.example,Oslo\n')
  const { id } = await uploaded(ctx, 'Email,City\nb@x.example,Bergen\n')
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  const field = columns.find((column) => column.target === 'field')
  const raced = await duringTransaction(
    ctx,
    (tx) => deleteCustomField(tx, { id: field?.target === 'field' ? field.custom_field_id : 0 }),
    async () => {
      while (await runSlice(ctx, { id }));
    },
  )
  expect(raced.status).toBe('fulfilled')
  const message = expect.stringContaining('A custom field was deleted')
  expect(await resultsOf(ctx, { id })).toMatchObject([{ result: 'created', message }])
  const made = await ctx.db.subscriber.findFirst({ where: { email_address: 'b@x.example' }, select: { fields: true } })
  expect(made?.fields).toEqual({})
})

test('a batch that was prepared before the plan was lowered creates no more subscribers than the plan has room for', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 10 })
  const { id } = await uploaded(ctx, 'Email\na@x.example\nb@x.example\n')
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  const sliced = await duringTransaction(
    ctx,
    async (tx) => {
      await checkSubscriberLimit(tx, { adding: 1 })
      await tx.sql.run('update account set subscriber_limit = $2 where id = $1', [1])
    },
    () => runSlice(ctx, { id }),
  )
  expect(sliced).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } })
  expect(await ctx.db.subscriber.count()).toBe(0)
  // The job tries again, with the limit as it is now.
  while (await runSlice(ctx, { id }));
  expect((await resultsOf(ctx, { id })).map(({ result }) => result)).toEqual(['created', 'skipped'])
})
