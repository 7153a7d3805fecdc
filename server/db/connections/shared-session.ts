import pg from 'pg'

const TRIES = 10

/**
 * Whether the statements of one connection run in sessions that others use in between, as behind PgBouncer in transaction mode. No
 * statement can ask for it, so three connections compare the sessions that they get: a connection of its own keeps one, which no other has.
 */
export async function isSessionShared(config: pg.ClientConfig): Promise<boolean> {
  const clients = [0, 1, 2].map(() => new pg.Client(config))
  for (const client of clients) client.on('error', () => undefined)
  try {
    await Promise.all(clients.map((client) => client.connect()))
    for (let i = 0; i < TRIES; i++) if (await isMoved(clients, 1 + (i % 2))) return true
    return false
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

/** Compares the session of the first connection before and after others took one each for a transaction. */
async function isMoved([first, ...others]: pg.Client[], count: number): Promise<boolean> {
  if (!first) return false
  const pids = [await pidOf(first)]
  const taken = others.slice(0, count)
  for (const other of taken) {
    await other.query('begin')
    pids.push(await pidOf(other))
  }
  const is_kept = (await pidOf(first)) === pids[0]
  for (const other of taken) await other.query('rollback')
  return !is_kept || new Set(pids).size < pids.length
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}
