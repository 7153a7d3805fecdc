import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { recordOutside } from '../../../core/write/record-outside.ts'
import { write } from '../../../core/write/write.ts'
import { findPlugin } from '../../plugins/service.ts'
import { readSubscribers } from '../../subscribers/view.ts'
import { isLive } from '../running/claim.ts'
import { finishCall, holdForCall } from '../running/resume.ts'
import { callNode, refusalOf } from './signed-call.ts'
import { ARE_CALLED } from './switched-off.ts'

// Requests of action nodes (contract 10.7). A process claims each for a minute, makes it outside of a transaction, and records the result
// with its effect on the runs. If the process dies, another repeats the request with the same key and subscribers. Runs are held while
// their app does not answer.

const CLAIM_MS = 60_000
/**
 * States of a request that is not finished. Processes of earlier versions ignore `retrying`, because they did not hold the runs of a failed
 * request.
 */
const OPEN_CALL = `('queued', 'retrying')`
/** Requests at the same time, per process and per plugin: a slow app delays no other. */
const PARALLEL = 8
const PARALLEL_PER_PLUGIN = 2
/** Waits after the first, second, ... failure, as for webhooks (contract 9.4). */
const RETRY_SECONDS = [30, 120, 900, 3_600, 14_400, 21_600, 43_200, 64_800]

interface Call {
  account_id: number
  id: string
  automation_id: number
  step_id: string
  plugin_id: number
  settings: unknown
  attempts: number
}

/** Makes due requests of all accounts or of one automation, longest due first, for about `budget_ms`. Returns whether more may be due. */
export async function makeCalls({
  now,
  budget_ms,
  of,
}: {
  now: () => Date
  budget_ms: number
  of?: { account_id: number; automation_id: number }
}): Promise<boolean> {
  const ends_at = performance.now() + budget_ms
  const only = [of?.account_id ?? null, of?.automation_id ?? null]
  const running = new Map<Promise<void>, number>()
  const failures: unknown[] = []
  let hasBegun = false
  for (;;) {
    // Makes at least one, so progress never stops.
    const isOpen = failures.length === 0 && (!hasBegun || performance.now() < ends_at)
    hasBegun = true
    const call = isOpen && running.size < PARALLEL ? await claim(now(), only, busyPlugins(running)) : undefined
    if (call) {
      const made: Promise<void> = makeCall(systemCtx(call.account_id), call)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(made))
      running.set(made, call.plugin_id)
    } else if (running.size > 0) await Promise.race(running.keys())
    else if (failures.length > 0) throw failures[0]
    else return !isOpen
  }
}

function busyPlugins(running: ReadonlyMap<unknown, number>): number[] {
  const counts = Map.groupBy(running.values(), (plugin_id) => plugin_id)
  return [...counts].flatMap(([plugin_id, { length }]) => (length >= PARALLEL_PER_PLUGIN ? [plugin_id] : []))
}

async function claim(
  now: Date,
  only: readonly (number | null)[],
  busy_plugins: readonly number[],
): Promise<Call | undefined> {
  const { rows } = await systemPool().query<Call>(CLAIM, [now, new Date(+now + CLAIM_MS), ...only, busy_plugins])
  return rows[0]
}

/** Returns whether requests of the automation are due. */
export async function hasCalls(ctx: Ctx, { id }: { id: number }): Promise<boolean> {
  const due = await ctx.sql.one(
    `select 1 from automation_call c join automation a on a.account_id = c.account_id and a.id = c.automation_id
       join account o on o.id = c.account_id
     where c.account_id = $1 and c.automation_id = $2 and c.state in ${OPEN_CALL} and c.next_attempt_at <= $3
       and ${isLive('a', 'o')} and ${isCalled('c')} limit 1`,
    [id, ctx.now()],
  )
  return due !== undefined
}

/** Skips apps whose calls an administrator of the instance paused, and all apps while they are switched off in automations. */
const isCalled = (call: string) => `${ARE_CALLED} and not exists (
       select from app_plugin g join app p on p.id = g.app_id where g.id = ${call}.plugin_id and p.calls_paused_at is not null)`

