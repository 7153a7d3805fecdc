import type pg from 'pg'
import type { Logger } from '../core/log.ts'
import { withConnection } from '../db/holding.ts'

/** Smaller steps, such as those of time servers, are waited out. */
const SMALLEST_STEP_MS = 10_000

interface Wait {
  table: string
  column: string
  /** `due`: now and a pause. `seen`: a moment that has passed, from which a pause is counted. */
  kind: 'due' | 'seen'
  /** Rows that wait. The others only say when something happened. */
  of: string
}

/**
 * Times that the service computed from its clock, to try again or to notice lost work. A column that holds one belongs here, or into
 * the exceptions of set-back.test.ts. Times that people chose, and days after which things are deleted, stay as they are.
 */
export const WAITS: readonly Wait[] = [
  { table: 'delivery', column: 'next_attempt_at', kind: 'due', of: `state = 'queued'` },
  { table: 'service_mail', column: 'next_attempt_at', kind: 'due', of: 'sent_at is null and error is null' },
  { table: 'confirmation', column: 'next_attempt_at', kind: 'due', of: 'sent_at is null' },
  { table: 'transport_trouble', column: 'paused_until', kind: 'due', of: 'true' },
  { table: 'bulk_request', column: 'callback_at', kind: 'due', of: `callback_state = 'waiting'` },
  { table: 'webhook_delivery', column: 'next_attempt_at', kind: 'due', of: `status in ('pending', 'retrying')` },
  { table: 'webhook_lane', column: 'due_at', kind: 'due', of: 'true' },
  { table: 'webhook_lane', column: 'leased_until', kind: 'due', of: 'true' },
  { table: 'webhook_retry', column: 'due_at', kind: 'due', of: 'true' },
  { table: 'webhook_retry', column: 'held_until', kind: 'due', of: 'true' },
  { table: 'webhook_outbox', column: 'leaves_at', kind: 'due', of: 'true' },
  { table: 'installation', column: 'partner_refresh_until', kind: 'due', of: 'true' },
  { table: 'kept_event', column: 'resend_at', kind: 'due', of: 'true' },
  { table: 'export', column: 'updated_at', kind: 'seen', of: `state in ('queued', 'running')` },
  { table: 'import', column: 'updated_at', kind: 'seen', of: 'true' },
  { table: 'import_preview', column: 'created_at', kind: 'seen', of: `state in ('queued', 'running')` },
  { table: 'bulk_request', column: 'updated_at', kind: 'seen', of: 'true' },
  { table: 'subscriber', column: 'updated_at', kind: 'seen', of: 'queued_fields is not null' },
  { table: 'auth_throttle', column: 'window_started_at', kind: 'seen', of: 'true' },
]

/**
 * Detects that the database's clock was set back, and moves the times of waiting rows by as much. Rows that began to wait before the clock
 * went wrong may be due early by as much, which is harmless: they are tried again. Returns by how many milliseconds the clock was set back.
 */
export function followSetBack({ pool, log }: { pool: pg.Pool; log: Logger }): Promise<number> {
  return withConnection(pool, async (client, discard) => {
    try {
      await client.query('begin')
      const set_back_ms = await follow(client, log)
      await client.query('commit')
      return set_back_ms
    } catch (error) {
      await client.query('rollback').catch(discard)
      throw error
    }
  })
}

async function follow(client: pg.PoolClient, log: Logger): Promise<number> {
  await client.query(
    'insert into clock_sighting (seen_at) values (clock_timestamp()) on conflict (only_row) do nothing',
  )
  // One process acts on a jump.
  const { rows } = await client.query<{ behind_ms: number; now: Date }>(
    `select clock_timestamp() as now, extract(epoch from seen_at - clock_timestamp())::float8 * 1000 as behind_ms
       from clock_sighting for update skip locked`,
  )
  const [look] = rows
  const set_back_ms = look && look.behind_ms > SMALLEST_STEP_MS ? look.behind_ms : 0
  if (look && set_back_ms > 0) {
    log.warn({ set_back_ms }, "the database's clock was set back: the times of waiting rows are moved with it")
    for (const wait of WAITS) await client.query(bringForward(wait), [set_back_ms, look.now])
    await client.query(BRING_SEQUENCES_FORWARD, [set_back_ms, look.now])
  }
  if (look)
    await client.query('update clock_sighting set seen_at = case when $2 then $1 else greatest(seen_at, $1) end', [
      look.now,
      set_back_ms > 0,
    ])
  return set_back_ms
}

const bringForward = ({ table, column, kind, of }: Wait): string => {
  const time = kind === 'due' ? `greatest($2, ${column} - $1::float8 * interval '1 millisecond')` : '$2'
  return `update ${table} set ${column} = ${time} where ${column} > $2::timestamptz and $1::float8 > 0 and ${of}`
}

/**
 * Delays of sequences are counted from a moment: those that lie ahead of now began before the clock was set back, and are planned again.
 * So are subscribers who were to be planned at once: no email has been promised to them for that time.
 */
const BRING_SEQUENCES_FORWARD = `update enrollment
  set delay_from = case when delay_from > $2 then greatest($2, delay_from - $1::float8 * interval '1 millisecond') else delay_from end,
    next_email_id = null, next_at = $2
  where state = 'active' and (delay_from > $2::timestamptz or next_email_id is null and next_at > $2)`
