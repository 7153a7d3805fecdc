import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import type { Expired } from '../../../db/purge.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'

/** Keeps the events with which the queued messages of an email are composed. */
export async function keepEvents(
  tx: Tx,
  { mail_id, events }: { mail_id: number; events: readonly { subscriber_id: number; properties: object }[] },
): Promise<void> {
  if (events.length === 0) return
  await tx.sql.run(
    `insert into delivery_event (account_id, subscriber_id, mail_id, properties, at)
     select $1, v.subscriber_id, $2, v.properties, $4::timestamptz
     from jsonb_to_recordset($3::jsonb) as v(subscriber_id bigint, properties jsonb)
     order by v.subscriber_id on conflict do nothing`,
    [mail_id, JSON.stringify(events), tx.now()],
  )
}

/** Adds the event of each message. */
export async function loadEvents(ctx: Ctx, mail_id: number, rows: readonly TemplateSubscriber[]): Promise<void> {
  const found = await ctx.sql.rows<{ id: number; properties: Record<string, unknown> }>(
    'select subscriber_id as id, properties from delivery_event where account_id = $1 and subscriber_id = any ($2::bigint[]) and mail_id = $3',
    [rows.map(({ id }) => id), mail_id],
  )
  const events = new Map(found.map(({ id, properties }) => [id, properties]))
  for (const row of rows) row.event = events.get(row.id)
}

/** Messages of a paused automation may wait longer. */
export const EXPIRED_EVENTS: readonly Expired[] = [
  {
    table: 'delivery_event',
    where: `at < $1 and not exists (select from delivery d where d.account_id = delivery_event.account_id
      and d.mail_id = delivery_event.mail_id and d.subscriber_id = delivery_event.subscriber_id and d.state = 'queued')`,
    kept_days: 30,
  },
]
