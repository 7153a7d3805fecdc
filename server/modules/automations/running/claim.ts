import type { Tx } from '../../../core/write/write.ts'
import { MOVING_COLUMNS, type MovingRun } from './moving.ts'
import type { Pause } from './wait.ts'

export interface RunningAutomation {
  id: number
  pauses: Pause[]
  /** Time zone of the account. */
  time_zone: string
}

/** Condition that an automation works: it is live, and its account is not about to be deleted. */
export const isLive = (automation: string, account: string): string =>
  `${automation}.state = 'live' and ${automation}.deleted_at is null and ${account}.deletes_at is null`

/** Returns a live automation, unless its account is about to be deleted, and locks it against pausing and deletion. */
export const lockLive = (tx: Tx, { id }: { id: number }): Promise<RunningAutomation | undefined> =>
  tx.sql.one<RunningAutomation>(
    `select a.id, a.pauses, c.time_zone from automation a join account c on c.id = a.account_id
     where a.account_id = $1 and a.id = $2 and ${isLive('a', 'c')} for share of a`,
    [id],
  )

/** Position in the order of due runs. */
export interface Place {
  due_at: Date
  id: number
}

export const placeOf = (run: Pick<MovingRun, 'due_at' | 'run_id'> | undefined): Place | null =>
  run?.due_at ? { due_at: run.due_at, id: run.run_id } : null

/** Locks due runs after a position, longest due first. Starting there skips index entries of runs that were claimed before. */
export const lockDue = (
  tx: Tx,
  { automation_id, limit, from }: { automation_id: number; limit: number; from: Place | null },
): Promise<Omit<MovingRun, 'time_zone'>[]> =>
  tx.sql.rows<Omit<MovingRun, 'time_zone'>>(
    `select ${MOVING_COLUMNS}
     from automation_run r where r.account_id = $1 and r.automation_id = $2 and r.ended_at is null and r.due_at <= $3
       and (r.due_at, r.id) > (coalesce($5::timestamptz, '-infinity'), $6::bigint)
     order by r.due_at, r.id limit $4 for update skip locked`,
    [automation_id, tx.now(), limit, from?.due_at ?? null, from?.id ?? 0],
  )

interface Claim {
  runs: MovingRun[]
  /** Runs whose subscribers are not active. */
  inactive: { run: MovingRun; state: string }[]
  /** The last run that was read. Earlier ones are done or locked. */
  last: Place | null
  /** True if the set is full. */
  is_full: boolean
  /** Number of runs whose subscribers another transaction is changing. */
  skipped: number
}

/**
 * Claims due runs for this transaction, longest due first, and locks their subscribers in the order that all sets use. Skips runs and
 * subscribers that another transaction has locked.
 */
export async function claimDue(
  tx: Tx,
  { automation_id, limit, from }: { automation_id: number; limit: number; from: Place | null },
): Promise<Claim> {
  const due = await lockDue(tx, { automation_id, limit, from })
  const claim: Claim = {
    runs: [],
    inactive: [],
    last: placeOf(due.at(-1)),
    is_full: due.length === limit,
    skipped: 0,
  }
  if (due.length === 0) return claim
  const rows = await tx.sql.rows<{ id: number; state: string; time_zone: string | null }>(
    `select id, state::text, time_zone from subscriber where account_id = $1 and id = any ($2::bigint[])
     order by email_address for no key update skip locked`,
    [[...new Set(due.map(({ subscriber_id }) => subscriber_id))]],
  )
  const subscribers = new Map(rows.map((row) => [row.id, row]))
  for (const row of due) {
    const subscriber = subscribers.get(row.subscriber_id)
    const run = { ...row, time_zone: subscriber?.time_zone ?? null }
    if (!subscriber) claim.skipped++
    else if (subscriber.state === 'active') claim.runs.push(run)
    else claim.inactive.push({ run, state: subscriber.state })
  }
  return claim
}
