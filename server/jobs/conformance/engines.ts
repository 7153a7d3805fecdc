import { type Inngest, Inngest as InngestClient } from 'inngest'
import pg from 'pg'
import { Engine } from '../engine/engine.ts'
import { interceptFetch } from '../engine/run/intercept.ts'
import { Connection } from '../inngest/connection.ts'
import { SINGLETON_KEPT_MS } from '../start.ts'
import { silent } from '../testing/harness.ts'
import type { ConformanceEngine } from './stage.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
/** Larger than all cases together need, so no case waits for another. */
const CONCURRENCY = 60

export function embeddedEngine({ url, app }: { url: string; app: string }): ConformanceEngine {
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  pool.on('error', () => undefined)
  let engine: Engine
  const inngest: Inngest<{ id: string }> = new InngestClient({
    id: app,
    isDev: true,
    baseUrl: 'http://embedded.invalid',
    fetch: interceptFetch({ send: (events) => engine.send(events), checkpoint: (body) => engine.checkpoint(body) }),
    logger: quiet,
    aiMetadata: false,
  })
  return {
    name: 'embedded engine',
    inngest,
    singleton_kept_ms: 0,
    concurrency: 100,
    patience_ms: 60_000,
    quiet_ms: 250,
    start: async (functions) => {
      const tuning = { concurrency: CONCURRENCY, backoff: () => 20, poll_ms: 100 }
      engine = await Engine.start({ pool, client: inngest, functions, work: true, log: silent, ...tuning })
    },
    send: (events) => engine.send(events),
    hurryCron: async (function_id) => {
      await pool.query(
        `update pgboss.job set start_after = now() where data ->> 'kind' = 'cron' and data ->> 'function_id' = $1`,
        [function_id],
      )
      engine.wake()
    },
    stop: async () => {
      await engine.stop(1_000)
      await pool.end()
    },
  }
}

/** A real Inngest server whose worker is this process, connected like `npm run worker`. */
export function inngestServer({ base_url, app }: { base_url: string; app: string }): ConformanceEngine {
  const inngest: Inngest<{ id: string }> = new InngestClient({
    id: app,
    isDev: true,
    baseUrl: base_url,
    logger: quiet,
    internalLogger: quiet,
    aiMetadata: false,
  })
  let connection: Connection
  return {
    name: `Inngest server at ${base_url}`,
    inngest,
    singleton_kept_ms: SINGLETON_KEPT_MS,
    concurrency: 10,
    patience_ms: 150_000,
    quiet_ms: 1_500,
    start: async (functions) => {
      connection = new Connection({ client: inngest, functions, limit: CONCURRENCY, log: silent })
      connection.open()
      const begun = Date.now()
      while (!connection.connected) {
        if (Date.now() - begun > 20_000) throw new Error(`The Inngest server at ${base_url} accepts no worker`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    send: (events) => inngest.send(events as never),
    hurryCron: async () => undefined,
    stop: async () => {
      await connection.close(2_000)
      await removeApp({ base_url, app })
    },
  }
}

/** Deletes the app, whose crons would otherwise keep firing for a worker that no longer exists. */
export async function removeApp({ base_url, app }: { base_url: string; app: string }): Promise<void> {
  const query = 'mutation ($name: String!) { deleteAppByName(name: $name) }'
  const body = JSON.stringify({ query, variables: { name: app } })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(new URL('/v0/gql', base_url), { method: 'POST', headers, body })
  const { errors } = (await response.json()) as { errors?: unknown }
  if (errors) throw new Error(`The Inngest server did not remove the app ${app}: ${JSON.stringify(errors)}`)
}
