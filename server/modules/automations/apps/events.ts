import type { Ctx } from '../../../core/context.ts'
import { forbidden, invalid } from '../../../core/errors.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { normalizeEmailAddress, parseEmailAddress } from '../../../lib/text/email-address.ts'
import { getUntrashedForm, type StoredForm } from '../../forms/service.ts'
import { addToForms } from '../../forms/subscriptions/subscriptions.ts'
import { filledSettings } from '../../plugins/settings-schema.ts'
import { recordSql } from '../../subscribers/changes/record.ts'
import { originOf } from '../../subscribers/service.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { lockedAgainstDeletion } from '../../subscribers/write/lock.ts'
import { type SubscriberItem, upsertSubscribers } from '../../subscribers/write/upsert.ts'
import type { EventInput, EventProperties, EventResult } from '../schema.ts'
import { idOfTime, onlyNew } from './app-events.ts'
import { noteProperties } from './event-properties.ts'

/** Records events that a program reports about subscribers. Throws invalid, not_found for an unknown form, or forbidden. */
export async function reportEvents(
  ctx: Ctx,
  { name, plugin, settings, properties, create, form_id, subscribers }: EventInput,
): Promise<EventResult> {
  const what = plugin === undefined ? { type: 'api_event' as const, object: name ?? '' } : await ownPlugin(ctx, plugin)
  const form = form_id === undefined ? null : await getUntrashedForm(ctx, { id: form_id })
  return write(ctx, async (tx) => {
    requireRecent(tx.now(), subscribers)
    const created = create ? await createMissing(tx, subscribers.map(itemOf), form) : 0
    const existing = await findSubscribers(tx, subscribers)
    const filled = settings && filledSettings(settings)
    const fresh =
      what.type === 'app_event'
        ? await onlyNew(tx, {
            plugin_id: Number(what.object),
            receiver: { settings: filled },
            events: existing.map((one) => ({ ...one, event_id: one.event_id ?? (one.at ? idOfTime(one.at) : null) })),
          })
        : await onlyFirst(tx, existing)
    const events = fresh.map((one) => ({ ...one, properties: one.properties ?? properties }))
    await noteEvents(tx, { ...what, events, data: filled ? { settings: filled } : {} })
    if (what.type === 'api_event')
      await noteProperties(
        tx,
        events.map((one) => ({ ...one, name: what.object })),
      )
    const { length: recorded } = existing
    return { recorded, unknown: subscribers.length - recorded, created, repeated: recorded - events.length }
  })
}

/** Events of one kind about existing subscribers. With `settings` and `node`, only nodes with the same values receive an app's event. */
interface Noted {
  type: 'api_event' | 'app_event'
  /** Name of the events without their own. */
  object: string
  events: readonly {
    subscriber_id: number
    name?: string
    at?: Date | undefined
    properties?: EventProperties | undefined
  }[]
  data: { settings?: Record<string, unknown>; node?: { automation_id: number; step_id: string } }
}

/**
 * Records events. If a published automation listens to them, also enqueues the job that matches them. Several events of a subscriber
 * without a time are a millisecond apart, in their order.
 */
export async function noteEvents(tx: Tx, { type, object, events, data }: Noted): Promise<void> {
  if (events.length === 0) return
  const names = [...new Set(events.map(({ name = object }) => name))]
  const noted = await tx.sql.one<{ count: number }>(
    `with given as (
       select e.subscriber_id, coalesce(e.name, $3::text) as object, e.at, coalesce(e.carried, '{}') as carried,
         row_number() over (partition by e.subscriber_id, e.at order by e.place) - 1 as before
       from rows from (jsonb_to_recordset($5::jsonb) as (subscriber_id bigint, name text, at timestamptz, carried jsonb))
         with ordinality as e(subscriber_id, name, at, carried, place)
     ),
     listened_to as materialized (
       select distinct l.object from automation_listener l where l.account_id = $1 and l.type = $2 and l.object = any ($8::text[])
     ),
     known as materialized (${lockedAgainstDeletion('select subscriber_id from given')}),
     happened as materialized (
       select e.subscriber_id, e.object, e.carried, coalesce(e.at, $6::timestamptz + e.before * interval '1 ms') as at, e.at is not null as is_dated
       from given e join known s on s.id = e.subscriber_id
     ), recorded as (
       ${recordSql(type, `select h.subscriber_id, h.object, $7::jsonb || h.carried as data, h.at from happened h order by h.at, h.subscriber_id`)}
     ), noted as (
       insert into automation_event (account_id, type, object, subscriber_id, data, at, is_dated)
       select $1, $2, h.object, h.subscriber_id, $4::jsonb || h.carried, h.at, h.is_dated from happened h
       where h.object in (select l.object from listened_to l)
       order by h.is_dated desc, h.at, h.subscriber_id returning 1
     ) select count(*)::int as count from noted`,
    [
      type,
      names[0],
      JSON.stringify(data),
      JSON.stringify(
        events.map(({ subscriber_id, name, at, properties }) => ({
          subscriber_id,
          ...(names.length > 1 && { name }),
          at,
          ...(properties && { carried: { properties } }),
        })),
      ),
      tx.now(),
      JSON.stringify({ settings: data.settings }),
      names,
    ],
  )
  if (noted && noted.count > 0) tx.emit('automation.events_noted', {})
}

