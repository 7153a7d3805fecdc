import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Ctx, systemCtx } from '../server/core/context.ts'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { setEnv } from '../server/env.ts'
import { listSubscribers } from '../server/modules/subscribers/list.ts'
import { SubscriberFilter } from '../server/modules/subscribers/schema.ts'
import { getSubscriber } from '../server/modules/subscribers/service.ts'
import { loadListData, TOKENS, tokenNumber } from './list-data.ts'
import { FILTER_BY_HAND, fiveConditions } from './list-filter.ts'
import type { Statements } from './list-server.ts'

// Lists, single reads, ranks and the filter over a socket, against a bare node:http + pg server that runs the same SQL (for the
// filter: the best SQL by hand). All cases take turns, round after round; what is printed are ratios of medians.
// node --expose-gc bench/lists.ts [--url postgres://... of a database that this has filled before] [--subscribers 1000000]
//   [--events 20000000] [--rounds 5] [--seconds 3] [--memory 100000]

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    subscribers: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '20000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    memory: { type: 'string', default: '100000' },
  },
})
const [rounds, seconds, memory_requests] = [values.rounds, values.seconds, values.memory].map(Number) as [
  number,
  number,
  number,
]
const LANES = 2
const agent = new http.Agent({ keepAlive: true, maxSockets: LANES })
let sent = 0
let tokens = 60

const embedded = values.url
  ? undefined
  : await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench-lists') })
const url = values.url ?? embedded?.url ?? ''
await migrate(url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks' })
const { pool } = openDatabase(url)
const account_id = await measuredAccount()
const ctx = systemCtx(account_id)
const servers: ChildProcess[] = []
try {
  const [product, bare] = await Promise.all([start('product'), start('bare')])
  const facts = await lookUp()
  bare.child.send({ statements: await statements(facts) })
  const cases = requests(product.port, bare.port, facts)
  const rates = await takeTurns(cases)
  print(rates)
  await measureMemory(product)
} finally {
  for (const child of servers) child.kill()
  await closeDatabase()
  await embedded?.close()
}

async function measuredAccount(): Promise<number> {
  const { rows } = await pool.query(`select id from account where name = 'Measured' limit 1`)
  if (rows[0]) return rows[0].id
  return loadListData(url, { subscribers: Number(values.subscribers), events: Number(values.events) })
}

async function start(kind: 'product' | 'bare'): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(path.join(import.meta.dirname, 'list-server.ts'), [kind, url], { execArgv: ['--expose-gc'] })
  servers.push(child)
  const [{ port }] = await once(child, 'message')
  return { child, port }
}

interface Facts {
  middle: number
  last: number
  filter: Parameters<typeof fiveConditions>[0]
  slot: string
}

async function lookUp(): Promise<Facts> {
  const row = await ctx.sql.one<{ middle: number; last: number; tag_id: number; field_id: number; slot: string }>(
    `select (select id from subscriber where account_id = $1 and state = 'active' order by id offset n.count / 2 limit 1) as middle,
       (select id from subscriber where account_id = $1 and state = 'active' order by id offset 500 limit 1) as last,
       (select min(id) from tag where account_id = $1) + 2 as tag_id, f.id as field_id, f.slot
     from (select count(*) from subscriber where account_id = $1 and state = 'active') n, custom_field f
     where f.account_id = $1 and f.label = 'Field 3'`,
  )
  if (!row) throw new Error('The account is not as bench/list-data.ts makes it')
  const date = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  return { ...row, filter: { ...row, opened: date(90), clicked: date(60) } }
}

/** The product's own statements, as it sends them. */
async function statements({ middle, filter, slot }: Facts): Promise<Statements> {
  const page = { per_page: 500, include_total_count: false }
  return {
    list: await captured((spy) => listSubscribers(spy, { ...SubscriberFilter.parse({}), ...page })),
    one: await captured((spy) => getSubscriber(spy, { id: middle })),
    filter: { text: FILTER_BY_HAND, values: [account_id, filter.opened, filter.clicked, filter.tag_id, slot] },
  }
}

async function captured(run: (ctx: Ctx) => Promise<unknown>): Promise<Statements[string]> {
  let seen: Statements[string] | undefined
  const one: Ctx['sql']['one'] = (text, given = []) => {
    seen = { text, values: [account_id, ...given] }
    return ctx.sql.one(text, given)
  }
  await run({ ...ctx, sql: { ...ctx.sql, one } })
  if (!seen) throw new Error('No statement was sent')
  return seen
}

