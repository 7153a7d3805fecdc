/**
 * Measures how fast webhooks are delivered and the cost of an event for a write, each against its yardstick in the same run.
 *
 *   node bench/webhooks.ts [--events 100000] [--endpoints 1000] [--only throughput,isolation,writes]
 *
 * 1. Events to one fast endpoint, from the outbox to the receiver, against a bare loop that signs and posts the same bodies.
 * 2. The delay at healthy endpoints while a tenth of all hang until the timeout, against a run without them.
 * 3. The cost of a write while one endpoint subscribes, and while none does, against the same write without its event.
 */
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { type Ctx, systemCtx } from '../server/core/context.ts'
import { sampleOf } from '../server/core/events/events.ts'
import { configureLog } from '../server/core/log.ts'
import { configureOutbound } from '../server/core/outbound.ts'
import { write } from '../server/core/write/write.ts'
import { closeDatabase, openDatabase, unscoped } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { tagSubscriber, untagSubscriber } from '../server/modules/tags/one-statement.ts'
import { createTag } from '../server/modules/tags/service.ts'
import { Dispatcher } from '../server/modules/webhooks/delivery/dispatcher.ts'
import { bodyOf } from '../server/modules/webhooks/delivery/payload.ts'
import { makeSecret, sealSecret } from '../server/modules/webhooks/endpoints/secrets.ts'
import { makeDatabase } from '../server/testing/database/database.ts'

interface Arrival {
  path: string
  events: number
  at: number
}

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    endpoints: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'throughput,isolation,writes' },
  },
})
const [EVENTS, ENDPOINTS] = [Number(values.events), Number(values.endpoints)]
const TYPE = 'subscriber.tag_added'
const ROUNDS = 5
/** Many short rounds, so other load on the machine affects all three alike. */
const WRITE_ROUNDS = 103
const WRITES = 20

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const database = await makeDatabase(server.url)
setEnv({ NODE_ENV: 'test', DATABASE_URL: database.url, SECRET_KEY: 'only-for-measuring-only-for-measuring' })
const log = configureLog('silent')
const { pool } = openDatabase(database.url)
await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
const sink = await openSink()
try {
  const parts = values.only.split(',')
  if (parts.includes('throughput')) console.log(JSON.stringify({ events: EVENTS, ...(await throughput()) }))
  if (parts.includes('isolation')) console.log(JSON.stringify({ endpoints: ENDPOINTS, ...(await isolation()) }))
  if (parts.includes('writes')) console.log(JSON.stringify(await telling()))
} finally {
  sink.close()
  await closeDatabase()
  await database.drop()
  await server.close()
}

async function throughput() {
  const account_id = await newAccount([{ url: `${sink.url}/ok`, events: [TYPE] }])
  const first = await posted()
  await emit(account_id, EVENTS)
  const dispatcher = new Dispatcher({ log })
  const started = performance.now()
  dispatcher.start()
  await arrived((all) => sum(all) >= EVENTS)
  const delivered = perSecond(EVENTS, started)
  await dispatcher.stop(5_000)
  const second = await posted()
  const bare = (first + second) / 2
  const ratio = Number((delivered / bare).toFixed(2))
  return { delivered_per_second: Math.round(delivered), bare_per_second: Math.round(bare), ratio }
}

/** The baseline: the same bodies, signed and posted one by one on one connection. */
async function posted(): Promise<number> {
  const secret = makeSecret()
  const data = JSON.stringify(sampleOf(TYPE, new Date()))
  const event = `{"id":"0f4b6a52-6a3e-4a55-9f0f-2b8f4a7a9d11","type":"${TYPE}","created":"2026-03-01T00:00:00Z","data":${data}}`
  const body = bodyOf(88121, Array.from({ length: 100 }, () => event).join(','))
  const client = new Pool(sink.url, { connections: 1 })
  const started_at = performance.now()
  for (let n = 0; n < EVENTS / 100; n++) {
    const t = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-service-signature': `t=${t},v1=${signature}` }
    const answer = await client.request({ method: 'POST', path: '/bare', headers, body })
    await answer.body.dump()
  }
  const rate = perSecond(EVENTS, started_at)
  await client.close()
  await sink.arrivals()
  return rate
}

async function isolation() {
  const healthy = ENDPOINTS * 0.9
  const without = await delays(healthy, 0)
  const with_hanging = await delays(healthy, ENDPOINTS - healthy)
  return {
    p99_ms_without: without,
    p99_ms_with_a_tenth_hanging: with_hanging,
    ratio: Number((with_hanging / without).toFixed(2)),
  }
}

