import type { Ctx, Source } from '../../core/context.ts'
import { rateLimited } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { t } from '../../lib/locale/texts.ts'
import { limitedAs } from '../../lib/net/client-address.ts'
import { inWords, throttleKey } from './service.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** After `free` failures, each attempt waits 1 s, 2 s, 4 s and so on up to `most_ms`. Reset after `forget_ms` without an attempt. */
interface Delay {
  free: number
  most_ms: number
  forget_ms: number
}

/** Decision 0013 explains these values. */
const DELAYS = {
  device: { free: 5, most_ms: 5 * MINUTE_MS, forget_ms: 60 * MINUTE_MS },
  address_and_source: { free: 5, most_ms: 5 * MINUTE_MS, forget_ms: 60 * MINUTE_MS },
  address: { free: 100, most_ms: 30 * SECOND_MS, forget_ms: 60 * MINUTE_MS },
  source: { free: 60, most_ms: 15 * SECOND_MS, forget_ms: 15 * MINUTE_MS },
} as const satisfies Record<string, Delay>

interface Counter {
  key: string
  delay: Delay
  /** True if a success clears all failures; false if it clears only its own attempt. */
  is_own: boolean
}

export interface Attempt {
  source: Source
  email_address: string
  /** ID of a device on which this user has signed in before. */
  device: string | undefined
}

/**
 * Counts an attempt as a failure before the password is checked, so parallel attempts count too; `clearSignInFailures` reverts it. A known
 * device has its own counter, so strangers' failures do not delay it. Throws rate_limited, whether or not the address exists. A refused
 * attempt does not count.
 */
export async function countSignInAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  const counters = countersOf(attempt)
  const wait_ms = await write(ctx, async (tx) => {
    const now = tx.now()
    const data = counters.map(({ key }) => ({ key, attempts: 0, window_started_at: now }))
    await tx.db.authThrottle.createMany({ data, skipDuplicates: true })
    const rows = await tx.sql.rows<Row>(
      `${UNSCOPED}select key, attempts, window_started_at from auth_throttle
       where key = any ($1) order by key for update`,
      [counters.map(({ key }) => key)],
    )
    const states = counters.map((counter) => stateOf(counter, rows, +now))
    const wait_ms = Math.max(...states.map((state) => state.wait_ms))
    if (wait_ms > 0) return wait_ms
    for (const { key, failures } of states) {
      const data = { attempts: failures + 1, window_started_at: now }
      // A concurrent successful sign-in may have deleted the row.
      await tx.db.authThrottle.upsert({ where: { key }, create: { key, ...data }, update: data })
    }
    return 0
  })
  if (wait_ms === 0) return
  const seconds = Math.ceil(wait_ms / SECOND_MS)
  throw rateLimited(t`Too many failed attempts. Try again ${inWords(seconds)}, or reset your password.`, seconds)
}

/** After a successful sign-in, removes its attempt from the counters, and earlier failures of the same user from the same source. */
export async function clearSignInFailures(ctx: Ctx, attempt: Attempt): Promise<void> {
  const counters = countersOf(attempt)
  const keys = (own: boolean) => counters.filter(({ is_own }) => is_own === own).map(({ key }) => key)
  await ctx.db.authThrottle.deleteMany({ where: { key: { in: keys(true) } } })
  await ctx.db.authThrottle.updateMany({
    where: { key: { in: keys(false) }, attempts: { gt: 0 } },
    data: { attempts: { decrement: 1 } },
  })
}

interface Row {
  key: string
  attempts: number
  /** Time of the last counted attempt. */
  window_started_at: Date
}

/** Sorted by key, so of two attempts with the same counters, one waits for the other instead of deadlocking. */
function countersOf({ source, email_address, device }: Attempt): Counter[] {
  const counter = (name: keyof typeof DELAYS, is_own: boolean, ...parts: string[]): Counter => ({
    key: throttleKey(['sign-in', name, ...parts]),
    delay: DELAYS[name],
    is_own,
  })
  if (device !== undefined) return [counter('device', true, device)]
  const from = limitedAs(source)
  const counters = [
    counter('address_and_source', true, email_address, from),
    counter('address', false, email_address),
    counter('source', false, from),
  ]
  return counters.sort((a, b) => (a.key < b.key ? -1 : 1))
}

function stateOf({ key, delay }: Counter, rows: readonly Row[], now: number) {
  const row = rows.find((row) => row.key === key)
  const last = row ? +row.window_started_at : now
  if (!row || last + delay.forget_ms <= now) return { key, failures: 0, wait_ms: 0 }
  const over = row.attempts - delay.free
  const delay_ms = over < 0 ? 0 : Math.min(delay.most_ms, SECOND_MS * 2 ** Math.min(over, 20))
  return { key, failures: row.attempts, wait_ms: Math.max(0, last + delay_ms - now) }
}