interface Request {
  port: number
  path: string
  body?: string
}

function requests(product: number, bare: number, { middle, last, filter }: Facts): Record<string, Request> {
  const list = (query: string) => ({ port: product, path: `/v4/subscribers?per_page=500${query}` })
  const after = (id: number) =>
    `&after=${Buffer.from(JSON.stringify(['subscribers:id:d', String(id)])).toString('base64url')}`
  const body = JSON.stringify(fiveConditions(filter))
  return {
    'list, bare': { port: bare, path: '/list' },
    'list, first page': list(''),
    'list, middle page': list(after(middle)),
    'list, last page': list(after(last)),
    'list, slim': list('&slim=true'),
    'by open rate': list('&sort_field=engagement__open_rate'),
    'one, bare': { port: bare, path: '/one' },
    one: { port: product, path: `/v4/subscribers/${middle}` },
    'filter, by hand': { port: bare, path: '/filter' },
    filter: { port: product, path: '/v4/subscribers/filter?per_page=500', body },
  }
}

/** Requests per second of each case: the median over the rounds, in which all cases take turns. */
async function takeTurns(cases: Record<string, Request>): Promise<Record<string, number>> {
  const rates: Record<string, number[]> = {}
  for (let round = 0; round <= rounds; round++) {
    for (const [name, request] of Object.entries(cases)) {
      const rate = await load(request, { until: performance.now() + seconds * 1000 })
      // The first round warms caches and compilers.
      if (round > 0) rates[name] = [...(rates[name] ?? []), rate]
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, median(all)]))
}

/** Keeps `LANES` requests under way and gives how many were answered per second. */
async function load(
  request: Request,
  { until, most = Number.POSITIVE_INFINITY }: { until: number; most?: number },
): Promise<number> {
  const started = performance.now()
  let answered = 0
  const lane = async () => {
    do {
      await ask(request)
      answered += 1
    } while (performance.now() < until && answered < most)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return (answered * 1000) / (performance.now() - started)
}

/** A token may ask 600 times a minute, so that each request takes the next one; more than needed would measure signing in. */
function ask({ port, path, body }: Request): Promise<void> {
  const headers = { Authorization: `Bearer ${tokenNumber(sent++ % tokens)}`, 'Content-Type': 'application/json' }
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path, agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

function print(rates: Record<string, number>): void {
  for (const [name, rate] of Object.entries(rates))
    console.log(`${name.padEnd(20)} ${rate.toFixed(1).padStart(9)} requests/s`)
  const ratio = (name: string, of: string) => ((rates[name] ?? 0) / (rates[of] ?? 0)).toFixed(2)
  console.log(`\nlist to bare                     ${ratio('list, first page', 'list, bare')}  (wanted: at least 0.7)`)
  console.log(`first page to middle             ${ratio('list, first page', 'list, middle page')}  (within 1.3)`)
  console.log(`first page to last               ${ratio('list, first page', 'list, last page')}  (within 1.3)`)
  console.log(`slim to full                     ${ratio('list, slim', 'list, first page')}  (above 1)`)
  console.log(`list to rank by open rate        ${ratio('list, first page', 'by open rate')}  (at most 3)`)
  console.log(`one to bare                      ${ratio('one', 'one, bare')}  (at least 0.5)`)
  console.log(`filter's time to SQL by hand     ${ratio('filter, by hand', 'filter')}  (at most 1.5)`)
}

/** What the server's process holds after a warm-up, and after that many more requests for a page. */
async function measureMemory({ child, port }: { child: ChildProcess; port: number }): Promise<void> {
  const request = { port, path: '/v4/subscribers?per_page=20&include=tags' }
  tokens = TOKENS
  const endless = Number.POSITIVE_INFINITY
  await load(request, { until: endless, most: Math.ceil(memory_requests / 10) })
  const before = await held(child)
  await load(request, { until: endless, most: memory_requests })
  const after = await held(child)
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  console.log(
    `\nmemory over ${memory_requests} requests      heap ${megabytes(before.heap)} to ${megabytes(after.heap)}, process ${megabytes(before.rss)} to ${megabytes(after.rss)}`,
  )
}

async function held(child: ChildProcess): Promise<{ rss: number; heap: number }> {
  child.send('memory')
  const [message] = await once(child, 'message')
  return message
}

function median(all: number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
