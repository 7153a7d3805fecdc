import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../core/context.ts'
import { isStopping } from '../../core/stopping.ts'
import { type ExportKey, isRunning, runExport } from './run.ts'

// A file is read from one snapshot, which lives in one process and ends with it. A step of a job may not last as long as a large file
// needs, so the step begins the work and leaves it to its process; the steps that follow look whether it has ended.

/** A step of 30 seconds, with room for what comes before and after. */
const STEP_WAIT_MS = 20_000
/** How long a failure is kept for the step that asks for it. After that the export is begun again without counting it. */
const FAILURE_KEPT_MS = 10 * 60_000

/** What this process works on, by account and export. */
const making = new Map<string, Promise<'busy' | 'ended'>>()
/** What failed while no step waited, until one asks. */
const failures = new Map<string, unknown>()

/**
 * Makes an export's file, for at most the time of a step. Returns `making` when the work goes on, here or in another process, `busy`
 * when this process makes as many as it may, and `ended` when nothing is left to do. Throws what the work failed with.
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
    // One at a time of each account: a long one leaves room for those of others.
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
    // What a stopping process puts down is no failed attempt: the next step begins it elsewhere.
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
    ctx.log.warn({ err, export_id: id }, 'an export failed and is tried again')
    failures.set(key, err)
    setTimeout(() => failures.get(key) === err && failures.delete(key), FAILURE_KEPT_MS).unref()
  })
  return work
}
