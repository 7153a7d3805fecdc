import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { database, unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { killAtWork, runProcess } from '../../testing/database/kill-at-work.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { IMPORT_OPTIONS, imported, uploaded } from '../../testing/modules/imports.ts'
import { deepTest } from '../../testing/runner/deep.ts'
import { runSlice } from './apply/slice.ts'
import { getPreview, previewImport } from './preview/preview.ts'
import { previewSlice } from './preview/slice.ts'
import { getImport } from './records.ts'
import { startImport } from './service.ts'

runInOwnDatabase()

const SCRIPT = fileURLToPath(new URL('../../testing/processes/killed-work.ts', import.meta.url))
const BATCH_ROWS = 100
const KILLS = inject('kills')
/** The most rows that a process applies before it is killed, so all are killed before the file ends. */
const MAX_ROWS = 250
const ROWS = (KILLS + 3) * MAX_ROWS

/** New and existing subscribers, near and distant duplicates, invalid and empty rows, notes, states, values with line breaks. */
function file(): Buffer {
  const lines = ['Email,Name,Tags,Joined,State,City']
  for (let at = 0; at < ROWS; at++) {
    const address = at % 23 === 0 ? `bad-${at}` : `p${at % 17 === 0 ? at >> 1 : at}@x.example`
    const state = at % 41 === 0 ? 'unsubscribed' : 'active'
    const joined = at % 31 === 0 ? 'soon' : '2024-01-31'
    lines.push(at % 97 === 0 ? ',,,,,' : `${address},N${at},"T${at % 3},All",${joined},${state},"City\n${at % 50}"`)
  }
  return Buffer.from(lines.join('\n'))
}

/** An account with subscribers, a form, and an endpoint that gets every event. */
async function accountWithSubscribers(): Promise<Ctx & { form_id: number }> {
  const { ctx, account_id } = await testAccount()
  const known = Array.from({ length: 600 }, (_, at) => `p${at * 7}@x.example,Old,"${at % 2 ? 'T1' : ''}",City 1`)
  await imported(ctx, `Email,Name,Tags,City\n${known.join('\n')}`)
  const { id: form_id } = await ctx.db.form.create({ data: { account_id, name: 'F', uid: `kill-${account_id}` } })
  const events = [
    'subscriber.created',
    'subscriber.activated',
    'subscriber.unsubscribed',
    'subscriber.tag_added',
    'subscriber.subscribed_to_form',
    'subscriber.custom_field_value_updated',
  ]
  await unscoped().webhookEndpoint.create({
    data: { account_id, name: 'n', url: 'https://a.example', events, secret: 's' },
  })
  return { ...ctx, form_id }
}

async function begun(ctx: Ctx & { form_id: number }): Promise<number> {
  const { id } = await uploaded(ctx, file())
  await startImport(ctx, { id, ...IMPORT_OPTIONS, tags: ['March'], form_id: ctx.form_id })
  return id
}

const PROGRESS = {
  import: { table: 'import', column: 'done_rows' },
  preview: { table: 'import_preview', column: 'done_rows' },
}

/** Runs processes that are killed, and one that is not. */
async function storm(ctx: Ctx, id: number, what: keyof typeof PROGRESS, done: () => Promise<number>): Promise<void> {
  const args = [database().url, ctx.account_id, id, BATCH_ROWS, what]
  for (let kills = 0; kills < KILLS; kills++) {
    const before = await done()
    const kill_after = before + Math.floor(Math.random() * MAX_ROWS)
    const isDue = async () => (await done()) >= kill_after
    await killAtWork(SCRIPT, args, { progress: PROGRESS[what], hold_at: before + MAX_ROWS, isDue })
  }
  expect(await done()).toBeLessThan(ROWS)
  expect(await runProcess(SCRIPT, args)).toBe(0)
}

/** Everything that an import stores, without ids and times that differ from run to run. */
async function outcome(ctx: Ctx, id: number) {
  const subscribers = await ctx.sql.rows(
    `select s.email_address, s.first_name, s.state, s.fields, s.source_mechanism, s.canceled_at is null as is_subscribed,
            s.created_at = '2024-01-30T23:00:00Z' as has_date,
            (select array_agg(t.name order by t.name) from tagging x join tag t on t.account_id = $1 and t.id = x.tag_id
             where x.account_id = $1 and x.subscriber_id = s.id) as tags,
            (select count(*)::int from form_subscription f where f.account_id = $1 and f.subscriber_id = s.id) as forms,
            (select array_agg(c.text) from consent c where c.account_id = $1 and c.subscriber_id = s.id) as consents,
            (select array_agg(concat_ws(' ', h.from_state, h.to_state, h.cause) order by h.id) from state_change h
             where h.account_id = $1 and h.subscriber_id = s.id) as changes
     from subscriber s where s.account_id = $1 order by s.email_address`,
  )
  const rows = await ctx.sql.rows(
    `select row_number, result, message, email_address, subscriber_id is null as has_no_subscriber, cells,
            before - 'tag_ids' - 'form_id' as before, jsonb_array_length(before -> 'tag_ids') as tags
     from import_row where account_id = $1 and import_id = $2 order by row_number`,
    [id],
  )
  const events = await ctx.sql.rows(
    `select type, data -> 'subscriber' ->> 'email_address' as email_address, data -> 'tag' ->> 'name' as tag,
            data -> 'custom_field' ->> 'value' as value
     from (select account_id, type, data from webhook_event union all select account_id, type, data from webhook_outbox where data is not null) e
     where account_id = $1 order by 1, 2, 3, 4`,
  )
  const counts = await ctx.sql.rows(
    'select state, sum(change)::int as count from subscriber_count where account_id = $1 group by 1 order by 1',
  )
  const { state, done_rows, total_rows, counts: results, noted_count, progress } = await getImport(ctx, { id })
  const file_state = { state, done_rows, total_rows, results, noted_count, progress }
  return { subscribers, rows, events, counts, file: file_state, tables: await sizes(ctx) }
}

/** Counts the rows in every table that belongs to accounts, except tables that depend on the number of transactions. */
async function sizes(ctx: Ctx): Promise<Record<string, number>> {
  const tables = await ctx.sql.rows<{ table_name: string }>(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' and $1::int > 0
       and table_name not in ('subscriber_count', 'subscriber_search', 'subscriber_search_due', 'webhook_outbox', 'webhook_event')
     order by 1`,
  )
  const found: Record<string, number> = {}
  for (const { table_name } of tables) {
    const row = await ctx.sql.one<{ count: number }>(
      `select count(*)::int as count from "${table_name}" where account_id = $1`,
    )
    found[table_name] = row?.count ?? 0
  }
  return found
}

test('an import whose process is killed repeatedly stores what an undisturbed import stores', async () => {
  const [calm, stormy] = [await accountWithSubscribers(), await accountWithSubscribers()]
  const undisturbed = await begun(calm)
  while (await runSlice(calm, { id: undisturbed }));

  const id = await begun(stormy)
  await storm(stormy, id, 'import', async () => (await getImport(stormy, { id })).done_rows)

  const expected = await outcome(calm, undisturbed)
  expect(expected.file).toMatchObject({ state: 'completed', done_rows: ROWS, progress: 1 })
  expect(expected.file.results.duplicate).toBeGreaterThan(ROWS / 50)
  expect(expected.file.results.updated).toBeGreaterThan(ROWS / 20)
  expect(expected.events.length).toBeGreaterThan(2 * ROWS)
  expect(expected.tables).toMatchObject({ import_row: ROWS + 600, import_chunk: 0, import: 2 })
  const found = await outcome(stormy, id)
  for (const part of ['file', 'tables', 'counts', 'rows', 'subscribers', 'events'] as const) {
    expect(found[part], part).toEqual(expected[part])
  }
})

deepTest('an import of new subscribers, whose batches are prepared ahead, survives killed processes too', async () => {
  const text = `Email,Name\n${Array.from({ length: ROWS }, (_, at) => `p${at}@x.example,N${at}`).join('\n')}`
  const [calm, stormy] = [await testAccount(), await testAccount()]
  const started = async ({ ctx }: typeof calm) => {
    const { id } = await uploaded(ctx, text)
    await startImport(ctx, { id, ...IMPORT_OPTIONS })
    return id
  }
  const undisturbed = await started(calm)
  while (await runSlice(calm.ctx, { id: undisturbed }));
  const id = await started(stormy)
  await storm(stormy.ctx, id, 'import', async () => (await getImport(stormy.ctx, { id })).done_rows)
  const expected = await outcome(calm.ctx, undisturbed)
  expect(expected.file).toMatchObject({ state: 'completed', done_rows: ROWS })
  const found = await outcome(stormy.ctx, id)
  for (const part of ['file', 'tables', 'counts', 'rows', 'subscribers'] as const) {
    expect(found[part], part).toEqual(expected[part])
  }
})

deepTest('a preview whose process is killed repeatedly counts what an undisturbed preview counts', async () => {
  const [calm, stormy] = [await accountWithSubscribers(), await accountWithSubscribers()]
  const previews = []
  for (const ctx of [calm, stormy]) {
    const { id } = await uploaded(ctx, file())
    // A longer size, so `previewImport` does not count the file itself.
    await ctx.db.import.updateMany({ where: { id }, data: { byte_size: 2_000_000 } })
    await previewImport(ctx, { id, ...IMPORT_OPTIONS })
    if (ctx === calm) while (await previewSlice(ctx, { id }));
    else await storm(ctx, id, 'preview', async () => (await getPreview(ctx, { id }))?.done_rows ?? 0)
    const { counts, state, done_rows } = (await getPreview(ctx, { id })) ?? {}
    const rows = await ctx.sql.rows(
      'select row_number, result, email_address, message, changes from import_preview_row where account_id = $1 order by 1',
    )
    previews.push({ counts, state, done_rows, rows })
  }
  expect(previews[0]).toMatchObject({ state: 'completed', done_rows: ROWS })
  expect(previews[1]).toEqual(previews[0])
})
