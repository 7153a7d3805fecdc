import { systemPool } from '../../../core/context.ts'
import type { Logger } from '../../../core/log.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { writeSearchTexts } from './search.ts'

/** Twice the interval at which a worker writes search texts. */
const CHECK_EVERY_MS = 120_000
/** Number of checks per hour. */
const WARN_EVERY = 30
const BUDGET_MS = 20_000

/**
 * Writes search texts that have waited since the last check, and warns. Without a worker, this limits the subscribers that searches read
 * row by row. Calls `onLate` each time.
 */
export function watchSearchBacklog({ log, onLate }: { log: Logger; onLate?: () => void }): {
  check: () => Promise<boolean>
  stop: () => void
} {
  let seen: string | undefined
  let late = 0
  /** Returns whether texts were late. */
  const check = async () => {
    const first = await firstWaiting()
    const isLate = first !== undefined && first === seen
    if (isLate) {
      await writeSearchTexts({ budget: new Budget(BUDGET_MS) })
      if (late++ % WARN_EVERY === 0) log.warn(NO_WORKER)
      onLate?.()
    }
    seen = isLate ? await firstWaiting() : first
    return isLate
  }
  // While the database is unavailable, searches fail too.
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_EVERY_MS)
  timer.unref()
  return { check, stop: () => clearInterval(timer) }
}

const NO_WORKER =
  'No jobs seem to run: search texts waited for two minutes, so this process wrote them. Emails and imports wait, too. Start a worker with `npm run worker`, or set WORKER=on; with Inngest, check that it can be reached: `npm run envoi -- doctor`.'

/** Workers write in this order, so with a running worker the first entry changes between checks. */
async function firstWaiting(): Promise<string | undefined> {
  const { rows } = await systemPool().query<{ name: string }>(
    `select account_id || ' ' || id as name from subscriber_search_due order by account_id, id limit 1`,
  )
  return rows[0]?.name
}
