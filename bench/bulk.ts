/**
 * Measures how fast POST /v4/bulk/subscribers processes 10,000 subscribers, from the first byte of the request to the last of the callback,
 * against a bare COPY of the same subscribers into the same indexed table.
 *
 *   node bench/bulk.ts [subscribers, default 10000] [rounds, default 7]
 *
 * Rounds of both alternate; the median counts. One process is client, product, jobs and receiver; each round has its own account.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serve } from '@hono/node-server'
import { from as copyFrom } from 'pg-copy-streams'
import { systemCtx } from '../server/core/context.ts'
import { configureLog, rootLogger } from '../server/core/log.ts'
import { configureOutbound } from '../server/core/outbound.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { jobs as definitions } from '../server/jobs/registry.ts'
import { startJobs } from '../server/jobs/start.ts'
import { restApp } from '../server/rest/app.ts'
import { testAccount } from '../server/testing/account.ts'
import { makeDatabase } from '../server/testing/database/database.ts'

const [count = 10_000, rounds = 7] = process.argv.slice(2).map(Number)

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const database = await makeDatabase(server.url)
configureLog('warn')
setEnv({ NODE_ENV: 'test', DATABASE_URL: database.url, SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks' })
const { pool } = openDatabase(database.url)
await configureOutbound({ allow_networks: ['127.0.0.0/8'], allow_ports: 'any' })
const jobs = await startJobs({ pool, definitions, systemCtx, settings: {}, work: true, log: rootLogger() })

let onCallback: (body: string) => void = () => {}
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  onCallback(Buffer.concat(chunks).toString())
  response.end()
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const callback_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`
const { fetch: answer } = restApp({ base_url: 'http://localhost', metrics_token: undefined })
let api: ReturnType<typeof serve> | undefined
const port = await new Promise<number>((resolve) => {
  api = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port))
})

try {
  const [copies, bulks, accept_times]: number[][] = [[], [], []]
  for (let round = 0; round <= rounds; round++) {
    const [copy, bulk] = [await copyRows(), await bulkRows()]
    // The first round is for warming up.
    if (round === 0) continue
    copies?.push(copy)
    bulks?.push(bulk.done_ms)
    accept_times?.push(bulk.accepted_ms)
  }
  const [copy_ms, bulk_ms, accepted_ms] = [copies, bulks, accept_times].map((times) => Math.round(median(times ?? [])))
  console.log(
    JSON.stringify({
      subscribers: count,
      rounds,
      copy_ms,
      accepted_ms,
      bulk_ms,
      ratio: Number(((copy_ms ?? 0) / (bulk_ms ?? 1)).toFixed(2)),
    }),
  )
} finally {
  await jobs.stop(1_000)
  api?.close()
  receiver.close()
  await configureOutbound()
  await closeDatabase()
  await database.drop()
  await server.close()
}

async function copyRows(): Promise<number> {
  const { account_id } = await testAccount()
  const lines = Array.from({ length: count }, (_, i) => `${account_id},${address(i)},${name(i)}\n`)
  const client = await pool.connect()
  const started = performance.now()
  const target = client.query(
    copyFrom('copy subscriber (account_id, email_address, first_name) from stdin (format csv)'),
  )
  await pipeline(Readable.from([lines.join('')]), target)
  const took = performance.now() - started
  client.release()
  return took
}

async function bulkRows(): Promise<{ accepted_ms: number; done_ms: number }> {
  const { token } = await testAccount()
  const subscribers = Array.from({ length: count }, (_, i) => ({ first_name: name(i), email_address: address(i) }))
  const body = JSON.stringify({ subscribers, callback_url })
  const called = new Promise<string>((resolve) => {
    onCallback = resolve
  })
  const started_at = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/v4/bulk/subscribers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
  })
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
  const accepted_ms = performance.now() - started_at
  const text = await called
  const done_ms = performance.now() - started_at
  const counted = JSON.parse(text).subscribers.length
  if (counted !== count) throw new Error(`${counted} of ${count} subscribers were answered`)
  return { accepted_ms, done_ms }
}

function address(i: number): string {
  return `subscriber.${i}@mail${i % 97}.example`
}

function name(i: number): string {
  return `Name${i % 1000}`
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
}
