import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { configureLog } from '../server/core/log.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { createCryptographer } from '../server/lib/crypto/crypto.ts'
import type { CpuParts } from './cpu-parts.ts'
import { measureFilterStatement } from './filter-statement.ts'
import { APPS, CREATED_DOMAIN, loadListData, SECRET_KEY } from './list-data.ts'
import { cpuOfTree, postmasterPid } from './process-cpu.ts'
import {
  type Case,
  type Facts,
  type Reached,
  ratios,
  ratioText,
  requestCases,
  type ServerName,
  sizeLines,
} from './request-cases.ts'
import { RequestEvents } from './request-events.ts'
import type { Load, Loaded } from './request-load.ts'

// Requests per second of the product and of a bare node:http + pg server (for opens and clicks: Hono + pg), each in a separate process,
// loaded by another one. All cases alternate, round after round; the results are ratios of medians. The database is kept in
// node_modules/.cache, one for each number of subscribers, and the rows that a case writes are deleted after it. With several numbers, the same ratios
// are compared at the end. Before the first case, processes are warmed up: V8 compiles hot code, and the first case would be slower.
// node bench/requests.ts [--subscribers 10000,1000000] [--case one,create] [--connections 8,32] [--seconds 2] [--rounds 5] [--warm-up 4]
//   [--apps 400: how many are used alternately] [--cpu: where the product's CPU goes] [--memory 100000: the heap over this many requests]

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '10000,1000000' },
    case: { type: 'string' },
    connections: { type: 'string', default: '8,32' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    'warm-up': { type: 'string', default: '4' },
    apps: { type: 'string', default: String(APPS) },
    cpu: { type: 'boolean', default: false },
    memory: { type: 'string' },
  },
})
const numbers = (text: string) => text.split(',').map(Number)
const EVENTS_EACH = 20
/** More than one run of a case creates. */
const TAGGINGS = 400_000
const TOKENS = 10_000
const children: ChildProcess[] = []
let sent_requests = 0
/** By name of a ratio, then by number of subscribers. */
const reached = new Map<string, Map<number, number>>()
configureLog('silent')

try {
  for (const subscribers of numbers(values.subscribers)) await measureOn(subscribers)
  const lines = sizeLines(reached)
  if (lines.length > 0) console.log(['\nThe same ratios with other numbers of subscribers', ...lines].join('\n  '))
} finally {
  for (const child of children) child.kill()
}

async function measureOn(subscribers: number): Promise<void> {
  const embedded = await openEmbedded({ dir: path.resolve(`node_modules/.cache/envoi-bench-${subscribers}`) })
  await migrate(embedded.url)
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  try {
    const facts = await lookUp(client, embedded.url, subscribers)
    const product = await start('product-server.ts', [embedded.url])
    const bare = await start('bare-server.ts', [embedded.url, String(facts.account_id)])
    const hono = await start('bare-hono-server.ts', [embedded.url, String(facts.account_id), String(facts.mail_id)])
    const load = fork(path.join(import.meta.dirname, 'request-load.ts'))
    children.push(load)
    const events = new RequestEvents(client, { account_id: facts.account_id, product: product.child })
    const stage = { product, bare, hono, load, facts, events, postgres: await postmasterPid(client) }
    await cleanUp(client, facts)
    const cases = requestCases(facts)
    await warmUp([cases.one, cases.open], { ...stage, connections: 8 })
    await cleanUp(client, facts)
    const wanted = values.case?.split(',') ?? Object.keys(cases)
    for (const name of wanted) {
      const group = cases[name]
      if (!group) throw new Error(`No case ${name}. Cases: ${Object.keys(cases).join(', ')}`)
      for (const connections of numbers(values.connections)) {
        console.log(`\n${name}, ${subscribers} subscribers, ${connections} connections`)
        for (const { name: ratio_name, ratio } of await measure(group, { ...stage, connections })) {
          const whole_name = `${name}, ${connections} connections, ${ratio_name}`
          reached.set(whole_name, (reached.get(whole_name) ?? new Map()).set(subscribers, ratio))
        }
      }
      if (name === 'filter') await measureFilterStatement(embedded.url, facts, 20 * Number(values.rounds))
      await cleanUp(client, facts)
    }
    if (values.memory) await measureMemory(Number(values.memory), { ...stage, connections: 2 })
    await events.close()
    for (const { child } of [product, bare, hono]) child.kill()
    load.kill()
  } finally {
    await client.end()
    await embedded.close()
  }
}

