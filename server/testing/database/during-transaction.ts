import { AsyncResource } from 'node:async_hooks'
import { vi } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { PATIENCE } from '../patience.ts'

/**
 * Runs `first` in a transaction and starts `second` before the commit. Commits once `second` waits or has ended, after `last` if given.
 * Returns the result of `second`.
 */
export async function duringTransaction<T>(
  ctx: Ctx,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
  last?: (tx: Tx) => Promise<unknown>,
): Promise<PromiseSettledResult<T>> {
  let isEnded = false
  const second_work = await write(ctx, async (tx) => {
    await first(tx)
    const own = await tx.sql.one<{ pid: number }>('select pg_backend_pid() as pid where $1::int is not null')
    const [result] = [Promise.allSettled([aside(second).finally(() => (isEnded = true))])]
    const isAwaited = () => aside(() => isWaitedFor(ctx, own?.pid ?? 0))
    await vi.waitUntil(async () => isEnded || (await isAwaited()), { ...PATIENCE, interval: 5 })
    await aside(() => last?.(tx))
    return { result }
  })
  const [settled] = await second_work.result
  return settled
}

const outside = new AsyncResource('outside')

/** Runs work outside the surrounding transaction, like another process. */
export const aside = <T>(work: () => T): T => outside.runInAsyncScope(work)

const isWaitedFor = async (ctx: Ctx, pid: number): Promise<boolean> =>
  (await ctx.sql.one(
    'select 1 from pg_stat_activity where $1::int is not null and $2 = any (pg_blocking_pids(pid)) limit 1',
    [pid],
  )) !== undefined
