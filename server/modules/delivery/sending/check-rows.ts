import type { Ctx } from '../../../core/context.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { loadSegments } from '../compose/segment-conditions.ts'
import type { PreparedVariants } from '../compose/variants.ts'
import type { ClaimedRow } from './batch.ts'
import { loadEvents } from './delivery-events.ts'
import type { DeliveryUpdate } from './results.ts'

/** Splits claimed deliveries into sendable and excluded ones. Loads tags, events and segments if templates use them. */
export async function checkRows(
  ctx: Ctx,
  {
    mail_id,
    claimed,
    prepared,
  }: {
    mail_id: number
    claimed: readonly ClaimedRow[]
    prepared: Pick<PreparedVariants, 'needs_tags' | 'needs_event' | 'segment_names'>
  },
): Promise<{ mailable: ClaimedRow[]; ended: DeliveryUpdate[] }> {
  const suppressed = await findSuppressed(ctx, { email_addresses: claimed.map((row) => row.email_address) })
  const mailable: ClaimedRow[] = []
  const ended: DeliveryUpdate[] = []
  for (const row of claimed) {
    const reason = row.state !== 'active' ? row.state : suppressed.has(row.email_address) ? 'suppressed' : null
    if (reason === null) mailable.push(row)
    else ended.push({ subscriber_id: row.id, state: 'excluded', reason })
  }
  if (prepared.needs_tags) await loadTags(ctx, mailable)
  if (prepared.needs_event) await loadEvents(ctx, mail_id, mailable)
  await loadSegments(ctx, mailable, { names: prepared.segment_names })
  return { mailable, ended }
}

/** Adds each subscriber's tag names if templates use them. */
export async function loadTags(ctx: Ctx, rows: TemplateSubscriber[]): Promise<void> {
  const tagged = await ctx.sql.rows<{ id: number; tags: string[] }>(
    `select g.subscriber_id as id, array_agg(t.name order by t.name) as tags
     from tagging g join tag t on t.account_id = g.account_id and t.id = g.tag_id
     where g.account_id = $1 and g.subscriber_id = any ($2::bigint[]) group by 1`,
    [rows.map(({ id }) => id)],
  )
  const tags_of = new Map(tagged.map(({ id, tags }) => [id, tags]))
  for (const row of rows) row.tags = tags_of.get(row.id) ?? []
}