interface Server {
  child: ChildProcess
  port: number
}

async function start(script: string, given: string[]): Promise<Server> {
  // Log lines are written and discarded.
  const child = fork(path.join(import.meta.dirname, script), given, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc'],
  })
  children.push(child)
  const [{ port }] = await once(child, 'message')
  return { child, port }
}

interface Stage extends Record<ServerName, Server> {
  /** The PostgreSQL process that started all others. */
  postgres: number
  load: ChildProcess
  facts: Facts
  events: RequestEvents
  connections: number
}

async function warmUp(groups: (Case | undefined)[], stage: Stage): Promise<void> {
  for (const group of groups) {
    for (const request of Object.values(group?.variants ?? {})) await send(request, stage, Number(values['warm-up']))
  }
}

async function measure(group: Case, stage: Stage): Promise<Reached[]> {
  const rates: Record<string, number[]> = {}
  const slow: Record<string, number[]> = {}
  const cpu: Record<string, number[]> = {}
  const cpu_of_database: Record<string, number[]> = {}
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [variant, request] of Object.entries(group.variants)) {
      await stage.events.use(request.events ?? 'none')
      const before = await cpuOf(stage[request.of])
      const before_of_database = cpuOfTree(stage.postgres)
      const { answered, per_second, p99_ms } = await send(request, stage)
      const used_cpu = (await cpuOf(stage[request.of])) - before
      const used_by_database = cpuOfTree(stage.postgres) - before_of_database
      // The first round warms caches and compilers.
      if (round === 0) continue
      rates[variant] = [...(rates[variant] ?? []), per_second]
      slow[variant] = [...(slow[variant] ?? []), p99_ms]
      cpu[variant] = [...(cpu[variant] ?? []), used_cpu / answered]
      cpu_of_database[variant] = [...(cpu_of_database[variant] ?? []), used_by_database / answered]
    }
  }
  const medians = Object.fromEntries(Object.entries(rates).map(([variant, all]) => [variant, median(all)]))
  for (const [variant, rate] of Object.entries(medians)) {
    const p99 = median(slow[variant] ?? []).toFixed(1)
    const used = median(cpu[variant] ?? []).toFixed(0)
    const used_by_database = median(cpu_of_database[variant] ?? []).toFixed(0)
    console.log(
      `  ${variant.padEnd(24)} ${rate.toFixed(0).padStart(6)} requests/s   99 % within ${p99} ms   CPU in microseconds: Node ${used}, PostgreSQL ${used_by_database}`,
    )
  }
  const found = ratios(group, medians)
  for (const one of found) console.log(`  ${ratioText(one)}`)
  if (values.cpu) await printCpu(group, stage)
  return found
}

async function send(
  request: Case['variants'][string],
  stage: Stage,
  seconds = Number(values.seconds),
): Promise<Loaded> {
  const { facts, load, connections } = stage
  const { method, path, body } = request
  const load_now: Load = {
    method,
    path,
    ...(body === undefined ? {} : { body }),
    port: stage[request.of].port,
    from: sent_requests,
    ids: { first: facts.first, count: facts.count },
    tags: facts.tags[request.of === 'product' ? 'product' : 'bare'],
    tokens: facts.tokens,
    apps: Number(values.apps),
    connections,
    seconds,
  }
  load.send(load_now)
  const [loaded] = (await once(load, 'message')) as [Loaded]
  sent_requests += loaded.answered + connections
  return loaded
}

/** Returns the CPU time of a server's process so far, in microseconds. Other processes of the machine affect it little. */
async function cpuOf({ child }: Server): Promise<number> {
  child.send('cpu')
  const [{ user, system }] = await once(child, 'message')
  return user + system
}

