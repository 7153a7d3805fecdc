import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import type { DomainEvent } from '../../core/events/events.ts'
import { isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import type { ListedSequenceEmail, SequenceEmail } from './email-schema.ts'
import type { ExcludedSource, Sequence, Weekday } from './schema.ts'
import { emailStatsSql, sequenceStatsSql } from './stats.ts'

/** The API columns of a sequence, over `sequence t`. */
export const sequenceColumns = (with_stats = false) => `t.id, t.name, t.hold, t.repeat,
  ${isoSql('t.created_at')} as created_at, ${isoSql('t.updated_at')} as updated_at, t.email_address, t.email_template_id,
  to_json(t.send_days) as send_days, t.send_hour, t.time_zone, t.active, t.exclude_subscriber_sources,
  (select count(*)::int from sequence_email m
    where m.account_id = t.account_id and m.sequence_id = t.id and m.published and m.deleted_at is null) as email_count,
  (select count(*)::int from enrollment e join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id
    where e.account_id = t.account_id and e.sequence_id = t.id and s.state = 'active') as subscriber_count
  ${with_stats ? `, ${sequenceStatsSql('t.account_id', 't.id')} as stats` : ''}`

export async function readSequence(
  ctx: Ctx,
  { id, stats = false }: { id: number; stats?: boolean },
): Promise<Sequence> {
  const row = await ctx.sql.one<Sequence>(
    `select ${sequenceColumns(stats)} from sequence t where t.account_id = $1 and t.id = $2 and t.deleted_at is null`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

/** The stored row, without counts. */
export interface StoredSequence {
  id: number
  name: string
  hold: boolean
  repeat: boolean
  active: boolean
  email_address: string | null
  email_template_id: number | null
  send_days: Weekday[]
  send_hour: number
  time_zone: string
  exclude_subscriber_sources: ExcludedSource[]
}

/** Reads and locks a sequence for changes to it or its emails. */
export const lockSequence = (tx: Tx, { id }: { id: number }) => readRow(tx, id, 'for update')
/** Reads a sequence without a lock. */
export const findSequence = (ctx: Ctx, { id }: { id: number }) => readRow(ctx, id, '')
/** Locks an active sequence against changes such as a pause, while allowing other reads. Returns undefined when inactive. */
export const lockActiveSequence = (tx: Tx, { id }: { id: number }) =>
  tx.sql.one<StoredSequence>(`${STORED} and active for share`, [id])

/** The same, also when inactive. */
export const lockExistingSequence = (tx: Tx, { id }: { id: number }) =>
  tx.sql.one<StoredSequence>(`${STORED} for share`, [id])

async function readRow(ctx: Ctx, id: number, locking: 'for update' | ''): Promise<StoredSequence> {
  const row = await ctx.sql.one<StoredSequence>(`${STORED} ${locking}`, [id])
  if (!row) throw notFound()
  return row
}

const STORED = `select id, name, hold, repeat, active, email_address, email_template_id, send_days, send_hour, time_zone,
  exclude_subscriber_sources from sequence where account_id = $1 and id = $2 and deleted_at is null`

type SequenceData = DomainEvent['sequence.created']['sequence']

/** The event data of sequences (contract 9.5). */
export async function sequenceEvents(ctx: Ctx, ids: readonly number[]): Promise<Map<number, SequenceData>> {
  const rows = await ctx.sql.rows<SequenceData>(
    `select id, name, hold, repeat, ${isoSql('created_at')} as created_at, ${isoSql('updated_at')} as updated_at,
       email_template_id, active
     from sequence where account_id = $1 and id = any ($2::int[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const ALL_DAYS = `'["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]'::jsonb`

/** The API columns of a sequence email, over `sequence_email t`. */
export const emailColumns = ({
  stats,
  content,
}: {
  stats: boolean
  content: boolean
}) => `t.id, t.sequence_id, t.subject,
  t.preview_text, coalesce((select q.email_address from sequence q where q.account_id = t.account_id and q.id = t.sequence_id),
    (select a.email_address from sending_address a where a.account_id = t.account_id and a.is_default order by a.id limit 1)
  ) as email_address, t.email_template_id, t.published, t.position, t.delay_value, t.delay_unit,
  coalesce(to_jsonb(nullif(t.send_days, '{}')), case when t.delay_unit = 'days' then ${ALL_DAYS} end) as send_days
  ${content ? ', t.content' : ''}${stats ? `, ${emailStatsSql('t.account_id', 't.id')} as stats` : ''}`

export async function readEmail(
  ctx: Ctx,
  { sequence_id, id, stats = false }: { sequence_id: number; id: number; stats?: boolean },
): Promise<SequenceEmail> {
  const row = await ctx.sql.one<SequenceEmail & ListedSequenceEmail>(
    `select ${emailColumns({ stats, content: true })} from sequence_email t
     where t.account_id = $1 and t.sequence_id = $2 and t.id = $3 and t.deleted_at is null`,
    [sequence_id, id],
  )
  if (!row) throw notFound()
  return row
}
