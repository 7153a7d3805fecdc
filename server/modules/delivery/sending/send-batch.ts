import type { Ctx } from '../../../core/context.ts'
import { isStopping } from '../../../core/stopping.ts'
import { CAUGHT_MAIL_ROLES } from '../../../mail/transport.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import type { Block, Route } from '../../transports/route.ts'
import type { Message } from '../compose/personalize.ts'
import { renderProblem } from '../compose/preflight.ts'
import type { RenderWatch } from '../compose/render-watch.ts'
import type { Signer } from '../compose/signer.ts'
import type { PreparedVariants } from '../compose/variants.ts'
import { admitRows, heldBack } from '../transport/admission.ts'
import type { OpenTransport } from '../transport/mail-transport.ts'
import { settleRoute } from '../transport/transport-error.ts'
import { type Batch, type ClaimedRow, confirmSent, type DeliveryUpdate, recoverDeadBatches } from './batch.ts'
import { HandOverLog } from './hand-over-log.ts'
import { decideOutcome, SENDER_REFUSED } from './outcome.ts'

/** What a batch showed about the transports. */
export interface BatchResult {
  /** Why none can be used now. */
  transport_error: Pick<Block, 'reply' | 'until'> | null
  /** The server's reply when it refused too often in a row. Sending must stop. */
  refusal: string | null
}

/** Sends the messages of a claimed batch. */
export async function sendBatch(
  ctx: Ctx,
  { mail_id, batch, prepared, signer, open, watch }: BatchInput,
): Promise<BatchResult> {
  const log = new HandOverLog(batch)
  const { route } = open
  const keep_trying = route?.is_refused ?? false
  let waiting: ClaimedRow[] = []

  // One per connection. A connection that fails returns its message to the others; the batch ends when all have failed.
  const handOverRest = async (connection: number) => {
    while (!log.stopped && !watch?.reason && !isOver(route) && !isStopping()) {
      const row = waiting.shift()
      if (!row) return
      const message = heldBack(row, open) ?? compose(ctx, prepared, row, watch)
      if ('state' in message) {
        log.end(connection, message)
        continue
      }
      const envelope = { from: message.from, to: message.to }
      const [signature] = (await signer?.sign([message.raw])) ?? []
      const result = await open.transport.send({
        envelope,
        raw: signature ? Buffer.concat([signature, message.raw]) : message.raw,
        account_id: ctx.account_id,
        subscriber_id: row.id,
        was_refused: row.reason === SENDER_REFUSED,
        shown_to: CAUGHT_MAIL_ROLES.subscriber_email,
        beforeHandOver: () => log.begin(connection, row.id),
      })
      const { message_id } = message
      const outcome = decideOutcome({ ...row, message_id }, result, {
        now: ctx.now(),
        keep_trying,
        envelope,
        transport: open.name,
      })
      if (outcome.update) log.end(connection, outcome.update)
      else log.cancel(connection)
      if (log.failure) throw log.failure
      if (outcome.update) continue
      waiting.unshift(row)
      if (outcome.transport_error !== undefined) return
    }
  }

  try {
    const rows = await excludeSuppressed(ctx, batch.rows, prepared, log)
    const admission = await admitRows(ctx, { mail_id, open, rows })
    for (const update of admission.later) log.end(-1, update)
    waiting = admission.now
    const workers = Array.from({ length: Math.min(open.connections, waiting.length) }, (_, connection) =>
      handOverRest(connection),
    )
    const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected')
    if (failed) throw failed.reason
    for (const { id, reason } of waiting) {
      log.end(-1, { subscriber_id: id, state: 'queued', ...(reason !== null && { reason }) })
    }
    await log.flush()
    await batch.close()
  } catch (error) {
    await giveUp(ctx, mail_id, batch, log)
    throw error
  }
  if (!route) return { transport_error: null, refusal: null }
  const is_left = waiting.length > 0 && !isStopping() && !log.stopped && !watch?.reason
  await settleRoute(ctx, route, { is_stuck: is_left && !isOver(route) })
  const block = route.blocked()
  const refusal = route.message_refusal ?? (block?.kind === 'refused' && block.is_own ? block.reply : null)
  return { transport_error: is_left ? block : null, refusal }
}

interface BatchInput {
  mail_id: number
  batch: Batch
  prepared: PreparedVariants
  signer: Signer | null
  open: OpenTransport
  /** Null: messages that cannot be built do not stop sending. */
  watch: RenderWatch | null
}

/** Whether no further message should be tried: no transport can be used, or the message itself is refused. */
const isOver = (route: Route | null): boolean =>
  route !== null && (route.message_refusal !== null || route.blocked() !== null)

/** Handles a lost claim: messages that this process saw accepted become sent instead of unconfirmed. */
async function giveUp(ctx: Ctx, mail_id: number, batch: Batch, log: HandOverLog): Promise<void> {
  await batch.abandon()
  await recoverDeadBatches(ctx, { mail_id })
  const arrived = log.unwritten.filter(({ state }) => state === 'sent').map(({ subscriber_id }) => subscriber_id)
  if (arrived.length > 0) await confirmSent(ctx, { mail_id, batch_id: batch.id, subscriber_ids: arrived })
}

async function excludeSuppressed(
  ctx: Ctx,
  rows: ClaimedRow[],
  prepared: PreparedVariants,
  log: HandOverLog,
): Promise<ClaimedRow[]> {
  const suppressed = await findSuppressed(ctx, { email_addresses: rows.map((row) => row.email_address) })
  if (prepared.needs_tags) await addTags(ctx, rows)
  return rows.filter((row) => {
    if (!suppressed.has(row.email_address)) return true
    log.end(-1, { subscriber_id: row.id, state: 'excluded', reason: 'suppressed' })
    return false
  })
}

async function addTags(ctx: Ctx, rows: ClaimedRow[]): Promise<void> {
  const tagged = await ctx.sql.rows<{ id: number; tags: string[] }>(
    `select g.subscriber_id as id, array_agg(t.name order by t.name) as tags
     from tagging g join tag t on t.account_id = g.account_id and t.id = g.tag_id
     where g.account_id = $1 and g.subscriber_id = any ($2::bigint[]) group by 1`,
    [rows.map(({ id }) => id)],
  )
  const tags_of = new Map(tagged.map(({ id, tags }) => [id, tags]))
  for (const row of rows) row.tags = tags_of.get(row.id) ?? []
}

function compose(
  ctx: Ctx,
  prepared: PreparedVariants,
  row: ClaimedRow,
  watch: RenderWatch | null,
): Message | DeliveryUpdate {
  try {
    const message = prepared.of(row).message(row, ctx.now())
    watch?.pass()
    return message
  } catch (error) {
    const problem = renderProblem(error)
    if (problem === null) throw error
    watch?.fail({ email_address: row.email_address, problem })
    return { subscriber_id: row.id, state: 'failed', reason: 'unrenderable', detail: problem }
  }
}
