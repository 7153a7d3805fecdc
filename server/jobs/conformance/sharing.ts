// Two workers share jobs of an Inngest server, 10,000 if no number is given, and one is killed with -9:
// npm run engine-conformance -- --workers 2000
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Inngest } from 'inngest'
import pg from 'pg'
import { openEmbedded } from '../../db/embedded/embedded.ts'

const CHUNK = 100
/** Maximum number of waiting jobs: a dev server keeps everything in memory and slows down under thousands of new events. */
const WAITING = 300
/** Inngest reassigns a dead worker's calls when their leases of two minutes expire. */
const PATIENCE_MS = 30 * 60_000
const CHILD = path.join(import.meta.dirname, 'sharing-child.ts')

const [server = '', jobs = '10000'] = process.argv.slice(2)
const JOBS = Math.ceil(Number(jobs) / CHUNK) * CHUNK
const KILL_AT = Math.round(JOBS * 0.3)
const app = `sharing-${Date.now().toString(36)}`
const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-sharing-'))
const postgres = await openEmbedded({ dir, throwaway: true })
const pool = new pg.Pool({ connectionString: postgres.url, max: 5 })
pool.on('error', () => undefined)
const workers: ChildProcess[] = []

try {
  await pool.query(`create table call (n int, pid int, at timestamptz default clock_timestamp());
    create table effect (n int primary key, pid int, at timestamptz default clock_timestamp());
    create table failed (run_id text primary key)`)
  const [survivor, victim] = [await startWorker(), await startWorker()]
  const start_time = Date.now()
  const sending = sendJobs()
  await until(async () => (await count('effect')) >= KILL_AT, `${KILL_AT} jobs to be done`)
  const open = 'call c where pid = $1 and not exists (select from effect e where e.n = c.n)'
  await until(async () => (await count(open, [victim.pid])) > 0, 'the victim to be inside a job')
  victim.kill('SIGKILL')
  const killed_at = new Date()
  await once(victim, 'exit')
  say(`${seconds(start_time)} s: worker ${victim.pid} was killed with -9 after ${await count('effect')} jobs`)
  await sending
  await until(async () => (await count('effect')) >= JOBS, 'every job to be done')
  say(`${seconds(start_time)} s: every job is done`)
  await report({ survivor, victim, killed_at })
} finally {
  for (const worker of workers) worker.kill('SIGTERM')
  await Promise.all(
    workers
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((worker) => once(worker, 'exit')),
  )
  await removeApp()
  await pool.end()
  await postgres.close()
  rmSync(dir, { recursive: true, force: true })
}

async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [CHILD, server, app, postgres.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  workers.push(worker)
  await once(worker.stdout, 'data', { signal: AbortSignal.timeout(60_000) })
  return worker
}

async function sendJobs(): Promise<void> {
  const client = new Inngest({ id: `${app}-sender`, isDev: true, baseUrl: server, aiMetadata: false })
  for (let sent = 0; sent < JOBS; sent += CHUNK) {
    await until(async () => (await count('effect')) >= sent - WAITING, 'the workers to keep up')
    const events = Array.from({ length: CHUNK }, (_, i) => ({ name: `${app}/work`, data: { n: sent + i + 1 } }))
    await client.send(events)
  }
}

async function report({
  survivor,
  victim,
  killed_at,
}: {
  survivor: ChildProcess
  victim: ChildProcess
  killed_at: Date
}) {
  const { rows } = await pool.query<{ taken_over: number; first_s: number | null; last_s: number | null }>(
    `select count(*)::int as taken_over, extract(epoch from min(e.at) - $2)::float8 as first_s, extract(epoch from max(e.at) - $2)::float8 as last_s
     from effect e where e.pid <> $1 and e.n in (select n from call where pid = $1)`,
    [victim.pid, killed_at],
  )
  const effectsBy = async (pid: number | undefined) => count('effect where pid = $1', [pid])
  const again = await count('(select from call group by n having count(*) > 1) as again')
  const lost = JOBS - (await count('effect where n between 1 and $1', [JOBS]))
  const failed_count = await count('failed')
  const [takeover] = rows
  // The primary key rejects a second effect.
  say(`jobs lost: ${lost}; runs that failed: ${failed_count}; calls that were cut off and made again: ${again}`)
  const minute = await count(`effect where pid = $1 and at between $2 and $2 + interval '1 minute'`, [
    survivor.pid,
    killed_at,
  ])
  say(`done by the survivor in the minute after the death: ${minute}`)
  say(`done by the survivor: ${await effectsBy(survivor.pid)}, by the killed worker: ${await effectsBy(victim.pid)}`)
  say(
    takeover?.taken_over
      ? `calls of the killed worker that the survivor took over: ${takeover.taken_over}, ${takeover.first_s?.toFixed(0)} to ${takeover.last_s?.toFixed(0)} s after its death`
      : 'the killed worker left no call behind',
  )
  if (lost > 0 || failed_count > 0) process.exitCode = 1
}

async function removeApp(): Promise<void> {
  const query = 'mutation ($name: String!) { deleteAppByName(name: $name) }'
  const body = JSON.stringify({ query, variables: { name: app } })
  await fetch(new URL('/v0/gql', server), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

async function count(from: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${from}`, values)
  return rows[0]?.count ?? 0
}

async function until(probe: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !(await probe()); await sleep(250)) {
    if (Date.now() > deadline) throw new Error(`Waited ${PATIENCE_MS / 60_000} minutes in vain for ${what}`)
  }
}

function seconds(began: number): string {
  return ((Date.now() - began) / 1_000).toFixed(0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
