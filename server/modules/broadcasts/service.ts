import { type Ctx, memberOf } from '../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { forgetComments } from '../comments/service.ts'
import { refuseMistakes } from '../delivery/compose/compose.ts'
import { forgetRevisions } from '../revisions/service.ts'
import { type BroadcastChange, changeBroadcast, checkReferences, columnsOf } from './changing.ts'
import type { Broadcast, BroadcastFilter, ListedBroadcast, StatsFilter } from './schema.ts'
import { applySendAt, requireEditable } from './sending/sending.ts'
import { broadcastColumns, broadcastEvent, lockBroadcast, readBroadcast } from './view.ts'

/** Lists broadcasts, newest first. A filter on the send time excludes drafts. */
export function listBroadcasts(
  ctx: Ctx,
  { status, sent_after, sent_before, slim, ...paging }: BroadcastFilter & PageQuery,
): Promise<Page<ListedBroadcast>> {
  const { where, values } = broadcastConditions({ status, sent_after, sent_before })
  return keysetPage<ListedBroadcast>(ctx.sql, paging, {
    name: 'broadcasts',
    view: broadcastColumns(slim),
    from: 'broadcast t',
    where,
    values,
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

export const getBroadcast = (ctx: Ctx, { id }: { id: number }): Promise<Broadcast> => readBroadcast(ctx, { id })

/** Creates a broadcast. With `send_at` it must be sendable; throws invalid otherwise. */
export async function createBroadcast(ctx: Ctx, input: BroadcastChange): Promise<Broadcast> {
  const columns = await columnsOf(ctx, input)
  await refuseMistakes(ctx, columns)
  return write(ctx, async (tx) => {
    await checkReferences(tx, { ...input, content: columns.content })
    const { id } = await tx.db.broadcast.create({
      data: {
        account_id: tx.account_id,
        ...columns,
        created_by: memberOf(tx),
        is_from_program: tx.actor.kind !== 'user',
        created_at: tx.now(),
        updated_at: tx.now(),
      },
    })
    // `broadcast.created` shows the broadcast as it is after the request, and comes before events of its schedule.
    const later: (() => void)[] = []
    const scheduling: Tx = { ...tx, emit: (type, data) => void later.push(() => tx.emit(type, data)) }
    if (input.send_at) await applySendAt(scheduling, await lockBroadcast(tx, { id }), input.send_at)
    tx.emit('broadcast.created', await broadcastEvent(tx, id))
    for (const emit of later) emit()
    return readBroadcast(tx, { id })
  })
}

/** Absent properties are unchanged, null clears. Throws not_found, or invalid when it is sending, sent or aborted. */
export function updateBroadcast(ctx: Ctx, { id, ...input }: BroadcastChange & { id: number }): Promise<Broadcast> {
  return write(ctx, async (tx) => {
    requireEditable(await lockBroadcast(tx, { id }))
    await changeBroadcast(tx, { id, ...input })
    const after = await lockBroadcast(tx, { id })
    const send_at = input.send_at === undefined ? after.send_at : input.send_at
    // A scheduled broadcast must stay ready to send.
    if (input.send_at !== undefined || after.status === 'scheduled') await applySendAt(tx, after, send_at)
    return readBroadcast(tx, { id })
  })
}

/** Deletes a draft, scheduled or aborted broadcast. Throws not_found, or invalid when it is sending or sent. */
export function deleteBroadcast(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { status } = await lockBroadcast(tx, { id })
    if (status !== 'aborted') requireEditable({ status })
    // A batch claimed before the abort may still be sending its last message, so the broadcast's row must stay.
    const isClaimed = await tx.sql.one(
      `select 1 from send_batch b join mail m on m.account_id = b.account_id and m.id = b.mail_id
       where b.account_id = $1 and m.broadcast_id = $2 limit 1`,
      [id],
    )
    if (isClaimed) requireEditable({ status: 'sending' })
    const event = await broadcastEvent(tx, id)
    await tx.db.broadcast.deleteMany({ where: { id } })
    await forgetRevisions(tx, { kind: 'broadcast', item_id: id })
    await forgetComments(tx, { kind: 'broadcast', item_ids: [id] })
    tx.emit('broadcast.deleted', event)
  })
}

/** Returns conditions over `broadcast t` for lists of broadcasts. */
export function broadcastConditions({ status, sent_after, sent_before }: StatsFilter): {
  where: string[]
  values: unknown[]
} {
  const where = ['t.account_id = $1']
  const values: unknown[] = []
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    where.push(condition.replace('?', `$${values.length + 1}`))
  }
  add('t.status = ?::broadcast_status', status)
  add('t.send_at >= ?', sent_after)
  add('t.send_at <= ?', sent_before)
  return { where, values }
}
