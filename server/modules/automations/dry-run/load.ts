import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { subscriberVariables, type TemplateSubscriber } from '../../delivery/compose/personalize.ts'
import { compileFilter } from '../../subscribers/filter/filter.ts'
import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { binder } from '../../subscribers/view.ts'
import { renderValue } from '../effects/field.ts'
import { readTemplateSubscribers, usesTags } from '../effects/subscribers.ts'
import { reachedAt } from '../entering/date-window.ts'
import { todaysConditions } from './conditions.ts'
import { type Happened, ownKey, readEvents, readTraces } from './happenings.ts'
import type { History } from './history.ts'
import { isDerivable } from './knowledge.ts'
import { objectsOf, type Plan, tagIdsOf, tagsOf } from './plan.ts'

interface Loaded {
  id: number
  email_address: string
  time_zone: string | null
  state: string
  created_at: number
  paused_until: number
  values: Record<string, string | null>
}

interface Timed {
  subscriber_id: number
  at: number
}
type Tagging = Timed & { tag_id: number }
type Joined = Timed & { form_id: number }
type StateRow = Timed & { from_state: string | null; to_state: string }

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** Reads everything that the simulation of these subscribers needs, with a bounded number of statements. */
export async function loadHistories(
  ctx: Tx,
  { plan, segments, ids }: { plan: Plan; segments: ReadonlyMap<number, SegmentFilter>; ids: readonly number[] },
): Promise<History[]> {
  const fields = await ctx.db.customField.findMany({
    select: { id: true, key: true, slot: true },
    orderBy: { id: 'asc' },
  })
  const subscribers = await readLoaded(ctx, ids)
  const states = Map.groupBy(await readStates(ctx, ids), ({ subscriber_id }) => subscriber_id)
  const { happened, own } = await readTraces(ctx, plan, ids)
  const events = Map.groupBy([...(await readEvents(ctx, plan, ids)), ...happened], ({ subscriber_id }) => subscriber_id)
  const taggings = Map.groupBy(
    (await readTaggings(ctx, plan, segments, ids)).filter(
      ({ subscriber_id, tag_id, at }) => !own.has(ownKey(subscriber_id, 'tag_added', String(tag_id), at)),
    ),
    ({ subscriber_id }) => subscriber_id,
  )
  const joined = Map.groupBy(await readJoined(ctx, plan, ids), ({ subscriber_id }) => subscriber_id)
  const earlier = Map.groupBy(await readEarlier(ctx, plan, ids), ({ subscriber_id }) => subscriber_id)
  const got = Map.groupBy(await readSent(ctx, plan, ids), ({ subscriber_id }) => subscriber_id)
  const holds = await readHolds(ctx, plan, ids)
  const suppressed = await findSuppressed(ctx, { email_addresses: subscribers.map((row) => row.email_address) })
  const rendering = await prepareRendering(ctx, plan, ids, fields)
  return subscribers.map((subscriber): History => {
    const { id, time_zone, values, paused_until, state } = subscriber
    const changes = (states.get(id) ?? []).filter(({ to_state, at }) => !own.has(ownKey(id, 'state', to_state, at)))
    const tagged = taggings.get(id) ?? []
    const of_events = events.get(id) ?? []
    const facts = { plan, changes, joined: joined.get(id) ?? [], tagged, segments, subscriber, fields }
    const happenings = [
      ...changes.map(({ at, to_state }) => ({ at, type: 'state' as const, object: '', value: to_state })),
      ...formsJoined(facts),
      ...tagged.map(({ at, tag_id }) => ({ at, type: 'tag_added' as const, object: String(tag_id) })),
      ...of_events,
      ...segmentsEntered(facts),
      ...datesReached(facts),
    ].filter(({ at }) => at > plan.from && at <= plan.until)
    const before = changes.findLast(({ at }) => at <= plan.from)
    return {
      subscriber_id: id,
      time_zone,
      state: before ? before.to_state : changes[0] ? changes[0].from_state : state,
      tags: new Set([
        ...tagged.flatMap(({ tag_id, at }) => (at <= plan.from ? tag_id : [])),
        // Someone lost it, so they had it.
        ...of_events.flatMap(({ type, object }) => (type === 'tag_removed' ? Number(object) : [])),
      ]),
      fields: new Map(fields.map((field) => [field.id, values[field.slot] ?? null])),
      happenings: happenings.sort((a, b) => a.at - b.at),
      earlier: (earlier.get(id) ?? []).map(({ at }) => at ?? Number.POSITIVE_INFINITY),
      paused_until,
      is_suppressed: suppressed.has(subscriber.email_address),
      holds: new Set(
        [...holds].flatMap(([step_id, matching]) => (matching === null || matching.has(id) ? step_id : [])),
      ),
      render: rendering(id),
      got: (got.get(id) ?? []).map(({ at }) => at),
    }
  })
}

