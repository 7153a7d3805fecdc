import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { env } from '../../env.ts'
import type { AnyShape } from '../api.ts'
import { programOf } from '../update/other-version.ts'

const SCRIPT = path.join(import.meta.dirname, 'rest-child.ts')

/** An API server in a separate process, which a test may kill. */
export interface RestProcess {
  port: number
  /** Returns the response's status. */
  get: (path: string, headers: Record<string, string>) => Promise<number>
  /** Resolves to undefined if the connection breaks. */
  post: (path: string, body: unknown, headers: Record<string, string>) => Promise<RestProcessAnswer | undefined>
  /** Sends SIGTERM. Resolves with the exit code. */
  stop: () => Promise<number | null>
  /** Kills with -9. Resolves once PostgreSQL has also noticed. */
  kill: () => Promise<void>
}

export interface RestProcessAnswer {
  status: number
  body: AnyShape
  replayed: boolean
}

let started_count = 0

interface RestOptions {
  /** The process looks up a cached credential again only after a notification. */
  keeps_credentials?: boolean
  /** Migrates the database first, and provides the figures of /metrics. */
  as_product?: boolean
  /** The folder of another version (other-version.ts). */
  version?: string
  /** The port to listen on, instead of a free one. */
  port?: number
  /** Additional settings. */
  more?: Record<string, string>
}

export async function startRest(
  database_url: string,
  { version, more, ...options }: RestOptions = {},
): Promise<RestProcess> {
  const name = `rest-child-${process.pid}-${++started_count}`
  const url = new URL(database_url)
  url.searchParams.set('application_name', name)
  const { DATA_DIR, SECRET_KEY } = env()
  const settings = { NODE_ENV: 'test', DATABASE_URL: url.href, DATA_DIR, SECRET_KEY, ...more }
  const program = version === undefined ? [SCRIPT] : programOf(version, 'server/testing/processes/rest-child.ts')
  const child = spawn(process.execPath, [...program, JSON.stringify({ settings, ...options })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const port = await Promise.race([once(child.stdout, 'data'), exit.then(refuseEnd)])
  const address = `http://127.0.0.1:${Number(port)}`
  return {
    port: Number(port),
    async get(path, headers) {
      const answer = await fetch(`${address}${path}`, { headers })
      await answer.arrayBuffer()
      return answer.status
    },
    async post(path, body, headers) {
      const answer = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }).catch(() => undefined)
      const json = await answer?.json().catch(() => undefined)
      if (!answer || json === undefined) return undefined
      return { status: answer.status, body: json, replayed: answer.headers.has('idempotency-replayed') }
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exit
      return code
    },
    kill: () => kill(child, database_url, name),
  }
}

function refuseEnd(code: unknown): never {
  throw new Error(`The process ended with code ${String(code)} before it answered`)
}

async function kill(child: ChildProcess, database_url: string, name: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  for (;;) {
    // PostgreSQL notices the kill when it next reads from the connection, which a backend waiting for a lock does not do.
    const { rowCount } = await client.query(
      `select case when wait_event_type = 'Lock' then pg_terminate_backend(pid) end from pg_stat_activity
       where application_name = $1`,
      [name],
    )
    if (rowCount === 0) break
  }
  await client.end()
}
