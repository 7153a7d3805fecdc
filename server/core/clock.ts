import { processSingleton } from '../lib/concurrency/process-singleton.ts'

/** What the database's clock said, and what this process's steady clock said at that moment. */
interface ClockReading {
  database_ms: number
  steady_ms: number
}

const last = processSingleton<{ readClock?: ClockReading | undefined }>('clock', () => ({}))

const databaseMs = ({ database_ms, steady_ms }: ClockReading): number => database_ms + performance.now() - steady_ms

/**
 * The only source of "now" in services; tests replace `now`. In a process that follows the database it is the database's time, so
 * that what one process writes is due at the same moment for all (decision 0044).
 */
export const clock = {
  now: (): Date => new Date(last.readClock ? databaseMs(last.readClock) : Date.now()),
}

interface Queryable {
  query: (text: string) => Promise<{ rows: { ms: number }[] }>
}

/** How long the clock of a process may be behind a jump of the database's clock. */
const READ_EVERY_MS = 10_000
/** What time servers correct at once. Below it the clock runs on, so that it never steps back without need. */
const SMALLEST_STEP_MS = 20

/** Sets this process's clock by the database's, now and every ten seconds. Throws when the database cannot be asked now. */
export async function followDatabaseClock(pool: Queryable): Promise<{ look: () => Promise<void>; stop: () => void }> {
  await look(pool)
  // While the database is away, the steady clock goes on.
  const timer = setInterval(() => void look(pool).catch(() => undefined), READ_EVERY_MS)
  timer.unref()
  return {
    look: () => look(pool),
    stop: () => {
      clearInterval(timer)
      last.readClock = undefined
    },
  }
}

async function look(pool: Queryable): Promise<void> {
  const before = performance.now()
  const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  const after = performance.now()
  const found = { database_ms: rows[0]?.ms ?? Date.now(), steady_ms: (before + after) / 2 }
  const known = last.readClock
  // The answer took that long: more precise than half of it the time is not known.
  const tolerance = Math.max(SMALLEST_STEP_MS, (after - before) / 2)
  if (!known || Math.abs(found.database_ms - (known.database_ms + found.steady_ms - known.steady_ms)) > tolerance)
    last.readClock = found
}
