import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { systemCtx } from './core/context.ts'
import { makeLog, rootLogger } from './core/log.ts'
import { closeDatabase, database, openDatabase } from './db/client.ts'
import { playAutomation } from './jobs/conformance/automation-case.ts'
import { removeApp } from './jobs/conformance/engines.ts'
import { jobs as definitions, findWork } from './jobs/registry.ts'
import { type Jobs, startJobs } from './jobs/start.ts'
import { divideConnections } from './lib/concurrency/connections.ts'
import { requeueStalledBroadcasts } from './modules/broadcasts/sending/sending.ts'
import { createBroadcast } from './modules/broadcasts/service.ts'
import { requestExport } from './modules/exports/service.ts'
import { restApp } from './rest/app.ts'
import { testAccount } from './testing/account.ts'
import { makeDatabase, type TestDatabase } from './testing/database/database.ts'
import { addSubscribers, sendToSink } from './testing/modules/sending.ts'
import { makeSequence } from './testing/modules/sequences.ts'
import { TEST_POOL, PATIENCE as USUAL } from './testing/patience.ts'
import { runs } from './testing/runner/deep.ts'
import { startWebhooks, type Webhooks } from './webhooks.ts'

const DATABASE_POOL = 5
const ACCOUNTS = runs(4, 2)
/** Number of emails of each kind. */
const EMAILS = 3 * ACCOUNTS
/** Set by `npm run engine-conformance`: the jobs run on that server. */
const inngest = inject('inngest_server')
const PATIENCE = { timeout: inngest ? 500_000 : USUAL.timeout, interval: 250 }

let test_database: TestDatabase
let jobs: Jobs
let webhooks: Webhooks
let server: Server
let base = ''
/** Separate from the process's connections. */
let observer: pg.Client

// Works like `npm start` with DATABASE_POOL=5, in this process.
beforeAll(async () => {
  test_database = await makeDatabase(inject('server_url'))
  await closeDatabase()
  const connections = divideConnections(DATABASE_POOL)
  openDatabase(test_database.url, { ...connections, max: connections.main })
  const { pool, session } = database()
  const log: string[] = []
  jobs = await startJobs({
    pool,
    session,
    concurrency: connections.jobs,
    definitions,
    findWork,
    systemCtx,
    settings: inngest ? { INNGEST_DEV: inngest } : {},
    work: true,
    log: makeLog('info', { write: (line) => void log.push(line) }),
  })
  // Inngest drops events for which no worker has registered a job.
  if (inngest) await vi.waitUntil(() => log.some((line) => line.includes('connected to Inngest')), PATIENCE)
  webhooks = await startWebhooks({ work: true, log: rootLogger() })
  server = createServer(
    getRequestListener(
      restApp({ base_url: 'http://envoi.test', metrics_token: undefined, ready_ms: PATIENCE.timeout }).fetch,
    ),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  observer = new pg.Client({ connectionString: test_database.url })
  await observer.connect()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await observer.end()
  await Promise.all([jobs.stop(1_000), webhooks.stop(1_000)])
  if (inngest) await removeApp({ base_url: inngest, app: 'envoi' })
  await closeDatabase()
  openDatabase(inject('database_url'), TEST_POOL)
  await test_database.drop()
})

const count = async (of: string) => {
  const { rows } = await observer.query<{ count: number }>(`select count(*)::int as count from ${of}`)
  return rows[0]?.count ?? 0
}

const in_an_hour = new Date(Date.now() + 3_600_000)

/** Creates an account with three scheduled broadcasts, three sequences with a due subscriber, and an export. */
async function busyAccount() {
  const account = await testAccount()
  await addSubscribers(account, 1)
  for (const subject of ['one', 'two', 'three']) {
    await createBroadcast(account.ctx, { subject, content: '<p>x</p>', send_at: in_an_hour })
    const sequence = await makeSequence(account, { name: subject })
    await sequence.email({ delay_value: 0, subject: `sequence ${subject}` })
    await sequence.call('POST /subscribers', { email_address: 'subscriber1@example.net' })
  }
  await requestExport(account.ctx, { kind: 'subscribers', selection: { status: 'all' } })
  return account
}

test(`${EMAILS} broadcasts due at the same time, ${EMAILS} sequences and ${ACCOUNTS} exports finish with ${DATABASE_POOL} connections, and /readyz answers throughout`, async () => {
  let openGate = () => {}
  const gate = new Promise<undefined>((resolve) => (openGate = () => resolve(undefined)))
  let handing_over = 0
  const sink = await sendToSink({
    onMessage: () => {
      handing_over++
      return gate
    },
  })
  onTestFinished(openGate)
  const [account] = await Promise.all(Array.from({ length: ACCOUNTS }, busyAccount))
  if (!account) throw new Error('No account was made')
  await observer.query('update broadcast set send_at = now()')
  await requeueStalledBroadcasts({ now: new Date() })
  let max_connections = 0
  const until = (isReached: () => Promise<boolean>) =>
    vi.waitUntil(async () => {
      const ready = await fetch(`${base}/readyz`)
      expect(ready.status).toBe(200)
      const held = await count(`pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`)
      max_connections = Math.max(max_connections, held)
      return isReached()
    }, PATIENCE)

  // The mail server does not respond: sending keeps its connection, and everything else continues.
  await until(async () => {
    const started = await count(`broadcast where status = 'sending'`)
    const exported = await count(`export where state = 'completed'`)
    return started === EMAILS && exported > 0 && handing_over > 0
  })
  expect(sink.messages).toHaveLength(0)
  const tags = await fetch(`${base}/v4/tags`, { headers: { 'X-Service-Api-Key': account.api_key } })
  expect(tags.status).toBe(200)
  openGate()
  await until(async () => {
    const completed = await count(`broadcast where status = 'completed'`)
    const sent = await count(`delivery where state = 'sent'`)
    return completed === EMAILS && sent === 2 * EMAILS && (await count(`export where state = 'completed'`)) === ACCOUNTS
  })
  expect(sink.messages).toHaveLength(2 * EMAILS)
  expect(max_connections).toBeLessThanOrEqual(DATABASE_POOL)
})

test('an automation enters by a trigger and a task, tags, calls an app, waits and sends, each once, by its jobs', () =>
  playAutomation({
    patience: PATIENCE,
    hurryCrons: async () => {
      if (!jobs.engine) return
      const cron = `data ->> 'kind' = 'cron' and data ->> 'function_id' = 'envoi-automations-requeue-stalled'`
      await observer.query(`update pgboss.job set start_after = now() where ${cron}`)
      jobs.engine.wake()
    },
  }))
