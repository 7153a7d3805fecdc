import pg from 'pg'

const TRIES = 10

interface Report {
  /** Called with a line about the wait, after two seconds and then every 30 seconds. */
  report?: ((line: string) => void) | undefined
}

/**
 * Returns whether other clients use the sessions of a connection between its statements, as behind PgBouncer in transaction mode. No statement
 * can query this, so three connections compare the sessions that they get: a direct connection keeps one session, which no other has.
 */
export async function isSessionShared(config: pg.ClientConfig, { report }: Report = {}): Promise<boolean> {
  const clients = [0, 1, 2].map(() => new pg.Client(config))
  for (const client of clients) client.on('error', () => undefined)
  const stopReporting = reportWait(report)
  try {
    await Promise.all(clients.map((client) => client.connect()))
    for (let i = 0; i < TRIES; i++) if (await isMoved(clients, 1 + (i % 2))) return true
    return false
  } finally {
    stopReporting()
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

/**
 * Compares the session of the first connection before and after the others each took one for a transaction. A pool with no more sessions than
 * they took gave another client the session of the first, which is detected before the first would wait for it.
 */
async function isMoved([first, ...others]: pg.Client[], count: number): Promise<boolean> {
  if (!first) return false
  const pids = [await pidOf(first)]
  const taken_clients: pg.Client[] = []
  const hasTwice = () => new Set(pids).size < pids.length
  for (const other of others.slice(0, count)) {
    if (hasTwice()) break
    await other.query('begin')
    taken_clients.push(other)
    pids.push(await pidOf(other))
  }
  const isSessionMoved = hasTwice() || (await pidOf(first)) !== pids[0]
  for (const other of taken_clients) await other.query('rollback')
  return isSessionMoved
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}

const WAITS =
  'The start waits for three connections of the database at the same time. If a pooler has no more for this database and user, raise its pool (default_pool_size of PgBouncer).'
const FIRST_REPORT_MS = 2_000
const REPORT_EVERY_MS = 30_000

/** Returns a function that ends the reports. */
function reportWait(report: Report['report']): () => void {
  if (!report) return () => undefined
  let timer = setTimeout(function say() {
    report(WAITS)
    timer = setTimeout(say, REPORT_EVERY_MS)
  }, FIRST_REPORT_MS)
  return () => clearTimeout(timer)
}
