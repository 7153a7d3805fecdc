import type { Ctx } from '../../../core/context.ts'
import { isStopping } from '../../../core/stopping.ts'
import { database } from '../../../db/client.ts'
import { SlotQueue } from '../../../lib/concurrency/slot-queue.ts'

/** Maximum work time while other jobs wait for a slot. */
const SHORT_MS = 5_000

/** Keyed by pool, because tests open several databases. */
const queues = new WeakMap<object, SlotQueue>()

function slots(): SlotQueue {
  const { long } = database()
  const known = queues.get(long) ?? new SlotQueue(long.sending)
  queues.set(long, known)
  return known
}

/** Permission to send one broadcast or sequence. */
export interface SendingSlot {
  /** Milliseconds of work left. Fewer when others wait, zero when the process is stopping. */
  remainingMs: () => number
  release: () => void
}

/**
 * Acquires one of SENDING_CONCURRENCY slots. Each has a connection reserved, so a job with a slot never waits for one. Without a free slot,
 * the caller should retry after `wait_ms` or when `onFree` is called.
 */
export function acquireSendingSlot(
  ctx: Ctx,
  { key, work_ms, onFree }: { key: string; work_ms: number; onFree: () => Promise<void> },
): SendingSlot | { wait_ms: number } {
  const queue = slots()
  const acquired = queue.acquire(`${ctx.account_id} ${key}`, () => {
    // A job that misses this call retries later.
    onFree().catch((error: unknown) => ctx.log.debug({ err: error }, 'could not notify a waiting sending job'))
  })
  if ('wait_ms' in acquired) return acquired
  const began = performance.now()
  const remainingMs = () => {
    if (isStopping()) return 0
    const ends_at = began + (queue.is_wanted ? Math.min(work_ms, SHORT_MS) : work_ms)
    return ends_at - performance.now()
  }
  return { remainingMs, release: acquired.release }
}