/** Sends every endpoint an event every two seconds, five times. Returns the 99th percentile of the delay at endpoints that answer. */
async function delays(healthy: number, hanging: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into account (name) select 'Bench' from generate_series(1, $1::int) returning id`,
    [healthy + hanging],
  )
  const accounts = rows.map(({ id }, place) => ({ id, url: `${sink.url}${place < healthy ? '/ok' : '/hang'}/${id}` }))
  await pool.query(
    `insert into webhook_endpoint (account_id, name, url, events, secret)
     select a.id, 'sink', a.url, array[$2], $3 from json_to_recordset($1::json) as a(id int, url text)`,
    [JSON.stringify(accounts), TYPE, sealSecret(makeSecret())],
  )
  const dispatcher = new Dispatcher({ log })
  dispatcher.start()
  const told: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const next = pause(2_000)
    // At the same moment for all, which is the hardest case.
    await pool.query(
      `with written as (
         insert into webhook_event (account_id, type, data, kept_until)
         select unnest($1::int[]), $2, $3::json, now() + interval '33 days' returning account_id, id, type
       )
       insert into webhook_outbox (account_id, type, event_ids, sizes, leaves_at)
       select account_id, type, array[id], array[500], now() from written`,
      [accounts.map(({ id }) => id), TYPE, JSON.stringify(sampleOf(TYPE, new Date()))],
    )
    told.push(Date.now())
    dispatcher.wake()
    await next
  }
  const came = await arrived((all) => all.filter(isHealthy).length >= healthy * ROUNDS)
  await pool.query('delete from webhook_endpoint')
  await dispatcher.stop(0)
  await pool.query('truncate webhook_outbox, webhook_queue')
  const turns = new Map<string, number>()
  const waits = came.filter(isHealthy).map(({ path: place, at }) => {
    const turn = turns.get(place) ?? 0
    turns.set(place, turn + 1)
    return Math.max(0, at - (told[turn] ?? at))
  })
  return waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0
}

/** Measures a write: a subscriber is tagged and untagged by the services of /v4. `left_out`: without events, in the same account. */
async function telling() {
  const writers: Record<string, () => Promise<unknown>> = {}
  const names = ['left_out', 'no_one', 'one'] as const
  for (const name of names) {
    const account_id = await newAccount(
      name === 'one' ? [{ url: `${sink.url}/ok`, events: [TYPE, 'subscriber.tag_removed'] }] : [],
    )
    const ctx = name === 'left_out' ? withoutEvents(systemCtx(account_id)) : systemCtx(account_id)
    const { value: tag } = await createTag(ctx, { name: 'Beta' })
    const { rows } = await pool.query<{ id: string }>(
      `insert into subscriber (account_id, email_address) values ($1, 'a@example.net') returning id`,
      [account_id],
    )
    const pair = { tag_id: tag.id, id: Number(rows[0]?.id) }
    writers[name] = async () => {
      await tagSubscriber(ctx, pair)
      await untagSubscriber(ctx, pair)
    }
  }
  const times: Record<string, number[]> = { left_out: [], no_one: [], one: [] }
  for (let round = 0; round < WRITE_ROUNDS; round++) {
    for (const name of round % 2 ? names : [...names].reverse()) {
      const started = performance.now()
      for (let n = 0; n < WRITES; n++) await writers[name]?.()
      if (round > 2) times[name]?.push(performance.now() - started)
    }
  }
  const middle = (name: string) =>
    [...(times[name] ?? [])].sort((a, b) => a - b)[Math.floor((WRITE_ROUNDS - 3) / 2)] ?? 0
  const percent = (name: string) => Number((100 * (middle(name) / middle('left_out') - 1)).toFixed(1))
  return {
    write_ms: Number((middle('left_out') / WRITES / 2).toFixed(2)),
    percent_without_subscriber: percent('no_one'),
    percent_when_one_listens: percent('one'),
  }
}

/** Neither reads subscriptions nor writes events. */
function withoutEvents(ctx: Ctx): Ctx {
  const plain = (text: string) =>
    text.replace(
      /case when (?!.*case when).*write_public_event.*(\$\d+)::timestamptz.*as emitted/s,
      'num_nulls($1::timestamptz) as emitted',
    )
  return { ...ctx, sql: { ...ctx.sql, one: (text, values) => ctx.sql.one(plain(text), values) } }
}

async function emit(account_id: number, events: number): Promise<void> {
  const data = sampleOf(TYPE, new Date())
  for (let left = events; left > 0; left -= 5_000)
    await write(systemCtx(account_id), async (tx) => {
      for (let n = 0; n < Math.min(left, 5_000); n++) tx.emit(TYPE, data as never)
    })
}

async function newAccount(endpoints: { url: string; events: string[] }[]): Promise<number> {
  const { id } = await unscoped().account.create({ data: { name: 'Bench' } })
  for (const endpoint of endpoints)
    await unscoped().webhookEndpoint.create({
      data: { account_id: id, name: 'sink', secret: sealSecret(makeSecret()), ...endpoint },
    })
  return id
}

/** Waits until enough has arrived, and returns it. */
async function arrived(enough: (all: Arrival[]) => boolean): Promise<Arrival[]> {
  const arrivals: Arrival[] = []
  const end = performance.now() + 120_000
  while (!enough(arrivals)) {
    if (performance.now() > end) throw new Error(`Only ${arrivals.length} deliveries came`)
    await pause(20)
    arrivals.push(...(await sink.arrivals()))
  }
  return arrivals
}

async function openSink() {
  const child = fork(path.join(import.meta.dirname, 'webhook-sink.ts'))
  const answer = <Told>() => new Promise<Told>((resolve) => child.once('message', (told) => resolve(told as Told)))
  const { port } = await answer<{ port: number }>()
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals: async () => {
      child.send('what came?')
      return (await answer<{ arrivals: Arrival[] }>()).arrivals
    },
    close: () => child.kill(),
  }
}

function isHealthy({ path: place }: Arrival): boolean {
  return place.startsWith('/ok/')
}

function sum(all: readonly Arrival[]): number {
  return all.reduce((total, { events }) => total + events, 0)
}

function perSecond(done: number, started: number): number {
  return (done / (performance.now() - started)) * 1000
}
