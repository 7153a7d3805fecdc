import { systemPool } from '../../../core/context.ts'
import type { Logger } from '../../../core/log.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { writeSearchTexts } from './search.ts'

/** A worker writes search texts every minute. */
const LOOK_EVERY_MS = 120_000
/** In looks: an hour. */
const WARN_EVERY = 30
const BUDGET_MS = 20_000

/**
 * Bounds how many subscribers a search reads row by row while no worker runs: this process writes the search texts that a worker has
 * left since the last look, and warns. `onLate` is called each time.
 */
export function watchSearchBacklog({ log, onLate }: { log: Logger; onLate?: () => void }): {
  look: () => Promise<boolean>
  stop: () => void
} {
  let seen: string | undefined
  let late = 0
  /** Returns whether texts were late. */
  const look = async () => {
    const first = await firstWaiting()
    const is_late = first !== undefined && first === seen
    if (is_late) {
      await writeSearchTexts({ budget: new Budget(BUDGET_MS) })
      if (late++ % WARN_EVERY === 0) log.warn(NO_WORKER)
      onLate?.()
    }
    seen = is_late ? await firstWaiting() : first
    return is_late
  }
  // While the database is away, nothing waits for a search either.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  timer.unref()
  return { look, stop: () => clearInterval(timer) }
}

const NO_WORKER =
  'No worker seems to run: search texts waited for two minutes, so this process wrote them. Emails and imports wait for a worker, too. Start one with `npm run worker`, or set WORKER=on.'

/** Workers write in this order. As long as one is at work, the first one is another at each look. */
async function firstWaiting(): Promise<string | undefined> {
  const { rows } = await systemPool().query<{ name: string }>(
    `select account_id || ' ' || id as name from subscriber_search_due order by account_id, id limit 1`,
  )
  return rows[0]?.name
}
