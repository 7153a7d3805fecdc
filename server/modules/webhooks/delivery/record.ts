import { countFigure } from '../../../core/instance/figures.ts'
import { recordHealth } from '../endpoints/health.ts'
import { poolRows } from '../pool.ts'
import { nextAttempt } from '../retries/next-attempt.ts'
import { REQUEST_RETRIES } from '../retries/retry-queue.ts'
import type { Outcome } from './outcome.ts'

/**
 * Records attempts in one statement: history, status, time of the next attempt, and the request for a retry run. An ended delivery keeps
 * its status unless the attempt succeeded. Repeating this has no further effect, so callers retry until it succeeds.
 */
export async function recordOutcomes(outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(rowOf)
  // An insert into the outbox wakes the relay even if it adds no row.
  const statement = rows.some(({ status }) => status === 'retrying') ? RECORD_AND_REQUEST : RECORD
  const attempted = await poolRows<{ status: string }>(statement, [JSON.stringify(rows)])
  countFigure('webhook_attempts', attempted.length)
  countFigure('webhook_failures', attempted.filter(({ status }) => status !== 'delivered').length)
  await recordHealth(outcomes)
}

const recordStatement = (more: string) => `with r as (
    select * from json_to_recordset($1::json) as r(account_id int, id bigint, number int, status webhook_delivery_status,
      next_attempt_at timestamptz, ended_at timestamptz, attempted_at timestamptz, response_status int, response_body text,
      error text, duration_ms int)
  ), changed as (
    update webhook_delivery d set attempt_count = greatest(d.attempt_count, case when r.attempted_at is null then 0 else r.number end),
      status = case when d.next_attempt_at is not null or r.status = 'delivered' then r.status else d.status end,
      next_attempt_at = case when d.next_attempt_at is not null then r.next_attempt_at end,
      completed_at = case when d.next_attempt_at is null then d.completed_at when r.next_attempt_at is null then r.ended_at end
    from r where d.account_id = r.account_id and d.id = r.id
    returning d.account_id, d.id, d.legacy, d.hook_id, d.status, d.next_attempt_at
  ), noted as (
    insert into webhook_attempt (account_id, delivery_id, number, attempted_at, response_status, response_body, error, duration_ms)
    select r.account_id, r.id, r.number, r.attempted_at, r.response_status, r.response_body, r.error, r.duration_ms
    from r join changed using (account_id, id) where r.attempted_at is not null
    on conflict do nothing returning account_id, delivery_id as id, number
  ), hours as (
    insert into webhook_hour as h (account_id, legacy, hook_id, hour, attempts, failures)
    select c.account_id, c.legacy, c.hook_id, date_trunc('hour', r.attempted_at, 'UTC'), count(*), count(*) filter (where r.status <> 'delivered')
    from noted join r using (account_id, id, number) join changed c using (account_id, id) group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, legacy, hook_id, hour) do update set attempts = h.attempts + excluded.attempts,
      failures = h.failures + excluded.failures
  )${more}
  select r.status from noted join r using (account_id, id, number)`

const RECORD = recordStatement('')
const RECORD_AND_REQUEST = recordStatement(`, ${REQUEST_RETRIES}`)

function rowOf({ due, attempt, ended_at }: Outcome) {
  const { account_id, id, attempt_count } = due
  const key = { account_id, id, number: attempt_count + 1, ended_at }
  if (!attempt) return { ...key, status: 'failed', next_attempt_at: null }
  const { attempted_at, status: response_status, body: response_body, error, duration_ms } = attempt
  return {
    ...key,
    ...nextAttempt(attempt, attempt_count, ended_at),
    attempted_at,
    response_status,
    response_body,
    error,
    duration_ms,
  }
}