const readLoaded = (ctx: Ctx, ids: readonly number[]): Promise<Loaded[]> =>
  ctx.sql.rows<Loaded>(
    `select id, email_address, time_zone, state::text, ${ms('created_at')} as created_at, coalesce(${ms('paused_until')}, 0) as paused_until,
       fields || coalesce(queued_fields, '{}') as values
     from subscriber where account_id = $1 and id = any ($2::bigint[]) order by id`,
    [ids],
  )

const readStates = (ctx: Ctx, ids: readonly number[]): Promise<StateRow[]> =>
  ctx.sql.rows<StateRow>(
    `select subscriber_id, from_state::text, to_state::text, ${ms('occurred_at')} as at from state_change
     where account_id = $1 and subscriber_id = any ($2::bigint[]) order by id`,
    [ids],
  )

async function readTaggings(
  ctx: Ctx,
  plan: Plan,
  segments: ReadonlyMap<number, SegmentFilter>,
  ids: readonly number[],
): Promise<Tagging[]> {
  const of_segments = [...segments.values()].flatMap((filter) =>
    isDerivable(filter) ? tagIdsOf(filter.conditions) : [],
  )
  return ctx.sql.rows<Tagging>(
    `select subscriber_id, tag_id, ${ms('tagged_at')} as at from tagging
     where account_id = $1 and subscriber_id = any ($2::bigint[]) and tag_id = any ($3::int[]) order by id`,
    [ids, tagsOf(plan, of_segments)],
  )
}

async function readJoined(ctx: Ctx, plan: Plan, ids: readonly number[]): Promise<Joined[]> {
  const objects = objectsOf(plan, 'form_joined')
  if (objects.length === 0) return []
  return ctx.sql.rows<Joined>(
    `select subscriber_id, form_id, ${ms('added_at')} as at from form_subscription
     where account_id = $1 and subscriber_id = any ($2::bigint[]) and (form_id::text = any ($3::text[]) or '' = any ($3::text[])) order by id`,
    [ids, objects],
  )
}

/** Ends of runs that began before; null for those that are still open. */
const readEarlier = (ctx: Ctx, { automation_id, from }: Plan, ids: readonly number[]) =>
  ctx.sql.rows<{ subscriber_id: number; at: number | null }>(
    `select subscriber_id, ${ms('ended_at')} as at from automation_run
     where account_id = $1 and automation_id = $2 and subscriber_id = any ($3::bigint[]) and entered_at <= $4 order by id`,
    [automation_id, ids, new Date(from)],
  )

/** Messages that were really sent, without those of the automation. */
const readSent = (ctx: Ctx, { automation_id, from, until }: Plan, ids: readonly number[]): Promise<Timed[]> =>
  ctx.sql.rows<Timed>(
    `select d.subscriber_id, ${ms('d.sent_at')} as at
     from delivery d join mail m on m.account_id = $1 and m.id = d.mail_id
       left join automation_email x on x.account_id = $1 and x.id = m.automation_email_id
     where d.account_id = $1 and d.subscriber_id = any ($3::bigint[]) and d.sent_at > $4 and d.sent_at <= $5
       and x.automation_id is distinct from $2::int`,
    [automation_id, ids, new Date(from), new Date(until)],
  )

/** Returns for each step with a condition who matches what is evaluated as of today; null for everyone. */
async function readHolds(ctx: Ctx, { graph }: Plan, ids: readonly number[]): Promise<Map<string, Set<number> | null>> {
  const holds = new Map<string, Set<number> | null>()
  for (const step of graph.steps) {
    if (step.kind !== 'condition') continue
    const all = todaysConditions(step.filter, graph)
    if (all.length === 0) {
      holds.set(step.id, null)
      continue
    }
    const values: unknown[] = []
    const bind = binder(values)
    const among = bind(ids)
    const matched = compileFilter(ctx, { ...step.filter, all }, bind, (id) => `${id} = any (${among}::bigint[])`)
    const rows = await ctx.sql.rows<{ id: number }>(
      `with ${matched} select id from matched where $1::int is not null`,
      values,
    )
    holds.set(step.id, new Set(rows.map(({ id }) => id)))
  }
  return holds
}

