import type { Ctx } from '../../core/context.ts'
import { isStopping } from '../../core/stopping.ts'
import { database } from '../../db/client.ts'
import { SlotQueue } from '../../lib/concurrency/slot-queue.ts'

/** While others wait, work ends after so long. */
const SHORT_MS = 5_000

/** By the pool that the slots stand for: tests open several databases after each other. */
const queues = new WeakMap<object, SlotQueue>()

function slots(): SlotQueue {
  const { long } = database()
  const known = queues.get(long) ?? new SlotQueue(long.sending)
  queues.set(long, known)
  return known
}

/** Permission to send one broadcast or sequence. */
export interface SendingSlot {
  /** Milliseconds of work that are left. Fewer when others wait, none when the process stops. */
  left: () => number
  release: () => void
}

/**
 * Acquires one of the slots of SENDING_CONCURRENCY. Each stands for a connection, so a job with a slot finds a connection free. If
 * none is free, the caller comes back after `wait_ms`, or sooner when `call` is called.
 */
export function acquireSendingSlot(
  ctx: Ctx,
  { key, work_ms, call }: { key: string; work_ms: number; call: () => Promise<void> },
): SendingSlot | { wait_ms: number } {
  const queue = slots()
  const acquired = queue.acquire(`${ctx.account_id} ${key}`, () => {
    // A job that misses the call asks again after a while.
    call().catch((error: unknown) => ctx.log.debug({ err: error }, 'a waiting sender was not called'))
  })
  if ('wait_ms' in acquired) return acquired
  const began = performance.now()
  const left = () => {
    if (isStopping()) return 0
    const ends_at = began + (queue.is_wanted ? Math.min(work_ms, SHORT_MS) : work_ms)
    return ends_at - performance.now()
  }
  return { left, release: acquired.release }
}
