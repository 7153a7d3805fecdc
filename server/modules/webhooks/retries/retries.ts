import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import { isStopping } from '../../../core/stopping.ts'
import { recordOutside } from '../../../core/write/record-outside.ts'
import type { DueDelivery, EndpointKey } from '../delivery/due.ts'
import { isSuccess, type Outcome } from '../delivery/outcome.ts'
import { attemptDelivery } from '../delivery/post.ts'
import { recordOutcomes } from '../delivery/record.ts'
import { claimRetries, loadRetries, releaseRetries } from './retry-queue.ts'

/** Time a run waits for responses. Slower ones are awaited in the background, so unresponsive endpoints block no job. */
const FOREGROUND_MS = 100
/** Time in which a slice starts attempts: while the endpoint fails, and while it succeeds. */
const WORK_MS = { failing: 250, succeeding: 5_000 }
/** Longer than an attempt, so the end of the slice has woken the run by then. */
const ANSWER_MS = 12_000
/** Engines sleep for whole seconds. */
const SECOND_MS = 1_000
/** After the claim. An attempt, earlier results and its own are then recorded before the claim expires (`LEASE_MS`). */
const START_WITHIN_MS = 20_000
/** Maximum requests in flight to one endpoint: before its first success in this slice, and after it. */
const MAX_REQUESTS = { failing: 1, succeeding: 4 }
/** Maximum slices of one process, and the sleep of a run when they are all in use. */
const MAX_SLICES = 400
const FULL_MS = 5_000
/** Earlier than any due time. */
const LONG_AGO = new Date(0).toISOString()

interface Counts {
  attempted: number
  delivered: number
}

interface RetryState extends Partial<Counts> {
  /** Milliseconds that the run sleeps unless woken. Null: no delivery waits for a retry. */
  pause_ms: number | null
  /** Time of the next retry at the end of the slice. Null: the slice continues. */
  due_at: string | null
}

/** Slices in progress with the work that ends them, including slices without a waiting run. */
const slices = new Map<object, Promise<unknown>>()

/**
 * Attempts an endpoint's due retries in one slice. Returns early if the endpoint does not respond soon: the slice continues in this process
 * and wakes the run at its end. Safe to call any time: an endpoint has at most one slice in progress.
 */
export async function attemptRetries(ctx: Ctx, endpoint: Omit<EndpointKey, 'account_id'>): Promise<RetryState> {
  if (slices.size >= MAX_SLICES || isStopping()) return { pause_ms: FULL_MS, due_at: LONG_AGO }
  const key = { account_id: ctx.account_id, legacy: endpoint.legacy, hook_id: endpoint.hook_id }
  const before_claim = performance.now()
  const claim = await claimRetries(key, ctx.now())
  if (!claim) return { pause_ms: null, due_at: null }
  if ('busy_ms' in claim) return { pause_ms: pauseOf(claim.busy_ms), due_at: null }
  const { leased_until } = claim
  const first = await loadRetries(key, { now: ctx.now(), room: MAX_REQUESTS.failing, busy: [] })
  const slice = workSlice(ctx, key, { first, claimed_at: before_claim })
  track(slice, slice)
  const waiting = new AbortController()
  const ended = await Promise.race([slice, sleep(FOREGROUND_MS, undefined, { signal: waiting.signal })])
  if (ended) {
    waiting.abort()
    const { has_succeeded, ...counts } = ended
    const next = await releaseRetries(key, { leased_until, has_succeeded })
    const pause_ms = next && pauseOf(next.getTime() - ctx.now().getTime())
    return { ...counts, pause_ms, due_at: next?.toISOString() ?? null }
  }
  const released = slice.then(({ has_succeeded, ...wakes_with }) =>
    releaseRetries(key, { leased_until, has_succeeded, wakes_with }),
  )
  // Attempts that could not be recorded are repeated after the lease expires.
  track(
    slice,
    released.catch((err: unknown) => ctx.log.warn({ err, ...key }, 'retries of a webhook were interrupted')),
  )
  return { pause_ms: ANSWER_MS, due_at: null }
}

/** At least a second, even if more is due, so other endpoints are not delayed. */
const pauseOf = (ms: number): number => Math.max(1, Math.ceil(ms / SECOND_MS)) * SECOND_MS

/** Waits at most `grace_ms` for this process's slices. Other processes repeat the unfinished work. */
export async function drainRetries(grace_ms: number): Promise<void> {
  const end = sleep(grace_ms, 'over', { ref: false })
  while (slices.size > 0) if ((await Promise.race([end, Promise.allSettled(slices.values())])) === 'over') return
}

async function workSlice(
  ctx: Ctx,
  endpoint: EndpointKey,
  { first, claimed_at }: { first: DueDelivery[]; claimed_at: number },
): Promise<Counts & { has_succeeded: boolean }> {
  const started = performance.now()
  const busy = new Map<number, Promise<unknown>>()
  const ended: Outcome[] = []
  const counts = { attempted: 0, delivered: 0 }
  let has_succeeded = false
  for (let due = first; ; ) {
    // The claim could expire before the result is recorded, and another process would repeat the attempt.
    if (performance.now() - claimed_at > START_WITHIN_MS) due = []
    for (const one of due) {
      // It has failed before, so a success ends the period of failures.
      const attempt = attemptDelivery({ ...one, failing: true })
      busy.set(
        one.id,
        attempt.then((outcome) => ended.push(outcome)),
      )
    }
    if (busy.size === 0) return { ...counts, has_succeeded }
    await Promise.race(busy.values())
    const outcomes = ended.splice(0)
    // Recorded even after the claim expired: the history then has the attempt of both processes.
    await recordOutside(() => recordOutcomes(outcomes))
    for (const outcome of outcomes) {
      busy.delete(outcome.due.id)
      has_succeeded = isSuccess(outcome)
      counts.attempted++
      if (has_succeeded) counts.delivered++
    }
    const health = has_succeeded ? 'succeeding' : 'failing'
    const isInTime = performance.now() - started < WORK_MS[health] && !isStopping()
    const room = isInTime ? MAX_REQUESTS[health] - busy.size : 0
    due = room > 0 ? await loadRetries(endpoint, { now: ctx.now(), room, busy: [...busy.keys()] }) : []
  }
}

/** Counts the slice until its last tracked work has ended. */
function track(slice: object, work: Promise<unknown>): void {
  slices.set(slice, work)
  const forget = () => slices.get(slice) === work && slices.delete(slice)
  work.then(forget, forget)
}
