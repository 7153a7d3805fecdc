import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { configureLog } from '../server/core/log.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { cpuOfTree, postmasterPid } from './process-cpu.ts'
import type { Load, Loaded } from './request-load.ts'

// Measures how close a page of 500 subscribers with 50 fields can get to a page without fields: a server with parts of the work removed
// (page-floor-server.ts), and the product. Needs the database created by bench/requests.ts. Alternating rounds, medians, and processor time of
// each process.
// node bench/page-floor.ts [--subscribers 10000] [--connections 8] [--seconds 2] [--rounds 5]

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
})
/** Name, path, and the slim page for comparison. `/v4` is the product. */
const CASES = [
  ['ready-made slim answer', '/ready-slim', undefined],
  ['ready-made full answer', '/ready-full', '/ready-slim'],
  ['slim page', '/slim', undefined],
  ['slim page, full answer ready', '/slim-and-ready', '/slim'],
  ['constant instead of fields', '/constant', '/slim'],
  ['fields as they are stored', '/fields', '/slim'],
  ['fields, all rows in one value', '/joined', '/slim'],
  ['fields completed', '/completed', '/slim'],
  ['product, slim', '/v4/subscribers?per_page=500&slim=true', undefined],
  ['product, full', '/v4/subscribers?per_page=500', '/v4/subscribers?per_page=500&slim=true'],
] as const
configureLog('silent')
const embedded = await openEmbedded({
  dir: path.resolve(`node_modules/.cache/envoi-bench-${Number(values.subscribers)}`),
})
const pool = new pg.Pool({ connectionString: embedded.url })
const account = await pool.query(`select id from account where name = 'Measured' limit 1`)
const postgres = await postmasterPid(pool)
const bare = await start('page-floor-server.ts', [embedded.url, String(account.rows[0].id)])
const product = await start('product-server.ts', [embedded.url])
const load = fork(path.join(import.meta.dirname, 'request-load.ts'))

/** Requests per second, then milliseconds of processor time per request of Node, PostgreSQL and the load. */
type Measured = [number, number, number, number]
const measurements = new Map<string, Measured[]>(CASES.map(([, address]) => [address, []]))
// The first round warms caches and compilers.
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const [, address] of CASES) {
    const found = await measure(address)
    if (round > 0) measurements.get(address)?.push(found)
  }
}
for (const [name, address, to] of CASES) {
  const [rate, node, database, client] = medians(address)
  const ratio = to ? `   ${(rate / medians(to)[0]).toFixed(2)} of slim` : ''
  const cpu = [node, database, client, node + database + client].map((part) => part.toFixed(2))
  console.log(
    `${name.padEnd(30)} ${rate.toFixed(0).padStart(5)} pages/s   CPU ms: Node ${cpu[0]}, PostgreSQL ${cpu[1]}, load ${cpu[2]}, all ${cpu[3]}${ratio}`,
  )
}
for (const child of [bare.child, product.child, load]) child.kill()
await pool.end()
await embedded.close()

async function start(script: string, given: string[]): Promise<{ child: ChildProcess; port: number }> {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = fork(path.join(import.meta.dirname, script), given, { stdio: [...stdio], execArgv: ['--expose-gc'] })
  const [{ port }] = await once(child, 'message')
  return { child, port }
}

async function measure(address: string): Promise<Measured> {
  const { child, port } = address.startsWith('/v4') ? product : bare
  const cpu = async () => {
    child.send('cpu')
    const [{ user, system }] = await once(child, 'message')
    return [user + system, cpuOfTree(postgres), cpuOfTree(load.pid ?? 0)] as const
  }
  const earlier_cpu = await cpu()
  const { connections, seconds } = { connections: Number(values.connections), seconds: Number(values.seconds) }
  const nothing = { from: 0, ids: { first: 1, count: 1 }, tags: [], tokens: [], apps: 400 }
  load.send({ port, method: 'GET', path: address, connections, seconds, ...nothing } satisfies Load)
  const [{ per_second, answered }] = (await once(load, 'message')) as [Loaded]
  const after = await cpu()
  const each = (part: 0 | 1 | 2) => (after[part] - earlier_cpu[part]) / answered / 1000
  return [per_second, each(0), each(1), each(2)]
}

function medians(address: string): Measured {
  const all = measurements.get(address) ?? []
  const median = (of: 0 | 1 | 2 | 3) => all.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return [median(0), median(1), median(2), median(3)]
}
