/**
 * Measures the cost of each index, trigger and foreign key of `subscriber` and `delivery` for a write: how much faster the same rows are written
 * without it. Variants alternate, round after round, each into an empty table; medians are printed.
 *
 *   node bench/index-prices.ts [--rows 200000] [--rounds 3] [--table subscriber|delivery] [--only search]
 *
 * PostgreSQL runs without fsync, as for tests: `cpu` excludes flushing, and prices are comparable only with each other. Settings are printed.
 * `cpu` is the processor time of the PostgreSQL process of the connection (Linux only), which a busy machine affects little, unlike elapsed time.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { closeDatabase, database, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { postgresSettings, settingsText } from './postgres-settings.ts'
import { copyLines, newAccount } from './subscribers.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    table: { type: 'string' },
    only: { type: 'string' },
  },
})
const rows = Number(values.rows)

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const test_database = await makeDatabase(server.url)
openDatabase(test_database.url)
const client = await database().pool.connect()
try {
  console.log(`${rows} rows, ${values.rounds} rounds, ${settingsText(await postgresSettings(client))}`)
  if (values.table !== 'delivery') await priceTable('subscriber', await subscribers())
  if (values.table !== 'subscriber') await priceTable('delivery', await deliveries())
} finally {
  client.release()
  await closeDatabase()
  await server.close()
}

interface Part {
  name: string
  off: string
  on: string
}

async function priceTable(table: string, fill: () => Promise<unknown>): Promise<void> {
  const parts = await partsOf(table)
  const singles = parts.filter(({ name }) => name.includes(values.only ?? ''))
  const variants = [
    { name: 'all', without: [] },
    { name: 'primary and unique keys only', without: parts },
    ...singles.map((part) => ({ name: `all but ${part.name}`, without: [part] })),
  ]
  const costs = new Map<string, Cost[]>()
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { name, without } of variants) {
      for (const { off } of without) await client.query(off)
      const cost = await costOf(fill)
      await client.query(`truncate ${table} cascade`)
      for (const { on } of without.toReversed()) await client.query(on)
      costs.set(name, [...(costs.get(name) ?? []), cost])
    }
  }
  const all = medians(costs.get('all'))
  console.log(`\n${table}, ${rows} rows`.padEnd(72), 'µs/row', '   rows/s', '   cpu µs', 'saved cpu')
  for (const { name } of variants) {
    const { elapsed, cpu } = medians(costs.get(name))
    const figures = [elapsed.toFixed(1), (1e6 / elapsed).toFixed(0), cpu.toFixed(1), (all.cpu - cpu).toFixed(1)]
    console.log(name.padEnd(70), ...figures.map((figure) => figure.padStart(9)))
  }
}

/** Returns everything that can be removed. Unique keys and checks of values stay. */
async function partsOf(table: string): Promise<Part[]> {
  const { rows: parts } = await client.query<Part>(
    `select 'index ' || c.relname as name, format('drop index %I', c.relname) as off, pg_get_indexdef(i.indexrelid) as on
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not i.indisunique
     union all
     select 'trigger ' || tgname, format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
       format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
     from pg_trigger where tgrelid = $1::regclass and not tgisinternal
     union all
     select 'foreign key ' || conname, format('alter table %s drop constraint %I', conrelid::regclass, conname),
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  return parts
}

interface Cost {
  /** Microseconds per row. */
  elapsed: number
  cpu: number
}

async function costOf(fill: () => Promise<unknown>): Promise<Cost> {
  const started = performance.now()
  const before = await processorSeconds()
  await fill()
  const cpu = ((await processorSeconds()) - before) * 1e6
  return { elapsed: ((performance.now() - started) * 1e3) / rows, cpu: cpu / rows }
}

/** Returns the processor time of the PostgreSQL process behind the connection. */
async function processorSeconds(): Promise<number> {
  const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    const fields = readFileSync(`/proc/${found[0]?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}

/** Uses COPY, like the figures of imports. */
async function subscribers(): Promise<() => Promise<void>> {
  const text = Buffer.from([...copyLines(await newAccount(), rows)].join(''))
  return () => {
    const target = client.query(
      copyFrom('copy subscriber (account_id, email_address, first_name, fields) from stdin (format csv)'),
    )
    return pipeline(Readable.from(pieces(text)), target)
  }
}

function* pieces(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += 65_536) yield text.subarray(at, at + 65_536)
}

/** Creates the deliveries of a broadcast: queued, claimed and sent, each by one statement for all rows. */
async function deliveries(): Promise<() => Promise<void>> {
  await (await subscribers())()
  const { rows: accounts } = await client.query('select min(account_id) as id, max(account_id) as last from subscriber')
  const account_id: number = accounts[0].id
  const made = async (text: string): Promise<number> => (await client.query(text, [account_id])).rows[0].id
  const broadcast_id = await made(
    `insert into broadcast (account_id, subject, content, status) values ($1, 'Prices', '', 'sending') returning id`,
  )
  const mail_id = await made(
    `insert into mail (account_id, kind, broadcast_id) values ($1, 'broadcast', ${broadcast_id}) returning id`,
  )
  await client.query('analyze subscriber')
  const run = (text: string): Promise<pg.QueryResult> => client.query(text, [account_id, mail_id])
  return async () => {
    await run(
      'insert into delivery (account_id, mail_id, subscriber_id) select $1, $2, id from subscriber where account_id = $1 order by id',
    )
    await run(`update delivery set state = 'sending', claimed_at = now() where account_id = $1 and mail_id = $2`)
    await run(
      `update delivery set state = 'sent', sent_at = now(), claimed_at = null where account_id = $1 and mail_id = $2`,
    )
  }
}

function medians(costs: Cost[] = []): Cost {
  return { elapsed: median(costs.map(({ elapsed }) => elapsed)), cpu: median(costs.map(({ cpu }) => cpu)) }
}

function median(all: number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
