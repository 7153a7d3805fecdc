import type pg from 'pg'

/** Marks a migration of one statement that runs outside of a transaction, such as CREATE INDEX CONCURRENTLY. */
export const RUNS_ALONE = '-- Runs outside of a transaction.'

/**
 * Marks a migration of one statement that changes a limited number of rows and is repeated until it changes none. Each run is a transaction, so
 * serving processes wait for at most one batch, and a start after a kill continues with the remaining rows. With RETURNING account_id, id, the
 * next run finds the last pair in the settings `migration.account_id` and `migration.id`, so it need not read finished rows.
 */
export const REPEATS = '-- Repeats until no row changes.'

export const runsOutside = (sql: string): boolean => sql.includes(RUNS_ALONE) || sql.includes(REPEATS)

interface OutsideOptions {
  lock_ms: number
  /** Called with the session of each transaction. */
  onBegin?: (pid: number) => void
}

/** Runs such a migration. Throws the error of its statement; changes of earlier batches stay. Returns the number of changed rows. */
export async function runOutside(client: pg.Client, sql: string, options: OutsideOptions): Promise<number> {
  if (sql.includes(REPEATS)) return repeat(client, sql, options)
  await dropInvalidIndexes(client, sql)
  // The statement waits for running transactions, and nothing waits behind it.
  return (await client.query(sql)).rowCount ?? 0
}

/** Begins a transaction whose statements wait at most this long for a lock. Returns its session. */
export async function beginLimited(client: pg.Client, lock_ms: number): Promise<number> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${lock_ms}`)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

interface Key {
  account_id?: unknown
  id?: unknown
}

async function repeat(client: pg.Client, sql: string, options: OutsideOptions): Promise<number> {
  for (let [changed, pass, reached] = [0, 1, START]; ; ) {
    const { rows, rowCount } = await batch(client, sql, reached, options)
    changed += rowCount ?? 0
    if (rowCount) reached = rows.map(numbersOf).reduce(later, START)
    else if (reached === START || pass === PASSES) return changed
    else [pass, reached] = [pass + 1, START]
  }
}

/** The settings end with the transaction, because a pooler may give the next one a different session. */
async function batch(
  client: pg.Client,
  sql: string,
  [account_id, id]: Numbers,
  { lock_ms, onBegin }: OutsideOptions,
): Promise<pg.QueryResult<Key>> {
  const pid = await beginLimited(client, lock_ms)
  onBegin?.(pid)
  try {
    await client.query(`SET LOCAL migration.account_id = '${account_id}'; SET LOCAL migration.id = '${id}'`)
    const result = await client.query<Key>(sql)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/**
 * Number of passes. Processes of the old version may have written rows before the position that the first pass had reached. They never pause, so
 * repeating passes until nothing is left would never end.
 */
const PASSES = 2

type Numbers = readonly [account_id: number, id: number]
const START: Numbers = [0, 0]
const numbersOf = ({ account_id, id }: Key): Numbers => [Number(account_id ?? 0), Number(id ?? 0)]
const later = (a: Numbers, b: Numbers): Numbers => (b[0] > a[0] || (b[0] === a[0] && b[1] > a[1]) ? b : a)

/** An interrupted CREATE INDEX CONCURRENTLY leaves an index that is never used, and which IF NOT EXISTS would take for the finished one. */
async function dropInvalidIndexes(client: pg.Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string; quoted: string }>(
    `SELECT c.relname AS name, quote_ident(c.relname) AS quoted FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace`,
  )
  for (const { name, quoted } of rows)
    if (sql.split(/\W+/).includes(name)) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${quoted}`)
}
