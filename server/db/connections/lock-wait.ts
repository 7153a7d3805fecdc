import type pg from 'pg'

/** The lock that a session waits for, and the session that has it. */
export interface LockWait {
  wanted: string
  holders: string[]
}

interface Row {
  wanted: string
  pid: number
  name: string
  seconds: number
  state: string
  query: string
}

/**
 * Returns a row for each session that the session `$1` waits for. May return none between two locks, because the two views are not read at the
 * same moment.
 */
const WAIT = `select w.wanted, a.pid, coalesce(nullif(a.application_name, ''), 'unnamed') as name, coalesce(a.state, 'unknown') as state,
  coalesce(extract(epoch from clock_timestamp() - a.xact_start), 0)::int as seconds,
  left(regexp_replace(coalesce(a.query, ''), '\\s+', ' ', 'g'), 120) as query
from pg_stat_activity a
cross join (select string_agg(distinct coalesce('the table ' || l.relation::regclass::text, l.locktype), ', ') as wanted
    from pg_locks l where l.pid = $1 and not l.granted) w
where a.pid = any (pg_blocking_pids($1)) and w.wanted is not null order by a.xact_start limit 5`

const LOOK_EVERY_MS = 100

/** Runs `work`, and watches from another session what the session `pidOf()` waits for. Returns the last wait it observed. */
export async function watchLocks<T>(
  watcher: pg.Client,
  pidOf: () => number,
  work: () => Promise<T>,
): Promise<{ result: T; wait: LockWait | undefined }> {
  let wait: LockWait | undefined
  let isOver = false
  let resolveEnd: () => void = () => undefined
  const end = new Promise<void>((resolve) => {
    resolveEnd = resolve
  })
  const watch = async () => {
    while (!isOver) {
      wait = (await look(watcher, pidOf())) ?? wait
      await pausing(LOOK_EVERY_MS, end)
    }
  }
  const watching = watch()
  try {
    return { result: await work(), wait }
  } finally {
    isOver = true
    resolveEnd()
    await watching
  }
}

async function look(watcher: pg.Client, pid: number): Promise<LockWait | undefined> {
  // If this query fails, the wait is reported without names.
  const { rows } = await watcher.query<Row>(WAIT, [pid]).catch(() => ({ rows: [] as Row[] }))
  if (!rows[0]) return undefined
  const holders = rows.map(
    ({ pid, name, state, seconds, query }) =>
      `process ${pid} (${name}, ${state}, in a transaction for ${seconds} s: ${query})`,
  )
  return { wanted: rows[0].wanted, holders }
}

async function pausing(ms: number, end: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([timeout, end])
  clearTimeout(timer)
}
