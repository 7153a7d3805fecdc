import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { type FieldDefinition, loadDefinitions } from '../../custom-fields/definitions.ts'
import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { todaysConditions } from '../dry-run/conditions.ts'
import type { Happening, History } from '../dry-run/history.ts'
import { objectsOf, type Plan, tagsOf } from '../dry-run/plan.ts'
import { fieldRenderer } from '../effects/field.ts'
import { readTemplateSubscribers, usesOf } from '../effects/subscribers.ts'
import { findMatching } from '../running/decide.ts'
import { type Change, happeningsOf, readChanges, removedSince, valuesBefore } from './changes.ts'
import { derivedEvents } from './derived.ts'
import { type Happened, ownKey, readEvents, readTraces } from './happenings.ts'

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

/** Reads all data for simulating these subscribers, with a bounded number of statements. */
export async function loadHistories(
  ctx: Tx,
  { plan, segments, ids }: { plan: Plan; segments: ReadonlyMap<number, SegmentFilter>; ids: readonly number[] },
): Promise<History[]> {
  const { fields } = await loadDefinitions(ctx)
  const subscribers = await readLoaded(ctx, ids)
  const states = Map.groupBy(await readStates(ctx, ids), ({ subscriber_id }) => subscriber_id)
  const { happened, own } = await readTraces(ctx, plan, ids)
  const traced = Map.groupBy(happened, ({ subscriber_id }) => subscriber_id)
  const events = Map.groupBy(await readEvents(ctx, plan, ids), ({ subscriber_id }) => subscriber_id)
  const recorded = Map.groupBy(await readChanges(ctx, plan, segments, ids), ({ subscriber_id }) => subscriber_id)
  const taggings = Map.groupBy(await readTaggings(ctx, plan, segments, ids), ({ subscriber_id }) => subscriber_id)
  const joined = Map.groupBy(await readJoined(ctx, plan, ids), ({ subscriber_id }) => subscriber_id)
  const earlier = Map.groupBy(await readEarlier(ctx, plan, ids), ({ subscriber_id }) => subscriber_id)
  const got = Map.groupBy(await readSent(ctx, plan, ids), ({ subscriber_id }) => subscriber_id)
  const holds = await readHolds(ctx, plan, ids)
  const suppressed = await findSuppressed(ctx, { email_addresses: subscribers.map((row) => row.email_address) })
  const rendering = await prepareRendering(ctx, plan, ids, fields)
  return subscribers.map((subscriber): History => {
    const { id, time_zone, values, paused_until, created_at } = subscriber
    const isOthers = ({ type, object, at }: Happening) => !own.has(ownKey(id, type, object, at))
    const states_of = (states.get(id) ?? []).filter(({ to_state, at }) => !own.has(ownKey(id, 'state', to_state, at)))
    const changes = recorded.get(id) ?? []
    const tagged = taggings.get(id) ?? []
    const before_recording = onlyUnrecorded(traced.get(id) ?? [], changes)
    const today = new Map(fields.map((field) => [field.id, values[field.slot] ?? null]))
    const beginning = {
      tags: new Set([
        ...tagged.flatMap(({ tag_id, at }) => (at <= plan.from ? tag_id : [])),
        ...removedSince(changes, plan.from),
        // A removed tag was there before.
        ...before_recording.flatMap(({ type, object }) => (type === 'tag_removed' ? Number(object) : [])),
      ]),
      fields: valuesBefore(today, changes),
      state: stateBefore(subscriber.state, states_of, plan.from),
    }
    const known: Happening[] = [
      ...states_of.map(({ at, to_state }) => ({ at, type: 'state' as const, object: '', value: to_state })),
      ...onlyOnce([
        ...tagged.map(({ at, tag_id }) => ({ at, type: 'tag_added' as const, object: String(tag_id) })),
        ...happeningsOf(changes),
      ]),
      ...before_recording,
      ...(events.get(id) ?? []),
    ]
      .filter((one) => one.at > plan.from && one.at <= plan.until && isOthers(one))
      .sort((a, b) => a.at - b.at)
    const facts = { plan, segments, changes: states_of, joined: joined.get(id) ?? [], beginning, time_zone, created_at }
    const derived = derivedEvents({ ...facts, happened: known })
    return {
      subscriber_id: id,
      time_zone,
      ...beginning,
      happenings: inOrder(
        known,
        derived.filter(({ at }) => at > plan.from && at <= plan.until),
      ),
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

/** Order within one moment: states, forms, other stored events, derived events. */
const inOrder = (known: readonly Happening[], derived: readonly Happening[]): Happening[] =>
  [...known, ...derived].sort((a, b) => a.at - b.at || rankOf(a) - rankOf(b))

const rankOf = ({ type }: Happening) => (type === 'state' ? 0 : type === 'form_joined' ? 1 : 2)

function stateBefore(today: string, changes: readonly StateRow[], from: number): string | null {
  const before = changes.findLast(({ at }) => at <= from)
  return before ? before.to_state : changes[0] ? changes[0].from_state : today
}

const SECOND_MS = 1000

/** An undo restores a tag with its earlier time, to the second. */
function onlyOnce(events: readonly Omit<Happened, 'subscriber_id'>[]): Omit<Happened, 'subscriber_id'>[] {
  const added = new Set<string>()
  return events.filter(({ type, object, at }) => {
    if (type !== 'tag_added') return true
    const key = `${object} ${Math.floor(at / SECOND_MS)}`
    return !added.has(key) && Boolean(added.add(key))
  })
}

/**
 * Returns events of traces that are missing in recorded changes, because they are older. The trace of a removed tag is later than the
 * removal.
 */
const onlyUnrecorded = (traced: readonly Happened[], changes: readonly Change[]): Happened[] =>
  traced.filter(
    (one) =>
      !changes.some(
        ({ kind, object, at }) =>
          kind === one.type && object === one.object && (kind === 'tag_removed' ? at <= one.at : at === one.at),
      ),
  )

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
  return ctx.sql.rows<Tagging>(
    `select subscriber_id, tag_id, ${ms('tagged_at')} as at from tagging
     where account_id = $1 and subscriber_id = any ($2::bigint[]) and tag_id = any ($3::int[]) order by id`,
    [ids, tagsOf(plan, segments)],
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

/** Reads end times of runs that began before. Null: still open. */
const readEarlier = (ctx: Ctx, { automation_id, from }: Plan, ids: readonly number[]) =>
  ctx.sql.rows<{ subscriber_id: number; at: number | null }>(
    `select subscriber_id, ${ms('ended_at')} as at from automation_run
     where account_id = $1 and automation_id = $2 and subscriber_id = any ($3::bigint[]) and entered_at <= $4 order by id`,
    [automation_id, ids, new Date(from)],
  )

/** Reads sent messages of everything but this automation. */
const readSent = (ctx: Ctx, { automation_id, from, until }: Plan, ids: readonly number[]): Promise<Timed[]> =>
  ctx.sql.rows<Timed>(
    `select d.subscriber_id, ${ms('d.sent_at')} as at
     from delivery d join mail m on m.account_id = $1 and m.id = d.mail_id
       left join automation_email x on x.account_id = $1 and x.id = m.automation_email_id
     where d.account_id = $1 and d.subscriber_id = any ($3::bigint[]) and d.sent_at > $4 and d.sent_at <= $5
       and x.automation_id is distinct from $2::int`,
    [automation_id, ids, new Date(from), new Date(until)],
  )

/** Returns, by step with a condition, the subscribers who match its parts that are evaluated as of today. Null: everyone. */
async function readHolds(ctx: Ctx, { graph }: Plan, ids: readonly number[]): Promise<Map<string, Set<number> | null>> {
  const holds = new Map<string, Set<number> | null>()
  for (const step of graph.steps) {
    if (step.kind !== 'condition') continue
    const all = todaysConditions(step.filter)
    holds.set(step.id, all.length === 0 ? null : await findMatching(ctx, { ...step.filter, all }, ids))
  }
  return holds
}

/** Returns a function that renders the value of a `set_field` for a subscriber with given field values. */
async function prepareRendering(
  ctx: Tx,
  { graph }: Plan,
  ids: readonly number[],
  fields: readonly FieldDefinition[],
): Promise<(subscriber_id: number) => History['render']> {
  const values = graph.steps.flatMap((step) =>
    step.kind === 'action' && step.action.type === 'set_field' ? step.action.value : [],
  )
  if (values.length === 0) return () => () => ({ value: null })
  const render = await fieldRenderer(ctx, fields)
  const rows = await readTemplateSubscribers(ctx, ids, { with_tags: values.some(mayUseTags) })
  const subscribers = new Map(rows.map((row) => [row.id, row]))
  return (subscriber_id) => (action, changed, event) => {
    const row = subscribers.get(subscriber_id)
    if (!row) return { value: null }
    const values = Object.fromEntries(fields.map(({ id, slot }) => [slot, changed.get(id) ?? null]))
    return render(action, { ...row, fields: { ...row.fields, ...values }, event })
  }
}

/** A broken template holds its run at the step. */
function mayUseTags(value: string): boolean {
  try {
    return usesOf(value).tags
  } catch {
    return false
  }
}