/** Skips paused automations, and accounts with a scheduled deletion. */
const CLAIM = `
  with due as (
    select q.account_id, q.id from automation_call q
      join automation a on a.account_id = q.account_id and a.id = q.automation_id
      join account o on o.id = q.account_id and ${isLive('a', 'o')}
    where q.state in ${OPEN_CALL} and q.next_attempt_at <= $1 and ${isCalled('q')}
      and ($3::int is null or (q.account_id = $3 and q.automation_id = $4::int)) and q.plugin_id <> all ($5::int[]) order by q.next_attempt_at limit 1 for update of q skip locked
  )
  update automation_call c set next_attempt_at = $2, attempts = c.attempts + 1 from due
  where c.account_id = due.account_id and c.id = due.id
  returning c.account_id, c.id, c.automation_id, c.step_id, c.plugin_id, c.settings, c.attempts`

/**
 * `stopped`: `RETRY_SECONDS` is used up, or the app refused a retry of a request that it may have fulfilled. A member can retry with the
 * same key.
 */
type Result = { state: 'done' } | { state: 'failed' | 'stopped' | 'queued'; problem: string }

async function makeCall(ctx: Ctx, call: Call): Promise<void> {
  const waiting = await ctx.sql.rows<{ run_id: number; subscriber_id: number }>(
    `select w.run_id, w.subscriber_id from automation_call_run w
       join automation_run r on r.account_id = w.account_id and r.id = w.run_id and r.state in ('waiting', 'held') and r.step_id = $3
     where w.account_id = $1 and w.call_id = $2::uuid order by w.run_id`,
    [call.id, call.step_id],
  )
  const result: Result = waiting.length === 0 ? { state: 'done' } : await post(ctx, call, waiting)
  await recordOutside(() => record(ctx, call, result))
}

async function post(ctx: Ctx, call: Call, waiting: readonly { subscriber_id: number }[]): Promise<Result> {
  const retried = (problem: string): Result => ({
    state: RETRY_SECONDS[call.attempts - 1] === undefined ? 'stopped' : 'queued',
    problem,
  })
  try {
    const plugin = await findPlugin(ctx, { plugin_id: call.plugin_id, kind: 'automation_action' })
    const subscribers = await readSubscribers(
      ctx,
      waiting.map(({ subscriber_id }) => subscriber_id),
    )
    const answer = await callNode(ctx, plugin, {
      body: {
        settings: call.settings,
        after: null,
        automation_id: call.automation_id,
        node_id: call.step_id,
        subscribers: [...subscribers.values()].map(({ id, email_address, first_name, fields }) => ({
          id,
          email_address,
          first_name,
          fields,
        })),
      },
      headers: { 'idempotency-key': call.id },
    })
    const { status } = answer
    if (status >= 200 && status < 300) return { state: 'done' }
    const problem = refusalOf(plugin, answer)
    const isFinal = status >= 400 && status < 500 && ![408, 409, 429].includes(status)
    if (!isFinal) return retried(problem)
    // An earlier attempt without a response may have succeeded, so keep the key. A new key is safe after the first attempt, and when the
    // app read and refused the content, because changed settings make a new request.
    const mayBeDone = call.attempts > 1 && status !== 400 && status !== 422
    return { state: mayBeDone ? 'stopped' : 'failed', problem }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return retried(`${error.messages.join('. ').replace(/\.$/, '')}.`)
  }
}

function record(ctx: Ctx, call: Call, result: Result): Promise<void> {
  return write(ctx, async (tx) => {
    const runs = await tx.sql.rows<{ run_id: number }>(
      'select run_id from automation_call_run where account_id = $1 and call_id = $2::uuid',
      [call.id],
    )
    const called = {
      automation_id: call.automation_id,
      step_id: call.step_id,
      run_ids: runs.map(({ run_id }) => run_id),
    }
    if (result.state === 'queued' || result.state === 'stopped') {
      const { problem } = result
      const isOpen = result.state === 'queued'
      const again_at = isOpen ? new Date(+tx.now() + (RETRY_SECONDS[call.attempts - 1] ?? 0) * 1_000) : null
      await holdForCall(tx, { ...called, problem, again_at })
      await tx.sql.run(
        `update automation_call set state = $5, next_attempt_at = $3, problem = $4 where account_id = $1 and id = $2::uuid`,
        [call.id, again_at, problem, isOpen ? 'retrying' : 'stopped'],
      )
      return
    }
    await finishCall(tx, {
      ...called,
      outcome:
        result.state === 'done'
          ? { passed: true, data: { call: call.id } }
          : { passed: false, problem: result.problem, retry: false },
    })
    await tx.sql.run('delete from automation_call where account_id = $1 and id = $2::uuid', [call.id])
  })
}