/** Prints the CPU time of the product's process per request, by part. */
async function printCpu(group: Case, stage: Stage): Promise<void> {
  const { child } = stage.product
  for (const [variant, request] of Object.entries(group.variants)) {
    if (request.of !== 'product') continue
    child.send('profile')
    await once(child, 'message')
    const { answered } = await send(request, stage)
    child.send('profiled')
    const [parts] = (await once(child, 'message')) as [CpuParts]
    const sorted = Object.entries(parts).toSorted(([, a], [, b]) => b - a)
    const each = sorted.map(([part, time]) => `${part} ${(time / answered).toFixed(0)}`)
    const sum = sorted.reduce((all, [, time]) => all + time, 0) / answered
    console.log(`  cpu of ${variant}, microseconds a request: ${sum.toFixed(0)} = ${each.join(', ')}`)
  }
}

/** Measures the product's heap after a warm-up, and after at least this many more requests for a page. */
async function measureMemory(requests: number, stage: Stage): Promise<void> {
  const page: Case['variants'][string] = {
    of: 'product',
    method: 'GET',
    path: '/v4/subscribers?per_page=20&include=tags',
  }
  const heapText = async () => {
    stage.product.child.send('memory')
    const [{ heap, rss }] = await once(stage.product.child, 'message')
    return `heap ${(heap / 2 ** 20).toFixed(0)} MB, process ${(rss / 2 ** 20).toFixed(0)} MB`
  }
  await send(page, stage)
  const before = await heapText()
  let answered = 0
  while (answered < requests) answered += (await send(page, stage)).answered
  console.log(`\nmemory before ${answered} requests: ${before}, after: ${await heapText()}`)
}

async function lookUp(client: pg.Client, url: string, subscribers: number): Promise<Facts> {
  const account = await client.query(`select id from account where name = 'Measured' limit 1`)
  const account_id: number =
    account.rows[0]?.id ?? (await loadListData(url, { subscribers, events: subscribers * EVENTS_EACH }))
  const { rows } = await client.query(
    `with tags as (
       insert into tag (account_id, name, name_folded)
       select $1, name || n, name || n from unnest('{product-,bare-}'::text[]) as name, generate_series(1, $2::int) n
       on conflict (account_id, name_folded) do update set name = excluded.name returning id, name
     )
     select (select min(id)::int from subscriber where account_id = $1) as first,
       (select id::int from subscriber where account_id = $1 and state = 'active' order by id offset $3::int / 2 limit 1) as middle,
       (select id::int from subscriber where account_id = $1 and state = 'active' order by id offset 500 limit 1) as last,
       (select json_agg(id order by id) from tags where name like 'product-%') as product,
       (select json_agg(id order by id) from tags where name like 'bare-%') as bare,
       (select min(id)::int from mail where account_id = $1) as mail_id,
       (select min(id) from tag where account_id = $1) + 2 as tag_id, f.id as field_id, f.slot
     from custom_field f where f.account_id = $1 and f.label = 'Field 3'`,
    [account_id, Math.max(1, Math.ceil(TAGGINGS / subscribers)), subscribers],
  )
  const { product, bare, first, middle, last, mail_id, ...filter } = rows[0]
  const signer = createCryptographer(SECRET_KEY)
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  return {
    account_id,
    first,
    count: subscribers,
    middle,
    last,
    tags: { product, bare },
    filter: { ...filter, opened: day(90), clicked: day(60) },
    mail_id,
    tokens: Array.from({ length: Math.min(subscribers, TOKENS) }, (_, n) =>
      signer.signToken('track', [account_id, mail_id, first + n]),
    ),
  }
}

/** Deletes created subscribers and taggings, and lets PostgreSQL reuse their space. */
async function cleanUp(client: pg.Client, { account_id, tags }: Facts): Promise<void> {
  const made = [...tags.product, ...tags.bare]
  const taggings = await client.query('delete from tagging where account_id = $1 and tag_id = any ($2::int[])', [
    account_id,
    made,
  ])
  const created_rows = await client.query(`delete from subscriber where account_id = $1 and email_address like $2`, [
    account_id,
    `%@${CREATED_DOMAIN}`,
  ])
  const hits = await client.query('delete from engagement_hit where account_id = $1', [account_id])
  if (hits.rowCount) await client.query('vacuum engagement_hit')
  if (taggings.rowCount || created_rows.rowCount)
    await client.query('vacuum analyze subscriber, subscriber_engagement, tagging')
}

function median(all: number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
