/**
 * How fast a CSV file becomes subscribers, against a bare COPY of the same people into the same indexed table.
 *
 *   node bench/import.ts <postgres URL of an empty, migrated database> [rows, default 1000000]
 *
 * COPY runs before and after the import, and counts with the mean, so that a table that has grown favours neither.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { systemCtx } from '../server/core/context.ts'
import { closeDatabase, openDatabase, unscoped } from '../server/db/client.ts'
import { setEnv } from '../server/env.ts'
import { analyseImport } from '../server/modules/imports/analysis.ts'
import { runSlice } from '../server/modules/imports/run.ts'
import { CHUNK_BYTES } from '../server/modules/imports/schema.ts'
import { setColumns, startImport } from '../server/modules/imports/service.ts'
import { appendPiece, createImport } from '../server/modules/imports/upload.ts'

const FIELDS = ['City', 'Company', 'Role', 'Plan', 'Birthday']
const [url, count = '1000000'] = process.argv.slice(2)
if (!url) throw new Error('Name the database: node bench/import.ts postgres://...')
const rows = Number(count)

setEnv({ NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY: 'only-for-measuring-only-for-measuring' })
const { pool } = openDatabase(url)
try {
  const before = await copyPeople()
  const imported = await importPeople()
  const after = await copyPeople()
  const copied = (before + after) / 2
  console.log(
    JSON.stringify({
      rows,
      copy_rows_per_second: Math.round(copied),
      import_rows_per_second: Math.round(imported.rate),
      ratio: Number((imported.rate / copied).toFixed(2)),
      memory_growth_mb: Math.round(imported.memory_growth / 2 ** 20),
    }),
  )
} finally {
  await closeDatabase()
}

async function copyPeople(): Promise<number> {
  const account_id = await newAccount()
  const client = await pool.connect()
  const started = performance.now()
  const target = client.query(
    copyFrom('copy subscriber (account_id, email_address, first_name, fields) from stdin (format csv)'),
  )
  await pipeline(Readable.from(copyLines(account_id)), target)
  const rate = perSecond(started)
  client.release()
  return rate
}

async function importPeople(): Promise<{ rate: number; memory_growth: number }> {
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
  await analyseImport(ctx, { id })
  const columns = FIELDS.map((label) => ({ target: 'new_field' as const, label }))
  await setColumns(ctx, { id, columns: [{ target: 'email_address' }, { target: 'first_name' }, ...columns] })
  await startImport(ctx, {
    id,
    consent_source: 'website_form',
    consent_note: '',
    tags: [],
    existing: 'update',
    state: 'active',
  })
  globalThis.gc?.()
  const resting = process.memoryUsage.rss()
  let peak = resting
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const started = performance.now()
  while (await runSlice(ctx, { id }));
  const rate = perSecond(started)
  clearInterval(watch)
  const { created_count } = await ctx.db.import.findFirstOrThrow({ where: { id } })
  if (created_count !== rows) throw new Error(`${created_count} of ${rows} rows were imported`)
  return { rate, memory_growth: peak - resting }
}

async function newAccount(): Promise<number> {
  return (await unscoped().account.create({ data: { name: 'Measured', subscriber_limit: null } })).id
}

function perSecond(started: number): number {
  return (rows * 1000) / (performance.now() - started)
}

function person(i: number) {
  return {
    email_address: `person.${i}@mail${i % 97}.example`,
    first_name: `Name${i % 1000}`,
    values: [
      `City ${i % 500}`,
      `Company ${i % 3000}`,
      `Role ${i % 40}`,
      `${i % 5}`,
      `19${50 + (i % 50)}-0${1 + (i % 9)}-15`,
    ],
  }
}

function* fileLines(): Generator<string> {
  yield `Email,First name,${FIELDS.join(',')}\n`
  for (let i = 0; i < rows; i++) {
    const { email_address, first_name, values } = person(i)
    yield `${email_address},${first_name},${values.join(',')}\n`
  }
}

function* copyLines(account_id: number): Generator<string> {
  const keys = FIELDS.map((label) => label.toLowerCase())
  for (let i = 0; i < rows; i++) {
    const { email_address, first_name, values } = person(i)
    const fields = JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, values[at]])))
    yield `${account_id},${email_address},${first_name},"${fields.replaceAll('"', '""')}"\n`
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
