import type pg from 'pg'
import type { Logger } from '../../core/log.ts'
import { withConnection } from '../../db/connections/connection-use.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'

/** Smaller jumps, such as corrections by time servers, are ignored. */
const MIN_STEP_MS = 10_000

interface Wait {
  table: string
  column: string
  /** `due`: the current time plus a pause. `seen`: a past moment from which a pause is counted. */
  kind: 'due' | 'seen'
  /** SQL condition of waiting rows. In other rows the column only records when something happened. */
  of: string
}

/**
 * Times that the service computed from its clock, to retry or to detect lost work. List every such column here or in the exceptions of
 * set-back.test.ts. Times chosen by users, and times after which data is deleted, stay unchanged.
 */
export const WAITS: readonly Wait[] = [
  { table: 'delivery', column: 'next_attempt_at', kind: 'due', of: `state = 'queued'` },
  { table: 'broadcast', column: 'send_at', kind: 'due', of: `undo_until is not null and status = 'scheduled'` },
  { table: 'broadcast', column: 'undo_until', kind: 'due', of: `status = 'scheduled'` },
  { table: 'mail', column: 'release_at', kind: 'due', of: 'released_at is null' },
  { table: 'automation_call', column: 'next_attempt_at', kind: 'due', of: `state in ('queued', 'retrying')` },
  { table: 'automation_pull', column: 'next_at', kind: 'due', of: 'true' },
  { table: 'service_mail', column: 'next_attempt_at', kind: 'due', of: 'sent_at is null and error is null' },
  { table: 'usage_batch', column: 'next_attempt_at', kind: 'due', of: 'sent_at is null' },
  { table: 'confirmation', column: 'next_attempt_at', kind: 'due', of: 'sent_at is null' },
  { table: 'form_file_email', column: 'next_attempt_at', kind: 'due', of: 'sent_at is null' },
  { table: 'transport_circuit', column: 'probe_at', kind: 'due', of: 'true' },
  { table: 'transport_back_off', column: 'until', kind: 'due', of: 'true' },
  { table: 'sending_rate', column: 'free_at', kind: 'due', of: 'true' },
  { table: 'mail_wait', column: 'until', kind: 'due', of: 'true' },
  { table: 'bulk_request', column: 'callback_at', kind: 'due', of: `callback_state = 'waiting'` },
  { table: 'webhook_delivery', column: 'next_attempt_at', kind: 'due', of: `status in ('pending', 'retrying')` },
  { table: 'webhook_queue', column: 'due_at', kind: 'due', of: 'true' },
  { table: 'webhook_queue', column: 'leased_until', kind: 'due', of: 'true' },
  { table: 'webhook_retry', column: 'due_at', kind: 'due', of: 'true' },
  { table: 'webhook_retry', column: 'leased_until', kind: 'due', of: 'true' },
  { table: 'received_message', column: 'leased_until', kind: 'due', of: 'read_at is null' },
  { table: 'webhook_outbox', column: 'leaves_at', kind: 'due', of: 'true' },
  { table: 'installation', column: 'partner_refresh_until', kind: 'due', of: 'true' },
  { table: 'automation_run', column: 'due_at', kind: 'due', of: `ended_at is null and state in ('ready', 'held')` },
  { table: 'account_view', column: 'until', kind: 'due', of: 'true' },
  { table: 'kept_event', column: 'resend_at', kind: 'due', of: 'true' },
  { table: 'analytics_day', column: 'next_count_at', kind: 'due', of: 'next_count_at is not null' },
  { table: 'analytics_account', column: 'cohorts_due_at', kind: 'due', of: 'true' },
  { table: 'active_count_account', column: 'due_at', kind: 'due', of: 'true' },
  { table: 'export', column: 'updated_at', kind: 'seen', of: `state in ('queued', 'running')` },
  { table: 'import', column: 'updated_at', kind: 'seen', of: 'true' },
  { table: 'import_preview', column: 'created_at', kind: 'seen', of: `state in ('queued', 'running')` },
  { table: 'bulk_request', column: 'updated_at', kind: 'seen', of: 'true' },
  { table: 'subscriber', column: 'updated_at', kind: 'seen', of: 'queued_fields is not null' },
  { table: 'auth_throttle', column: 'window_started_at', kind: 'seen', of: 'true' },
]

/** Rows per transaction. */
const STRIDE = 5_000

/** The position of the work on a jump: a column of `WAITS` or the enrollments, and the primary key in its table. */
interface Progress {
  of: string
  after: string[] | null
}

interface Sighting {
  now: Date
  behind_ms: number
  set_back_ms: number | null
  set_back_at: Date | null
  progress: Progress | null
}

/**
 * Detects that the database's clock was set back, and moves the times of waiting rows by the same amount. Rows that began to wait before
 * the clock went wrong may become due early by that amount, which is harmless: they are retried. Reads the tables in order, a few thousand
 * rows in a transaction, and stores its position in `clock_reading`, so it can stop anywhere and continue. Returns the milliseconds by
 * which the clock was set back.
 */