async function prepareRendering(
  ctx: Tx,
  { graph }: Plan,
  ids: readonly number[],
  fields: readonly { id: number; key: string; slot: string }[],
): Promise<(subscriber_id: number) => History['render']> {
  const values = graph.steps.flatMap((step) =>
    step.kind === 'action' && step.action.type === 'set_field' ? step.action.value : [],
  )
  if (values.length === 0) return () => () => ({ value: null })
  const account = await ctx.db.account.findFirstOrThrow({ where: {}, select: { name: true } })
  const rows = await readTemplateSubscribers(ctx, ids, { with_tags: values.some(mayUseTags) })
  const subscribers = new Map(rows.map((row) => [row.id, row]))
  const slots = Object.fromEntries(fields.map(({ key, slot }) => [key, slot]))
  const withFields = (row: TemplateSubscriber, changed: ReadonlyMap<number, string | null>) => {
    const stored = { ...row.fields }
    for (const { id, slot } of fields) stored[slot] = changed.get(id) ?? null
    return { subscriber: subscriberVariables({ ...row, fields: stored }, slots), account }
  }
  return (subscriber_id) => (value, changed) => {
    const row = subscribers.get(subscriber_id)
    return row ? renderValue(value, withFields(row, changed)) : { value: null }
  }
}

/** A broken template is held at its step. */
function mayUseTags(value: string): boolean {
  try {
    return usesTags(value)
  } catch {
    return false
  }
}

interface Facts {
  plan: Plan
  changes: readonly StateRow[]
  joined: readonly Joined[]
  tagged: readonly Tagging[]
  segments: ReadonlyMap<number, SegmentFilter>
  subscriber: Loaded
  fields: readonly { id: number; slot: string }[]
}

/** A form is joined by being added and, if the subscriber has to confirm, by confirming: as the database's triggers note it. */
function formsJoined({ changes, joined }: Facts): Omit<Happened, 'subscriber_id'>[] {
  return joined.flatMap(({ at, form_id }) => {
    const event = { type: 'form_joined' as const, object: String(form_id) }
    const confirmed = changes.filter(
      (change) =>
        change.from_state === 'inactive' &&
        change.to_state === 'active' &&
        change.at >= at &&
        !changes.some((earlier) => earlier.from_state === 'active' && earlier.at > at && earlier.at < change.at),
    )
    return [{ ...event, at }, ...confirmed.map((change) => ({ ...event, at: change.at }))]
  })
}

/** The moment at which the last condition of a segment began to hold, if all hold today. */
function segmentsEntered({ plan, segments, tagged, changes, subscriber }: Facts): Omit<Happened, 'subscriber_id'>[] {
  return plan.graph.triggers.flatMap(({ on }) => {
    const definition = on.type === 'segment_entered' ? segments.get(on.segment_id) : undefined
    if (on.type !== 'segment_entered' || !definition || !isDerivable(definition)) return []
    const since = definition.conditions.map((condition) => {
      if (condition.type === 'tags') {
        const ids = new Set(tagIdsOf([condition]))
        return Math.min(...tagged.flatMap(({ tag_id, at }) => (ids.has(tag_id) ? at : [])))
      }
      if (subscriber.state !== 'active') return Number.POSITIVE_INFINITY
      return changes.findLast(({ to_state }) => to_state === 'active')?.at ?? subscriber.created_at
    })
    const at = Math.max(subscriber.created_at, ...since)
    return Number.isFinite(at) ? [{ at, type: on.type, object: String(on.segment_id) }] : []
  })
}

function datesReached({ plan, subscriber, fields }: Facts): Omit<Happened, 'subscriber_id'>[] {
  const window = { from: new Date(plan.from), until: new Date(plan.until) }
  return plan.graph.triggers.flatMap(({ id, on }) => {
    if (on.type !== 'date_reached') return []
    const value = subscriber.values[fields.find((field) => field.id === on.custom_field_id)?.slot ?? '']
    if (!value) return []
    const zone = (on.zone === 'subscriber' && subscriber.time_zone) || plan.time_zone
    const at = reachedAt(on, { value, window, zone })
    return at ? [{ at: +at, type: on.type, object: String(on.custom_field_id), value: id }] : []
  })
}