type Given = EventInput['subscribers']
const addressOf = ({ email_address }: Given[number]) => normalizeEmailAddress(email_address ?? '') ?? ''
const itemOf = (one: Given[number]) => ({ email_address: addressOf(one) })

/** Creates subscribers for unknown addresses that are valid and not suppressed. Returns their number. Throws forbidden. */
export async function createMissing(
  tx: Tx,
  missing: readonly SubscriberItem[],
  form: StoredForm | null,
): Promise<number> {
  const addresses = new Set(missing.flatMap(({ email_address }) => parseEmailAddress(email_address) ?? []))
  const known = await tx.sql.rows<{ email_address: string }>(
    'select email_address from subscriber where account_id = $1 and email_address = any ($2::text[])',
    [[...addresses]],
  )
  for (const { email_address } of known) addresses.delete(email_address)
  const suppressed = await findSuppressed(tx, { email_addresses: [...addresses] })
  const state = form?.double_opt_in ? 'inactive' : 'active'
  const isAdded = (address: string | undefined) =>
    address !== undefined && addresses.has(address) && !suppressed.has(address)
  const items = missing
    .filter(({ email_address }) => isAdded(parseEmailAddress(email_address)))
    .map((one): SubscriberItem => ({ ...one, state }))
  if (items.length === 0) return 0
  const results = await upsertSubscribers(tx, { items, origin: originOf(tx.actor) })
  const ids = results.flatMap(({ outcome, id }) => (outcome === 'created' ? id : []))
  if (form) await addToForms(tx, { additions: ids.map((subscriber_id) => ({ form_id: form.id, subscriber_id })) })
  return ids.length
}

interface Found {
  subscriber_id: number
  event_id: string | null
  at: Date | undefined
  properties: EventProperties | undefined
}

/** Returns the events of existing subscribers. A subscriber may have several. */
async function findSubscribers(tx: Tx, subscribers: Given): Promise<Found[]> {
  const rows = await tx.sql.rows<{ id: number; email_address: string }>(
    `select id, email_address from subscriber where account_id = $1 and (id = any ($2::bigint[]) or email_address = any ($3::text[]))`,
    [subscribers.flatMap(({ id }) => id ?? []), subscribers.flatMap((one) => addressOf(one) || [])],
  )
  const by_id = new Map(rows.map(({ id }) => [id, id]))
  const by_address = new Map(rows.map(({ id, email_address }) => [email_address, id]))
  return subscribers.flatMap((one) => {
    const { id, event_id = null, occurred_at: at, properties } = one
    const subscriber_id = id === undefined ? by_address.get(addressOf(one)) : by_id.get(id)
    return subscriber_id === undefined ? [] : { subscriber_id, event_id, at, properties }
  })
}

/** No plugin has this id. */
const ANY_PROGRAM = 0

/** Removes events whose id was reported before in the account, and remembers the other ids. */
export async function onlyFirst<E extends Pick<Found, 'subscriber_id' | 'event_id'>>(
  tx: Tx,
  events: readonly E[],
): Promise<readonly E[]> {
  const named = new Map(
    events.flatMap(({ event_id, subscriber_id }) => (event_id === null ? [] : [[event_id, subscriber_id] as const])),
  )
  if (named.size === 0) return events
  const rows = await tx.sql.rows<{ event_id: string }>(
    `with given as (select * from unnest($2::text[], $3::bigint[]) as v(event_id, subscriber_id)),
     known as materialized (${lockedAgainstDeletion('select subscriber_id from given')})
     insert into automation_app_event (account_id, subscriber_id, plugin_id, event_id, node, at)
     select $1, g.subscriber_id, ${ANY_PROGRAM}, g.event_id, '', $4::timestamptz from given g join known k on k.id = g.subscriber_id
     order by g.event_id on conflict do nothing returning event_id`,
    [[...named.keys()], [...named.values()], tx.now()],
  )
  const left = new Set(rows.map(({ event_id }) => event_id))
  return events.filter(({ event_id }) => event_id === null || left.delete(event_id))
}

export const OLDEST_MS = 30 * 86_400_000
/** Tolerance for clocks of programs. */
const AHEAD_MS = 60_000

function requireRecent(now: Date, subscribers: Given): void {
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