export async function adjustToClock({
  pool,
  log,
  budget,
}: {
  pool: pg.Pool
  log: Logger
  budget?: Budget
}): Promise<number> {
  for (let set_back_ms = 0; ; ) {
    const state = await inTransaction(pool, (client) => adjustBatch(client, log))
    set_back_ms ||= state.set_back_ms
    if (!state.has_more || budget?.isSpent()) return set_back_ms
  }
}

function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return withConnection(pool, async (client, discard) => {
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(discard)
      throw error
    }
  })
}

async function adjustBatch(client: pg.PoolClient, log: Logger): Promise<{ set_back_ms: number; has_more: boolean }> {
  await client.query('insert into clock_reading (seen_at) values (clock_timestamp()) on conflict (only_row) do nothing')
  // Only one process handles a jump.
  const { rows } = await client.query<Sighting>(
    `select clock_timestamp() as now, extract(epoch from seen_at - clock_timestamp())::float8 * 1000 as behind_ms,
       set_back_ms, set_back_at, progress
     from clock_reading for update skip locked`,
  )
  const [look] = rows
  if (!look) return { set_back_ms: 0, has_more: false }
  // A second jump is handled after the first.
  if (look.set_back_ms !== null) return { set_back_ms: look.set_back_ms, has_more: await continueBatch(client, look) }
  const set_back_ms = look.behind_ms > MIN_STEP_MS ? look.behind_ms : 0
  if (set_back_ms > 0) {
    log.warn({ set_back_ms }, "the database's clock was set back: the times of waiting rows are adjusted")
    const begin = 'update clock_reading set seen_at = $1, set_back_ms = $2, set_back_at = $1, progress = null'
    await client.query(begin, [look.now, set_back_ms])
  } else await client.query('update clock_reading set seen_at = greatest(seen_at, $1)', [look.now])
  return { set_back_ms, has_more: set_back_ms > 0 }
}

/** Processes one batch. Returns whether there are more. */
async function continueBatch(
  client: pg.PoolClient,
  { set_back_ms, set_back_at, progress }: Sighting,
): Promise<boolean> {
  const passes = [...WAITS.map(passOf), ENROLLMENTS]
  // Another version of the program may have stored a column that this one does not know. Then the work starts over.
  const at = Math.max(0, progress ? passes.findIndex(({ name }) => name === progress.of) : 0)
  const pass = passes[at]
  if (!pass) return false
  const after = progress?.of === pass.name ? progress.after : null
  const last = await shortenDelays(client, pass, { after, values: [set_back_ms, set_back_at] })
  const next: Progress | undefined = last ? { of: pass.name, after: last } : nextOf(passes[at + 1])
  if (next) await client.query('update clock_reading set progress = $1', [JSON.stringify(next)])
  else await client.query('update clock_reading set set_back_ms = null, set_back_at = null, progress = null')
  return next !== undefined
}

interface Pass {
  name: string
  table: string
  /** SQL. `$1`: milliseconds by which the clock was set back. `$2`: the time of the change. */
  set: string
  where: string
}

const nextOf = (pass: Pass | undefined): Progress | undefined => pass && { of: pass.name, after: null }

function passOf({ table, column, kind, of }: Wait): Pass {
  const time = kind === 'due' ? `greatest($2, ${column} - $1::float8 * interval '1 millisecond')` : '$2'
  const where = `${column} > $2::timestamptz and $1::float8 > 0 and ${of}`
  return { name: `${table}.${column}`, table, set: `${column} = ${time}`, where }
}

/**
 * Delays of sequences count from a moment. A moment in the future was stored before the clock was set back, so its email is planned again.
 * Subscribers without a planned next email are also planned again, because that time was promised for no email.
 */
const ENROLLMENTS: Pass = {
  name: 'enrollment.delay_from',
  table: 'enrollment',
  set: `delay_from = case when delay_from > $2 then greatest($2, delay_from - $1::float8 * interval '1 millisecond') else delay_from end,
    next_email_id = null, next_at = $2`,
  where: `state = 'active' and (delay_from > $2::timestamptz or next_email_id is null and next_at > $2)`,
}

/** Moves the times of a table's next rows, in the order of its primary key. Returns the last key, or null at the end. */
async function shortenDelays(
  client: pg.PoolClient,
  { table, set, where }: Pass,
  { after, values }: { after: string[] | null; values: unknown[] },
): Promise<string[] | null> {
  const { rows: key } = await client.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, null) as type
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indrelid = $1::text::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`,
    [table],
  )
  const names = key.map(({ name }) => name)
  const begins = after ? `where (${names}) > (${key.map(({ type }, n) => `($3::text[])[${n + 1}]::${type}`)})` : ''
  const { rows } = await client.query<{ last: string[] }>(
    `with page as (
       select ${names.map((name, n) => `${name} as key_${n}`)} from ${table} ${begins} order by ${names} limit ${STRIDE}
     ), changed as (
       update ${table} set ${set} from page where ${names.map((name, n) => `${name} = page.key_${n}`).join(' and ')} and ${where}
     )
     select array[${names.map((_, n) => `key_${n}::text`)}] as last from page order by ${names.map((_, n) => `key_${n} desc`)} limit 1`,
    after ? [...values, after] : values,
  )
  return rows[0]?.last ?? null
}
