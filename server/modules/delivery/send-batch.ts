import type { Ctx } from '../../core/context.ts'
import { isStopping } from '../../core/stopping.ts'
import { LiquidError } from '../../lib/liquid-error.ts'
import { HeaderError } from '../../lib/mime-header.ts'
import { findSuppressed } from '../subscribers/suppression.ts'
import { type Batch, type ClaimedRow, confirmSent, settleDeadBatches, type Verdict } from './batch.ts'
import { HandOverLog } from './hand-over-log.ts'
import type { OpenTransport } from './mail-transport.ts'
import type { Message, PreparedMail } from './personalise.ts'
import { judge } from './verdict.ts'

/** So many refusals in a row that are not the readers' fault mean that the server takes none of this mail. */
const MAX_REFUSALS = 25

/** Hands the messages of a claimed batch over. Gives what the mail server said if it cannot be used now. */
export async function sendBatch(
  ctx: Ctx,
  { mail_id, batch, prepared, open }: { mail_id: number; batch: Batch; prepared: PreparedMail; open: OpenTransport },
): Promise<{ trouble: string | null }> {
  const log = new HandOverLog(batch)
  let trouble: string | null = null
  let refusals = 0
  let waiting: ClaimedRow[] = []

  // One per connection. A connection that fails puts its message back for the others; the batch ends when all have failed.
  const handOverRest = async (connection: number) => {
    while (!log.stopped && refusals < MAX_REFUSALS && !isStopping()) {
      const row = waiting.shift()
      if (!row) return
      const message = compose(ctx, prepared, row)
      if ('state' in message) {
        log.end(connection, message)
        continue
      }
      const result = await open.transport.send({
        envelope: { from: message.from, to: message.to },
        raw: message.raw,
        account_id: ctx.account_id,
        shown_to: 'viewer',
        beforeHandOver: () => log.begin(connection, row.id),
      })
      const { attempts } = row
      const judgement = judge({ subscriber_id: row.id, attempts, message_id: message.message_id }, result, ctx.now())
      if (log.failure) {
        if ('verdict' in judgement) log.end(connection, judgement.verdict)
        throw log.failure
      }
      if ('trouble' in judgement) {
        trouble = judgement.trouble
        log.leave(connection)
        waiting.unshift(row)
        return
      }
      const { verdict } = judgement
      log.end(connection, verdict)
      refusals = verdict.reason === 'refused' && !verdict.bounced ? refusals + 1 : 0
      if (refusals >= MAX_REFUSALS) trouble = result.response
    }
  }

  try {
    waiting = await mailable(ctx, batch.rows, prepared, log)
    const lanes = Array.from({ length: Math.min(open.connections, waiting.length) }, (_, lane) => handOverRest(lane))
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected')
    if (failed) throw failed.reason
    for (const row of waiting) log.end(-1, { subscriber_id: row.id, state: 'queued' })
    await log.flush()
    await batch.close()
  } catch (error) {
    await giveUp(ctx, mail_id, batch, log)
    throw error
  }
  return { trouble: waiting.length > 0 ? trouble : null }
}

/** The claim is lost, but not what this process has seen: messages that did arrive are not left in doubt. */
async function giveUp(ctx: Ctx, mail_id: number, batch: Batch, log: HandOverLog): Promise<void> {
  await batch.abandon()
  await settleDeadBatches(ctx, { mail_id })
  const arrived = log.unwritten.filter(({ state }) => state === 'sent').map(({ subscriber_id }) => subscriber_id)
  if (arrived.length > 0) await confirmSent(ctx, { mail_id, batch_id: batch.id, subscriber_ids: arrived })
}

async function mailable(ctx: Ctx, rows: ClaimedRow[], prepared: PreparedMail, log: HandOverLog): Promise<ClaimedRow[]> {
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

function compose(ctx: Ctx, prepared: PreparedMail, row: ClaimedRow): Message | Verdict {
  try {
    return prepared.message(row, ctx.now())
  } catch (error) {
    if (!(error instanceof LiquidError || error instanceof HeaderError)) throw error
    return { subscriber_id: row.id, state: 'failed', reason: 'unrenderable', detail: error.message }
  }
}
