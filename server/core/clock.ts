import { processSingleton } from '../lib/concurrency/process-singleton.ts'

/** The database's clock and this process's monotonic clock, read at the same moment. */
interface ClockReading {
  database_ms: number
  steady_ms: number
}

const last = processSingleton<{ readClock?: ClockReading | undefined }>('clock', () => ({}))

const databaseMs = ({ database_ms, steady_ms }: ClockReading): number => database_ms + performance.now() - steady_ms

/**
 * The only source of "now" in services; tests replace `now`. A process that follows the database uses its time, so all processes agree when
 * a row is due (decision 0044).
 */
export const clock = {
  now: (): Date => new Date(last.readClock ? databaseMs(last.readClock) : Date.now()),
}

interface Queryable {
  query: (text: string) => Promise<{ rows: { ms: number }[] }>
}

/** Maximum delay until a process follows a jump of the database's clock. */
const READ_EVERY_MS = 10_000
/** Smaller differences are ignored, so the clock does not step back for them. */
const MIN_STEP_MS = 20

/** Sets this process's clock to the database's, now and every ten seconds. Throws if the first query fails. */
export async function followDatabaseClock(pool: Queryable): Promise<{ look: () => Promise<void>; stop: () => void }> {
  await look(pool)
  // The monotonic clock continues while the database is unavailable.
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
  // The time is accurate to half of the round trip.
  const tolerance = Math.max(MIN_STEP_MS, (after - before) / 2)
  if (!known || Math.abs(found.database_ms - (known.database_ms + found.steady_ms - known.steady_ms)) > tolerance)
    last.readClock = found
}
