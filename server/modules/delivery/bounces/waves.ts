import { type Ctx, systemPool } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'

/** Bounces whose decision is pending or being applied. */
export interface BounceWave {
  account_id: number
  account_name: string
  id: number
  domain: string
  sample: string
  state: 'waiting' | 'applying' | 'discarding'
  subscribers: number
  since: Date
  waiting: number
  bounced: number
}

/** Subscribers per transaction. */
const MAX_ROWS = 500
const MAX_WAVES = 200

const OPEN = `select w.account_id, a.name as account_name, w.id, w.domain, w.sample, w.state, w.subscribers, w.since, n.waiting, n.bounced
  from bounce_wave w join account a on a.id = w.account_id cross join lateral (
    select count(*) filter (where b.is_waiting)::int as waiting, count(*) filter (where not b.is_waiting)::int as bounced
    from text_bounce b where b.account_id = w.account_id and b.wave_id = w.id) n
  where w.state in ('waiting', 'applying', 'discarding')`

/** Returns the account's open waves with their counts, latest first. */
export const countWaiting = (ctx: Ctx): Promise<BounceWave[]> =>
  ctx.sql.rows<BounceWave>(`${OPEN} and w.account_id = $1 order by w.id desc limit ${MAX_WAVES}`)

/** Returns the open waves of all accounts with their counts. */
export async function countAllWaiting(): Promise<BounceWave[]> {
  const { rows } = await systemPool().query<BounceWave>(`${OPEN} order by w.since desc, w.id desc limit ${MAX_WAVES}`)
  return rows
}

/** Stores the decision about a pending wave. Returns false if there is none; an earlier decision stays. */
export async function saveDecision(
  tx: Tx,
  { id, decision }: { id: number; decision: 'apply' | 'discard' },
): Promise<boolean> {
  const state = decision === 'apply' ? 'applying' : 'discarding'
  await tx.sql.run(
    `update bounce_wave set state = $3, decided_at = $4 where account_id = $1 and id = $2 and state = 'waiting'`,
    [id, state, tx.now()],
  )
  return (await tx.sql.one('select 1 from bounce_wave where account_id = $1 and id = $2', [id])) !== undefined
}

/** Waves of all accounts that are decided or whose account must be notified. */
export async function findWork(): Promise<{ account_id: number; id: number; state: BounceWave['state'] }[]> {
  const { rows } = await systemPool().query<{ account_id: number; id: number; state: BounceWave['state'] }>(
    `select account_id, id, state from bounce_wave
     where state in ('applying', 'discarding') or (state = 'waiting' and told_at is null) order by since limit ${MAX_WAVES}`,
  )
  return rows
}

interface Due {
  state: 'applying' | 'discarding'
  rows: { subscriber_id: number; mail_id: number | null }[]
  is_last: boolean
}

/**
 * Processes some subscribers of a decided wave. One transaction changes their states and removes them, so a crash loses none. Undefined if
 * no wave is decided. Applying skips subscribers who had bounced before. Later waves do not ask about them again.
 */
export async function moveOn(tx: Tx, { id }: { id: number }): Promise<Due | undefined> {
  const wave = await tx.sql.one<{ state: Due['state'] }>(
    `select state from bounce_wave where account_id = $1 and id = $2 and state in ('applying', 'discarding') for update`,
    [id],
  )
  if (!wave) return undefined
  const rows = await tx.sql.rows<Due['rows'][number] & { is_waiting: boolean }>(
    `with due as (
       select subscriber_id, is_waiting from text_bounce where account_id = $1 and wave_id = $2 order by subscriber_id limit ${MAX_ROWS}
     )
     delete from text_bounce b using due
     where b.account_id = $1 and b.subscriber_id = due.subscriber_id returning b.subscriber_id, b.mail_id, due.is_waiting`,
    [id],
  )
  const moved = rows.filter(({ is_waiting }) => is_waiting === (wave.state === 'applying'))
  return { state: wave.state, rows: moved, is_last: rows.length < MAX_ROWS }
}

export const endWave = (tx: Tx, { id }: { id: number }): Promise<number> =>
  tx.sql.run(
    `update bounce_wave set state = case state when 'applying' then 'applied' else 'discarded' end
     where account_id = $1 and id = $2 and state in ('applying', 'discarding')`,
    [id],
  )

export const markTold = (tx: Tx, { id }: { id: number }): Promise<number> =>
  tx.sql.run('update bounce_wave set told_at = $3 where account_id = $1 and id = $2', [id, tx.now()])
