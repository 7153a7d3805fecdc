/**
 * Measures how fast subscribers become a stored file, against a bare COPY TO STDOUT of the same columns, whose output is discarded.
 *
 *   node --expose-gc bench/export.ts [--rows 1000000]
 *
 * COPY runs before and after the export, and its mean counts.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { to as copyTo } from 'pg-copy-streams'
import { systemCtx } from '../server/core/context.ts'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { createCustomField } from '../server/modules/custom-fields/service.ts'
import { runExport } from '../server/modules/exports/run.ts'
import { getExport, requestExport } from '../server/modules/exports/service.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { copySubscribers, FIELDS, newAccount, SLOTS } from './subscribers.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const rows = Number(values.rows)

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const made = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: made.url, SECRET_KEY: 'only-for-measuring-only-for-measuring' })
const { pool } = openDatabase(made.url)
try {
  const account_id = await newAccount()
  const ctx = systemCtx(account_id)
  for (const label of FIELDS) await createCustomField(ctx, { label })
  await copySubscribers(account_id, rows)
  await pool.query('vacuum analyze subscriber')
  const before = await copyOut(account_id)
  const exported = await exportSubscribers(ctx)
  const after = await copyOut(account_id)
  const copy_rate = (before + after) / 2
  console.log(
    JSON.stringify({
      rows,
      copy_rows_per_second: Math.round(rows / copy_rate),
      export_rows_per_second: Math.round(rows / exported.seconds),
      ratio: Number((copy_rate / exported.seconds).toFixed(2)),
      file_mb: Math.round(exported.byte_size / 2 ** 20),
      memory_growth_mb: Math.round(exported.memory_growth / 2 ** 20),
    }),
  )
} finally {
  await closeDatabase()
  await server.close()
}

/** Copies the columns of the file as they are in the table, without neutralizing any cell. */
async function copyOut(account_id: number): Promise<number> {
  const moment = (name: string) => `to_char(t.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const tags = `(select string_agg(g.name, ', ' order by g.name_folded) from tagging x
    join tag g on g.account_id = x.account_id and g.id = x.tag_id
    where x.account_id = t.account_id and x.subscriber_id = t.id)`
  const columns = [
    't.id',
    't.email_address',
    't.first_name',
    't.state',
    moment('created_at'),
    moment('canceled_at'),
    tags,
    ...SLOTS.map((slot) => `t.fields ->> '${slot}'`),
    'source_type',
    'source_name',
    'referrer',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
    'city',
    'region',
    'country',
    'time_zone',
  ]
  const client = await pool.connect()
  const started = performance.now()
  const query = `select ${columns.join(', ')} from subscriber t where t.account_id = ${account_id} order by t.id`
  const stream = client.query(copyTo(`copy (${query}) to stdout (format csv)`))
  for await (const _ of stream);
  const seconds = (performance.now() - started) / 1000
  if (stream.rowCount !== rows) throw new Error(`COPY gave ${stream.rowCount} of ${rows} rows`)
  client.release()
  return seconds
}

async function exportSubscribers(ctx: ReturnType<typeof systemCtx>) {
  const { id } = await requestExport(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  globalThis.gc?.()
  const resting = process.memoryUsage.rss()
  let peak = resting
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const started = performance.now()
  await runExport(ctx, { id })
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  const { state, done_rows, byte_size, error } = await getExport(ctx, { id })
  if (state !== 'completed' || done_rows !== rows) throw new Error(`The export ${state}: ${done_rows} rows, ${error}`)
  return { seconds, byte_size, memory_growth: peak - resting }
}
