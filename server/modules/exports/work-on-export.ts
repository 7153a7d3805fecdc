import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../core/context.ts'
import { isStopping } from '../../core/stopping.ts'
import { type ExportKey, isRunning, runExport } from './run.ts'

// A file is read from one snapshot, which ends with its process, and a large file takes longer than a job step may. So a step starts the
// work in its process, and later steps check whether it has ended.

/** A step may take 30 seconds, including the work before and after this wait. */
const STEP_WAIT_MS = 20_000
/** Milliseconds to keep a failure for the next step. Later, the export starts over without counting the failure. */
const FAILURE_KEPT_MS = 10 * 60_000

/** Exports that this process is working on, by account and export. */
const making = new Map<string, Promise<'busy' | 'ended'>>()
/** Failures between steps, until the next step reads them. */
const failures = new Map<string, unknown>()

/**
 * Works on an export for at most the time of a step. Returns `making` while the work continues, here or in another process, `busy` when
 * this process has no capacity, and `ended` when there is nothing left to do. Throws the error that ended the work.
 */
export async function workOnExport(
  ctx: Ctx,
  { id }: ExportKey,
  wait_ms = STEP_WAIT_MS,
): Promise<'busy' | 'making' | 'ended'> {
  const key = `${ctx.account_id} ${id}`
  if (failures.has(key)) {
    const error = failures.get(key)
    failures.delete(key)
    throw error
  }
  if (!making.has(key)) {
    // At most one per account, so a long export leaves capacity for other accounts.
    if (isStopping() || isAccountBusy(ctx.account_id)) return 'busy'
    if (await isRunning(ctx, { id })) return 'making'
  }
  const work = making.get(key) ?? start(ctx, { key, id })
  const waiting = new AbortController()
  const pause = sleep(wait_ms, 'making' as const, { signal: waiting.signal }).catch(() => 'making' as const)
  try {
    return await Promise.race([work, pause])
  } catch (error) {
    failures.delete(key)
    // Interrupted by shutdown, which is not a failed attempt: the next step starts it elsewhere.
    if (isStopping()) return 'busy'
    throw error
  } finally {
    waiting.abort()
  }
}

const isAccountBusy = (account_id: number) => [...making.keys()].some((key) => key.startsWith(`${account_id} `))

function start(ctx: Ctx, { key, id }: ExportKey & { key: string }): Promise<'busy' | 'ended'> {
  const work = runExport(ctx, { id }).finally(() => making.delete(key))
  making.set(key, work)
  work.catch((err: unknown) => {
    if (isStopping()) return
    ctx.log.warn({ err, export_id: id }, 'an export failed and will be retried')
    failures.set(key, err)
    setTimeout(() => failures.get(key) === err && failures.delete(key), FAILURE_KEPT_MS).unref()
  })
  return work
}
