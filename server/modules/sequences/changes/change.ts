import { type Ctx, memberOf } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { iso, isoSql } from '../../../core/wire.ts'
import { acquireAdvisoryLock, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { subjectForMany } from '../../delivery/compose/subjects.ts'
import { isUnclaimed } from '../../delivery/sending/batch.ts'
import { binder } from '../../subscribers/view.ts'
import type { ChangeAction, ChangeInput, ChangePreview, SequenceChangeRow } from '../change-schema.ts'
import { findFirstEmail, IS_OVER } from '../enrolling/enrolling.ts'
import { findSequence } from '../view.ts'
import { sourceName, sourceSql } from './source.ts'

/** Previews a change without applying it. Throws not_found, or invalid for an unknown source. */
export async function previewChange(ctx: Ctx, { sequence_id, action, source }: ChangeInput): Promise<ChangePreview> {
  const sequence = await findSequence(ctx, { id: sequence_id })
  await sourceName(ctx, source)
  const values: unknown[] = [sequence_id]
  const is_matched = await sourceSql(ctx, source, { sequence_id, bind: binder(values) })
  const counts = await ctx.sql.one<Record<'matched' | 'inactive' | 'fresh' | 'over' | 'underway' | 'enrolled', number>>(
    `with matched as (select s.id, s.state = 'active' as is_active from subscriber s where s.account_id = $1 and ${is_matched})
     select count(*)::int as matched, count(*) filter (where not m.is_active)::int as inactive,
       count(*) filter (where m.is_active and e.subscriber_id is null)::int as fresh,
       count(*) filter (where m.is_active and ${IS_OVER})::int as over,
       count(*) filter (where m.is_active and e.subscriber_id is not null and not ${IS_OVER})::int as underway,
       count(e.subscriber_id)::int as enrolled
     from matched m left join enrollment e on e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = m.id`,
    values,
  )
  const { matched = 0, inactive = 0, fresh = 0, over = 0, underway = 0, enrolled = 0 } = counts ?? {}
  const { step, due } = await findFirstEmail(ctx, sequence)
  const changed = {
    add: fresh + (sequence.repeat ? over : 0),
    restart: over + underway,
    remove: enrolled,
  }
  return {
    matched,
    inactive,
    underway,
    over,
    changed: changed[action],
    missing: matched - enrolled,
    withdrawn: action === 'add' ? 0 : await countWithdrawn(ctx, { action, values, is_matched }),
    first_subject: step && subjectForMany(step.subject),
    first_at: due ? iso(due) : null,
    is_paused: !sequence.active,
    repeat: sequence.repeat,
  }
}

interface Waiting {
  action: Exclude<ChangeAction, 'add'>
  values: unknown[]
  is_matched: string
}

/** Counts queued messages to subscribers whom the change restarts or removes. Claimed messages are being sent. */
async function countWithdrawn(ctx: Ctx, { action, values, is_matched }: Waiting): Promise<number> {
  const row = await ctx.sql.one<{ count: number }>(
    `select count(*)::int as count from sequence_email x
       join mail m on m.account_id = x.account_id and m.sequence_email_id = x.id and m.completed_at is null
       join delivery d on d.account_id = m.account_id and d.mail_id = m.id and d.state = 'queued'
       join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
       join enrollment e on e.account_id = x.account_id and e.sequence_id = x.sequence_id and e.subscriber_id = s.id
     where x.account_id = $1 and x.sequence_id = $2 and ${isUnclaimed('d')} and ${is_matched}
       ${action === 'restart' ? `and s.state = 'active'` : ''}`,
    values,
  )
  return row?.count ?? 0
}

const MAX_RUNNING = 20

/**
 * Starts a change, which a job applies in slices. It changes the subscribers in the source when their slice is applied. Throws not_found,
 * invalid for an unknown source, and conflict while too many are running.
 */
export async function requestChange(ctx: Ctx, input: ChangeInput): Promise<{ id: number; changed: number }> {
  const { sequence_id, action, source } = input
  const { matched, changed } = await previewChange(ctx, input)
  return write(ctx, async (tx) => {
    await sourceName(tx, source)
    noteReached(tx, { recipients: changed, suppressed: 0, is_exact: true })
    await acquireAdvisoryLock(tx, 'sequence changes')
    const running = await tx.db.sequenceChange.count({ where: { state: 'running' } })
    if (running >= MAX_RUNNING) throw conflict(t`${running} changes are already running. Wait until one is complete.`)
    const { id } = await tx.db.sequenceChange.create({
      data: {
        account_id: tx.account_id,
        sequence_id,
        action,
        source: JSON.parse(JSON.stringify(source)) as object,
        total: matched,
        created_by: memberOf(tx),
        created_at: tx.now(),
        updated_at: tx.now(),
      },
    })
    tx.emit('sequence.change_requested', { sequence_change_id: id })
    return { id, changed }
  })
}

/** Stops a running change. Earlier effects stay. Throws not_found if it is not running. */
export function cancelChange(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const where = { id, state: 'running' }
    const { count } = await tx.db.sequenceChange.updateMany({ where, data: { state: 'canceled', ended_at: tx.now() } })
    if (count === 0) throw notFound()
  })
}

const SHOWN = 5

/** Lists the last changes of a sequence, newest first. */
export async function listChanges(ctx: Ctx, { sequence_id }: { sequence_id: number }): Promise<SequenceChangeRow[]> {
  return ctx.sql.rows<SequenceChangeRow>(
    `select c.id, c.action, c.state, c.total, c.done, c.changed, ${isoSql('c.created_at')} as created_at,
       ${isoSql('c.ended_at')} as ended_at, case c.source ->> 'kind' when 'everyone' then 'Everyone in the sequence'
         when 'tag' then 'Tag “' || coalesce((select g.name from tag g where g.account_id = $1 and g.id = (c.source ->> 'id')::int), 'deleted') || '”'
         when 'segment' then 'Segment “' || coalesce((select g.name from segment g where g.account_id = $1 and g.id = (c.source ->> 'id')::int), 'deleted') || '”'
         else 'Selected subscribers' end as source_name
     from sequence_change c where c.account_id = $1 and c.sequence_id = $2 order by c.id desc limit ${SHOWN}`,
    [sequence_id],
  )
}
