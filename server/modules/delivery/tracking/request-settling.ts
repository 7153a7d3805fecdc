import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { SETTLED_AFTER_MS } from './settle.ts'

/** Minimum interval between a process's requests for an account. Shorter than the wait of a hit, so the requested run always finds it. */
const REQUESTED_EVERY_MS = SETTLED_AFTER_MS / 2
const MAX_ACCOUNTS = 10_000

/** Time of the last request, by account. */
const requested = processSingleton('requests to settle engagement', () => new Map<number, number>())

/** Enqueues the job that settles the account's hits, unless this process just did. A cron does it within two minutes. */
export async function requestSettling(ctx: Ctx, { is_due = false } = {}): Promise<void> {
  const now = performance.now()
  const before = requested.get(ctx.account_id)
  if (!is_due && before !== undefined && now - before < REQUESTED_EVERY_MS) return
  if (requested.size >= MAX_ACCOUNTS) requested.clear()
  requested.set(ctx.account_id, now)
  try {
    await write(ctx, async (tx) => tx.emit('engagement.settling_requested', {}))
  } catch (error) {
    requested.delete(ctx.account_id)
    ctx.log.warn({ err: error }, 'could not request the job that settles opens and clicks')
  }
}
