/**
 * Measures how fast a CSV file becomes subscribers, against COPY of the same subscribers into a table that has only the key and the unique address,
 * and against COPY into `subscriber`; and the duration of reading one subscriber over HTTP during an import, against
 * the same server when it is idle.
 *
 *   node --expose-gc --max-semi-space-size=8 --heap-growing-percent=100 bench/import.ts [--rows 1000000] [--durable]
 *
 * The first flag lets this script collect garbage before it measures memory; `npm start` passes the last two to the server. PostgreSQL runs
 * without fsync, as for tests, or with `--durable` as under `npm start`. The settings are printed.
 *
 * Both COPYs run before and after the import, and their mean counts, so a grown table favors neither. The file is imported once for its
 * rate, and then into another account during reads. Search texts are written after the import, which takes the printed time; until then,
 * searches read the subscribers themselves.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { systemCtx } from '../server/core/context.ts'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, database, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { runSlice } from '../server/modules/imports/apply/slice.ts'
import { appendPiece, createImport } from '../server/modules/imports/file/upload.ts'
import { analyzeImport } from '../server/modules/imports/mapping/analysis.ts'
import { setColumns, startImport } from '../server/modules/imports/service.ts'
import { CHUNK_BYTES } from '../server/modules/imports/values-schema.ts'
import { writeSearchTexts } from '../server/modules/subscribers/list/search.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { postgresSettings } from './postgres-settings.ts'
import { openReading } from './reading.ts'
import { copySubscribers, FIELDS, newAccount, subscriberRow } from './subscribers.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, durable: { type: 'boolean', default: false } },
})
const rows = Number(values.rows)
const WARM_UP = 20
const READS = 100
const KEYS_ONLY = `create table keys_only (account_id int, id bigserial, email_address text, first_name text, fields jsonb,
  primary key (account_id, id), unique (account_id, email_address))`

// A separate folder, because a PostgreSQL started by another process keeps its settings.
const dir = path.resolve(`node_modules/.cache/envoi-bench${values.durable ? '-durable' : ''}`)
const server = await openEmbedded({ dir, throwaway: !values.durable })
const test_database = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: test_database.url, SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks' })
openDatabase(test_database.url)
try {
  await database().pool.query(KEYS_ONLY)
  const earlier_rates = await copyRates()
  const imported = await importSubscribers()
  const behind = performance.now()
  await writeSearchTexts()
  const search_seconds = (performance.now() - behind) / 1000
  const after = await copyRates()
  const copy_rate = (earlier_rates.subscriber + after.subscriber) / 2
  const bare = (earlier_rates.bare + after.bare) / 2
  const { idle, busy } = await readDuringImport()
  console.log(
    JSON.stringify({
      rows,
      postgres: await postgresSettings(database().pool),
      copy_keys_only_rows_per_second: Math.round(bare),
      copy_rows_per_second: Math.round(copy_rate),
      copy_ratio: Number((copy_rate / bare).toFixed(2)),
      import_rows_per_second: Math.round(imported.rate),
      import_ratio: Number((imported.rate / bare).toFixed(3)),
      search_texts_seconds: Number(search_seconds.toFixed(1)),
      memory_growth_mb: Math.round(imported.memory_growth / 2 ** 20),
      read_idle_ms: Number(idle.median_ms.toFixed(2)),
      read_during_import_ms: Number(busy.median_ms.toFixed(2)),
      read_times: Number((busy.median_ms / idle.median_ms).toFixed(2)),
    }),
  )
} finally {
  await closeDatabase()
  await test_database.drop()
  await server.close()
}

async function copyRates() {
  const account_id = await newAccount()
  const bare = rows / (await copySubscribers(account_id, rows, 'keys_only'))
  await database().pool.query('truncate keys_only')
  const subscriber = rows / (await copySubscribers(account_id, rows))
  await writeSearchTexts()
  return { bare, subscriber }
}

async function importSubscribers() {
  const { ctx, id } = await begin()
  globalThis.gc?.()
  const resting = process.memoryUsage.rss()
  let peak = resting
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const started = performance.now()
  while (await runSlice(ctx, { id }));
  const rate = (rows * 1000) / (performance.now() - started)
  clearInterval(watch)
  const { created_count } = await ctx.db.import.findFirstOrThrow({ where: { id } })
  if (created_count !== rows) throw new Error(`${created_count} of ${rows} rows were imported`)
  return { rate, memory_growth: peak - resting }
}

/** Reads one subscriber over HTTP, alone and while an import runs. Reading ends first. */
async function readDuringImport() {
  const { ctx, id } = await begin()
  const subscriber = await ctx.db.subscriber.create({
    data: { account_id: ctx.account_id, email_address: 'subscriber@example.com' },
  })
  const reading = await openReading(ctx.account_id, Number(subscriber.id))
  await reading.read(WARM_UP)
  const idle = await reading.read(READS)
  let isRead = false
  const work = (async () => {
    while (!isRead && (await runSlice(ctx, { id, budget_ms: 1_000 })));
    if (!isRead) throw new Error('The import ended before the reading: take more rows')
  })()
  const busy = await reading.read(READS)
  isRead = true
  await work
  reading.close()
  return { idle, busy }
}

/** Uploads a file, which then waits to be applied. */
async function begin() {
  const account_id = await newAccount()
  const ctx = systemCtx(account_id)
  let byte_size = 0
  for (const line of fileLines()) byte_size += line.length
  const { id } = await createImport(ctx, { filename: 'people.csv', byte_size })
  let offset = 0
  for (const bytes of chunks(fileLines())) {
    await appendPiece(ctx, { id, offset, bytes })
    offset += bytes.length
  }
  await analyzeImport(ctx, { id })
  const columns = FIELDS.map((label) => ({ target: 'new_field' as const, label }))
  await setColumns(ctx, { id, columns: [{ target: 'email_address' }, { target: 'first_name' }, ...columns] })
  await startImport(ctx, {
    id,
    consent_source: 'website_form',
    consent_note: '',
    tags: [],
    existing: 'update',
    state: 'active',
    form_id: null,
    sequence_id: null,
    double_opt_in: false,
    has_no_unsubscribes: false,
  })
  return { ctx, id }
}

function* fileLines(): Generator<string> {
  yield `Email,First name,${FIELDS.join(',')}\n`
  for (let i = 0; i < rows; i++) {
    const { email_address, first_name, values } = subscriberRow(i)
    yield `${email_address},${first_name},${values.join(',')}\n`
  }
}

function* chunks(pieces: Iterable<string>): Generator<Buffer> {
  let rest = ''
  for (const piece of pieces) {
    rest += piece
    if (rest.length < CHUNK_BYTES) continue
    yield Buffer.from(rest.slice(0, CHUNK_BYTES))
    rest = rest.slice(CHUNK_BYTES)
  }
  if (rest) yield Buffer.from(rest)
}
