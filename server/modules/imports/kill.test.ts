import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { testAccount } from '../../testing/account.ts'
import { IMPORT_OPTIONS, uploaded } from '../../testing/imports.ts'
import { getImport } from './records.ts'
import { runSlice } from './run.ts'
import { startImport } from './service.ts'

const SCRIPT = fileURLToPath(new URL('../../testing/import-process.ts', import.meta.url))
const ROWS = 6_000
const BATCH_ROWS = 100
const KILLS = 10

/** People, duplicates near and far, bad rows, notes. */
function file(): Buffer {
  const lines = ['Email,Name,Tags,Joined,City']
  for (let at = 0; at < ROWS; at++) {
    const address = at % 23 === 0 ? `bad-${at}` : `p${at % 17 === 0 ? at >> 1 : at}@x.example`
    lines.push(`${address},N${at},"T${at % 3},All",${at % 31 === 0 ? 'soon' : '2024-01-31'},"City\n${at % 50}"`)
  }
  return Buffer.from(lines.join('\n'))
}

async function begun(ctx: Ctx): Promise<number> {
  const { id } = await uploaded(ctx, file())
  await startImport(ctx, { id, ...IMPORT_OPTIONS, tags: ['March'] })
  return id
}

/** Starts a process on the import and kills it once it has applied so many rows; or lets it end. */
async function work(ctx: Ctx, id: number, kill_after: number): Promise<'killed' | 'ended'> {
  const args = [SCRIPT, inject('database_url'), ctx.account_id, id, BATCH_ROWS].map(String)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const { done_rows } = await getImport(ctx, { id })
  while (child.exitCode === null && child.signalCode === null) {
    if ((await getImport(ctx, { id })).done_rows >= done_rows + kill_after) child.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
  }
  return (await ended) === 'SIGKILL' ? 'killed' : 'ended'
}

/** Everything that an import leaves, without ids and times that differ from run to run. */
async function outcome(ctx: Ctx, id: number) {
  const people = await ctx.sql.rows(
    `select s.email_address, s.first_name, s.state, s.fields, s.source_mechanism,
            s.created_at = '2024-01-30T23:00:00Z' as has_date,
            (select array_agg(t.name order by t.name) from tagging x join tag t on t.account_id = $1 and t.id = x.tag_id
             where x.account_id = $1 and x.subscriber_id = s.id) as tags,
            (select count(*)::int from consent c where c.account_id = $1 and c.subscriber_id = s.id) as consents,
            (select count(*)::int from state_change h where h.account_id = $1 and h.subscriber_id = s.id) as changes
     from subscriber s where s.account_id = $1 order by s.email_address`,
  )
  const rows = await ctx.sql.rows(
    `select row_number, verdict, message, email_address, cells from import_row
     where account_id = $1 and import_id = $2 order by row_number`,
    [id],
  )
  const { state, done_rows, total_rows, counts, noted_count } = await getImport(ctx, { id })
  return { people, rows, state, done_rows, total_rows, counts, noted_count }
}

test('killed with -9 at random rows and taken up again, an import leaves what an undisturbed one leaves', {
  timeout: 120_000,
}, async () => {
  const [calm, stormy] = [(await testAccount()).ctx, (await testAccount()).ctx]
  const undisturbed = await begun(calm)
  while (await runSlice(calm, { id: undisturbed }));

  const id = await begun(stormy)
  let killed = 0
  for (let at = 0; at < KILLS; at++) {
    if ((await work(stormy, id, Math.floor((Math.random() * ROWS) / KILLS))) === 'killed') killed++
  }
  expect(killed).toBeGreaterThan(5)
  expect(await work(stormy, id, Number.POSITIVE_INFINITY)).toBe('ended')

  const expected = await outcome(calm, undisturbed)
  expect(expected).toMatchObject({ state: 'completed', done_rows: ROWS })
  expect(expected.counts.duplicate).toBeGreaterThan(100)
  expect(await outcome(stormy, id)).toEqual(expected)
})
