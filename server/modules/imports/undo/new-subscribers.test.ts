import { expect, test } from 'vitest'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { testAccount } from '../../../testing/account.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { IMPORT_OPTIONS, imported, resultsOf, uploaded } from '../../../testing/modules/imports.ts'
import { runSlice } from '../apply/slice.ts'
import { getImport } from '../records.ts'
import { startImport } from '../service.ts'
import { requestUndo, undoSlice } from './undo.ts'

// An import of addresses that are all new is encoded ahead and inserted as a whole (prepared-batch.ts).

runInOwnDatabase()

const EARLIER = 'Email,City,Tags\nada@x.example,Oslo,vip\nben@x.example,Lima,March\n'
const ROWS = 90
const BATCH = 20

/** New subscribers with states, dates, tags and values, and rows that are skipped. */
function file(): string {
  const lines = ['Email,Name,City,Tags,State,Joined']
  for (let n = 0; n < ROWS; n++) {
    const address = n % 11 === 0 ? `bad-${n}` : `p${n}@x.example`
    const state = ['active', 'unsubscribed', 'bounced', 'complained', 'active'][n % 5]
    lines.push(`${address},Name ${n},${n % 2 ? `City ${n}` : ''},"vip,T${n % 3}",${state},${n % 4 ? '2019-02-03' : ''}`)
  }
  return lines.join('\n')
}

async function createTargets({ db, account_id }: Ctx) {
  const form = await db.form.create({ data: { account_id, name: 'Moved', uid: `undo-new-${account_id}` } })
  const sequence = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC', active: true } })
  return { form_id: form.id, sequence_id: sequence.id, tags: ['March'] }
}

/** Returns the account's subscribers, the counts per state and tag, and the rows of every table that refers to subscribers. */
async function stored(ctx: Ctx) {
  const { rows: tables } = await systemPool().query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'subscriber_id' and table_schema = 'public'
     and table_name not in ('import_row', 'subscriber_search_due') order by 1`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    rows[name] = await ctx.sql.rows(`select * from ${name} where account_id = $1 order by ${name}::text`)
  }
  return {
    rows,
    subscribers: await ctx.sql.rows('select * from subscriber where account_id = $1 order by id'),
    states: await ctx.sql.rows(
      `select state, sum(change)::int as count from subscriber_count where account_id = $1
       group by 1 having sum(change) <> 0 order by 1`,
    ),
    tags: await ctx.sql.rows(
      `select t.name, count(*)::int from tag t join tagging x on x.account_id = $1 and x.tag_id = t.id
       where t.account_id = $1 group by 1 order by 1`,
    ),
  }
}

test('undoing an import of new subscribers leaves subscribers, states, tags, forms, sequences and counts as before', async () => {
  const { ctx } = await testAccount()
  const targets = await createTargets(ctx)
  await imported(ctx, EARLIER, targets)
  const before = await stored(ctx)
  const { id } = await uploaded(ctx, file())
  await startImport(ctx, { id, ...IMPORT_OPTIONS, ...targets })
  while (await runSlice(ctx, { id, batch_rows: BATCH, budget_ms: 0 }));
  const created = (await resultsOf(ctx, { id })).filter(({ result }) => result === 'created').length
  expect(created).toBeGreaterThan(70)
  const after = await stored(ctx)
  expect(after.subscribers).toHaveLength(before.subscribers.length + created)
  for (const table of ['tagging', 'form_subscription', 'enrollment', 'state_change', 'consent']) {
    expect(after.rows[table], table).not.toEqual(before.rows[table])
  }
  expect(after.states).not.toEqual(before.states)

  await requestUndo(ctx, { id })
  while (await undoSlice(ctx, { id, batch_rows: BATCH + 1, budget_ms: 0 }));
  expect((await getImport(ctx, { id })).undo).toEqual({
    state: 'completed',
    removed: created,
    restored: 0,
    kept: 0,
    done_rows: created,
  })
  expect(await stored(ctx)).toEqual(before)
  const outcomes = await ctx.sql.rows(
    `select undone, count(*)::int from import_row where account_id = $1 and import_id = $2 and result = 'created' group by 1`,
    [id],
  )
  expect(outcomes).toEqual([{ undone: 'Removed', count: created }])
})

test('an undo analyzes tables that have grown, so no connection reads them for each subscriber that it deletes', async () => {
  const { ctx } = await testAccount()
  const tables = ['tagging', 'form_subscription', 'enrollment']
  // Autovacuum does the same once a minute.
  for (const table of tables) await systemPool().query(`alter table ${table} set (autovacuum_enabled = off)`)
  await systemPool().query(`truncate ${tables.join(', ')}; analyze ${tables.join(', ')}`)
  const lines = Array.from({ length: 1_500 }, (_, n) => `n${n}@x.example`)
  const { id } = await imported(ctx, `Email\n${lines.join('\n')}`, await createTargets(ctx))
  await requestUndo(ctx, { id })
  await undoSlice(ctx, { id, batch_rows: 10, budget_ms: 0 })
  const { rows } = await systemPool().query<{ n: number }>(
    'select reltuples::int as n from pg_class where oid = any ($1::text[]::regclass[])',
    [tables],
  )
  for (const { n } of rows) expect(n).toBeGreaterThan(1_400)
})
