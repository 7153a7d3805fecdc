import type { Ctx } from '../core/context.ts'
import { type Crowd, listsToDraw } from './crowd.ts'
import { subscribersStatement } from './subscribers-statement.ts'

/** Subscribers created by one statement. */
export interface Batch {
  /** Numbers of the first and the last subscriber, from 1. */
  first: number
  last: number
  /** IDs in the order of joining. */
  ids: number[]
}

export interface SubscriberCounts {
  subscribers: number
  taggings: number
  form_subscriptions: number
}

const BATCH = 20_000

/** Splits the subscribers into batches and reserves IDs per batch, so IDs follow the order of joining. */
export async function* reserveBatches(ctx: Ctx, { subscribers }: { subscribers: number }): AsyncGenerator<Batch> {
  for (let first = 1; first <= subscribers; first += BATCH) {
    const last = Math.min(first + BATCH - 1, subscribers)
    const rows = await ctx.sql.rows<{ id: number }>(
      `select nextval((select pg_get_serial_sequence('subscriber', 'id')::regclass)) as id
       from generate_series(1, $2::int) where $1::int > 0`,
      [last - first + 1],
    )
    yield { first, last, ids: rows.map(({ id }) => id) }
  }
}

const LISTS = listsToDraw()

/** Creates the subscribers of a batch with their tags, forms, consents and states in one statement. */
export async function seedSubscribers(
  ctx: Ctx,
  { crowd, batch }: { crowd: Crowd; batch: Batch },
): Promise<SubscriberCounts> {
  const { city_tickets, way_tickets, domains, ...lists } = LISTS
  const days = crowd.days.filter((day) => day.before < batch.last && day.before + day.new_subscribers >= batch.first)
  const text = subscribersStatement(crowd, { given_total: lists.given.length, family_total: lists.family.length })
  const counts = await ctx.sql.one<SubscriberCounts>(text, [
    batch.first,
    batch.last,
    batch.ids,
    crowd.offset,
    crowd.now,
    JSON.stringify({ days, ...lists }),
    city_tickets,
    way_tickets,
    domains,
    crowd.sends.map(({ starts }) => starts.toISOString()),
    crowd.sends.map(({ ends }) => ends.toISOString()),
    crowd.sends.map(({ mail_id }) => mail_id),
    crowd.form.id,
    crowd.form.name,
    JSON.stringify(crowd.fields),
  ])
  return counts ?? { subscribers: 0, taggings: 0, form_subscriptions: 0 }
}
