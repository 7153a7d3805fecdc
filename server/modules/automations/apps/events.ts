import type { Ctx } from '../../../core/context.ts'
import { forbidden, invalid } from '../../../core/errors.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { normalizeEmailAddress } from '../../../lib/text/email-address.ts'
import { filledSettings } from '../../plugins/settings-schema.ts'
import { recordSql } from '../../subscribers/changes/record.ts'
import { lockedAgainstDeletion } from '../../subscribers/write/lock.ts'
import type { EventInput, EventResult } from '../schema.ts'
import { idOfTime, onlyNew } from './app-events.ts'

/** Records events that a program reports about subscribers. Throws invalid, or forbidden for another app's plugin. */
export async function reportEvents(
  ctx: Ctx,
  { name, plugin, settings, subscribers }: EventInput,
): Promise<EventResult> {
  const what = plugin === undefined ? { type: 'api_event' as const, object: name ?? '' } : await ownPlugin(ctx, plugin)
  return write(ctx, async (tx) => {
    requireRecent(tx.now(), subscribers)
    const existing = await findSubscribers(tx, subscribers)
    const filled = settings && filledSettings(settings)
    const events =
      what.type === 'app_event'
        ? await onlyNew(tx, { plugin_id: Number(what.object), receiver: { settings: filled }, events: existing })
        : existing
    await noteEvents(tx, { ...what, events, data: filled ? { settings: filled } : {} })
    return { recorded: existing.length, unknown: subscribers.length - existing.length }
  })
}

/** Events of one kind about existing subscribers. With `settings` and `node`, only nodes with the same values receive an app's event. */
interface Noted {
  type: 'api_event' | 'app_event'
  object: string
  events: readonly { subscriber_id: number; at?: Date | undefined }[]
  data: { settings?: Record<string, unknown>; node?: { automation_id: number; step_id: string } }
}

/**
 * Records events. If a published automation listens to them, also enqueues the job that matches them. Several events of a subscriber
 * without a time are a millisecond apart, in their order.
 */
export async function noteEvents(tx: Tx, { type, object, events, data }: Noted): Promise<void> {
  const noted = await tx.sql.one<{ count: number }>(
    `with given as (
       select e.subscriber_id, e.at, row_number() over (partition by e.subscriber_id, e.at order by e.place) - 1 as before
       from rows from (jsonb_to_recordset($5::jsonb) as (subscriber_id bigint, at timestamptz)) with ordinality as e(subscriber_id, at, place)
     ),
     known as materialized (${lockedAgainstDeletion('select subscriber_id from given')}),
     happened as materialized (
       select e.subscriber_id, coalesce(e.at, $6::timestamptz + e.before * interval '1 ms') as at, e.at is not null as is_dated
       from given e join known s on s.id = e.subscriber_id
     ), recorded as (
       ${recordSql(type, `select h.subscriber_id, $3::text as object, $7::jsonb as data, h.at from happened h order by h.at, h.subscriber_id`)}
     ), noted as (
       insert into automation_event (account_id, type, object, subscriber_id, data, at, is_dated)
       select $1, $2, $3, h.subscriber_id, $4::jsonb, h.at, h.is_dated from happened h
       where exists (select from automation_listener l where l.account_id = $1 and l.type = $2 and l.object = $3)
       order by h.is_dated desc, h.at, h.subscriber_id returning 1
     ) select count(*)::int as count from noted`,
    [type, object, JSON.stringify(data), JSON.stringify(events), tx.now(), JSON.stringify({ settings: data.settings })],
  )
  if (noted && noted.count > 0) tx.emit('automation.events_noted', {})
}

/** Returns the events of existing subscribers. A subscriber may have several. */
async function findSubscribers(
  tx: Tx,
  subscribers: EventInput['subscribers'],
): Promise<{ subscriber_id: number; event_id: string | null; at: Date | undefined }[]> {
  const ids = subscribers.flatMap(({ id }) => id ?? [])
  const addresses = subscribers.flatMap(({ email_address }) =>
    email_address === undefined ? [] : normalizeEmailAddress(email_address),
  )
  const rows = await tx.sql.rows<{ id: number; email_address: string }>(
    `select id, email_address from subscriber where account_id = $1 and (id = any ($2::bigint[]) or email_address = any ($3::text[]))`,
    [ids, addresses],
  )
  const by_id = new Map(rows.map(({ id }) => [id, id]))
  const by_address = new Map(rows.map(({ id, email_address }) => [email_address, id]))
  return subscribers.flatMap(({ id, email_address, event_id, occurred_at: at }) => {
    const subscriber_id =
      id === undefined ? by_address.get(normalizeEmailAddress(email_address ?? '') ?? '') : by_id.get(id)
    return subscriber_id === undefined ? [] : { subscriber_id, event_id: event_id ?? (at ? idOfTime(at) : null), at }
  })
}

const OLDEST_MS = 30 * 86_400_000
/** Tolerance for clocks of programs. */
const AHEAD_MS = 60_000

function requireRecent(now: Date, subscribers: EventInput['subscribers']): void {
  for (const { occurred_at } of subscribers) {
    if (occurred_at === undefined) continue
    if (+occurred_at > +now + AHEAD_MS) throw invalid('occurred_at must not be more than a minute in the future')
    if (+occurred_at < +now - OLDEST_MS) throw invalid('occurred_at must not be more than 30 days ago')
  }
}

async function ownPlugin(ctx: Ctx, identifier: string): Promise<{ type: 'app_event'; object: string }> {
  if (ctx.actor.kind !== 'oauth') throw forbidden('Only an app can report events of its plugins')
  const plugin = await ctx.sql.one<{ id: number }>(
    `${UNSCOPED}select id from app_plugin where app_id = $1 and identifier = $2 and kind = 'automation_event'`,
    [ctx.actor.app_id, identifier],
  )
  if (!plugin) throw invalid('plugin must be the identifier of an automation_event plugin of this app')
  return { type: 'app_event', object: String(plugin.id) }
}
