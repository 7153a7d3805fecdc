import type { Ctx } from '../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { requirePostalAddress } from '../accounts/settings/postal-address.ts'
import { forgetComments } from '../comments/service.ts'
import { pauseEmails, resumeEmails } from '../delivery/service.ts'
import { checkSender, checkTemplate } from './compose/requirements.ts'
import { checkSources } from './enrolling/exclusion.ts'
import { SEND_DAYS, type Sequence, type SequenceChange, type SequenceInput, type WithStats } from './schema.ts'
import { lockSequence, readSequence, sequenceColumns, sequenceEvents } from './view.ts'

/** Lists sequences, newest first. */
export function listSequences(ctx: Ctx, { include, ...paging }: WithStats & PageQuery): Promise<Page<Sequence>> {
  return keysetPage<Sequence>(ctx.sql, paging, {
    name: 'sequences',
    view: sequenceColumns(include === 'stats'),
    from: 'sequence t',
    where: ['t.account_id = $1', 't.deleted_at is null'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

/** Throws not_found. */
export const getSequence = (ctx: Ctx, { id, include }: WithStats & { id: number }): Promise<Sequence> =>
  readSequence(ctx, { id, stats: include === 'stats' })

/** Creates an active sequence that sends daily at 11 in the account's time zone by default. Throws invalid for unknown references. */
export function createSequence(ctx: Ctx, input: SequenceInput): Promise<Sequence> {
  return write(ctx, async (tx) => {
    await checkReferences(tx, input)
    const { time_zone } = await tx.db.account.findFirstOrThrow({ where: {}, select: { time_zone: true } })
    const { id } = await tx.db.sequence.create({
      data: {
        ...columnsOf(input),
        name: input.name,
        send_days: input.send_days ?? [...SEND_DAYS],
        send_hour: input.send_hour ?? 11,
        time_zone: input.time_zone ?? time_zone,
        account_id: tx.account_id,
        created_at: tx.now(),
        updated_at: tx.now(),
      },
    })
    await emitSequenceEvent(tx, 'sequence.created', id)
    return readSequence(tx, { id })
  })
}

/**
 * Changes the given properties. A new schedule does not change times that are already scheduled. Deactivating pauses sending; after
 * activating, late emails are sent. Throws not_found, or invalid for unknown references.
 */
export function updateSequence(ctx: Ctx, { id, ...input }: SequenceChange & { id: number }): Promise<Sequence> {
  return write(ctx, async (tx) => {
    const before = await lockSequence(tx, { id })
    await checkReferences(tx, input, id)
    // Without published emails nothing is sent; publishing checks the address.
    if (input.active && !before.active && (await hasPublishedEmail(tx, id))) await requirePostalAddress(tx)
    await tx.db.sequence.updateMany({ where: { id }, data: { ...columnsOf(input), updated_at: tx.now() } })
    const active = input.active ?? before.active
    if (active !== before.active) await setSending(tx, { id, active })
    return readSequence(tx, { id })
  })
}

/** Deletes a sequence and stops sending; a job deletes its enrollments. Throws not_found. */
export function deleteSequence(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await lockSequence(tx, { id })
    await emitSequenceEvent(tx, 'sequence.deleted', id)
    await tx.db.sequence.updateMany({ where: { id }, data: { deleted_at: tx.now(), active: false } })
    const sequence_email_ids = await emailIds(tx, id)
    await pauseEmails(tx, { sequence_email_ids })
    await forgetComments(tx, { kind: 'sequence_email', item_ids: sequence_email_ids })
    tx.emit('sequence.cleanup_requested', { sequence_id: id })
  })
}

async function setSending(tx: Tx, { id, active }: { id: number; active: boolean }): Promise<void> {
  if (!active) {
    await pauseEmails(tx, { sequence_email_ids: await emailIds(tx, id) })
    return emitSequenceEvent(tx, 'sequence.disabled', id)
  }
  await resumeEmails(tx, { sequence_email_ids: await emailIds(tx, id) })
  tx.emit('sequence.work_requested', { sequence_id: id })
  return emitSequenceEvent(tx, 'sequence.published', id)
}

const hasPublishedEmail = async (tx: Tx, sequence_id: number) =>
  (await tx.db.sequenceEmail.count({ where: { sequence_id, published: true, deleted_at: null } })) > 0

async function emailIds(tx: Tx, sequence_id: number): Promise<number[]> {
  const emails = await tx.db.sequenceEmail.findMany({ where: { sequence_id }, select: { id: true } })
  return emails.map(({ id }) => id)
}

async function checkReferences(tx: Tx, input: SequenceChange, id?: number): Promise<void> {
  await checkTemplate(tx, input.email_template_id)
  await checkSender(tx, input.email_address)
  await checkSources(tx, input.exclude_subscriber_sources, id)
}

/** Maps input to columns. Undefined members are unchanged. */
function columnsOf({ name, hold, repeat, active, email_address, email_template_id, ...schedule }: SequenceChange) {
  const { send_days, send_hour, time_zone, exclude_subscriber_sources } = schedule
  const sending = { send_days, send_hour, time_zone, exclude_subscriber_sources }
  return { name, hold, repeat, active, email_address, email_template_id, ...sending }
}

export async function emitSequenceEvent(
  tx: Tx,
  event: 'sequence.created' | 'sequence.deleted' | 'sequence.published' | 'sequence.disabled',
  id: number,
): Promise<void> {
  const sequence = (await sequenceEvents(tx, [id])).get(id)
  if (sequence) tx.emit(event, { sequence })
}
