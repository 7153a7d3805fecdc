import type { Ctx } from '../../core/context.ts'
import { forbidden } from '../../core/errors.ts'
import { type Tx, takeTurn } from '../../core/write.ts'
import { STATES, type State } from './schema.ts'

export type StateCounts = Record<State, number>

const FOLD_ABOVE = 200

/** How many subscribers the account has in each state: exact, and not counted one by one. */
export async function countStates(ctx: Ctx): Promise<StateCounts> {
  const rows = await ctx.sql.rows<{ state: State; count: number; pieces: number }>(
    `select state, sum(change)::int as count, count(*)::int as pieces
     from subscriber_count where account_id = $1 group by state`,
  )
  const pieces = rows.reduce((sum, row) => sum + row.pieces, 0)
  if (pieces > FOLD_ABOVE) await foldCounts(ctx)
  return { ...noCounts(), ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

export const noCounts = () => Object.fromEntries(STATES.map((state) => [state, 0])) as StateCounts

/** Throws forbidden when so many more would exceed the plan. Creations of a limited account take turns from here on. */
export async function checkSubscriberLimit(tx: Tx, { adding }: { adding: number }): Promise<void> {
  const limit = adding === 0 ? null : await subscriberLimit(tx)
  if (limit === null) return
  await takeTurn(tx, 'subscriber limit')
  const { active } = await countStates(tx)
  if (active + adding > limit) throw forbidden(OVER_LIMIT)
}

/**
 * The same for people who will be brought later, some thousand at a time: throws forbidden when there are more new addresses
 * among them than the plan has room for.
 */
export async function checkRoomFor(
  ctx: Ctx,
  { pieces }: { pieces: () => AsyncIterable<readonly { email_address: string }[]> },
): Promise<void> {
  const limit = await subscriberLimit(ctx)
  if (limit === null) return
  const { active } = await countStates(ctx)
  const fresh = new Set<string>()
  for await (const people of pieces()) {
    const unknown = await ctx.sql.rows<{ email_address: string }>(
      `select a.email_address from unnest($2::text[]) as a(email_address)
       where not exists (select from subscriber s where s.account_id = $1 and s.email_address = a.email_address)`,
      [people.map(({ email_address }) => email_address)],
    )
    for (const { email_address } of unknown) fresh.add(email_address)
    if (fresh.size > 0 && active + fresh.size > limit) throw forbidden(OVER_LIMIT)
  }
}

const OVER_LIMIT = 'This request would exceed your subscriber limit'

async function subscriberLimit(ctx: Ctx): Promise<number | null> {
  const account = await ctx.sql.one<{ subscriber_limit: number | null }>(
    'select subscriber_limit from account where id = $1',
  )
  return account?.subscriber_limit ?? null
}

/** Replaces the changes by their sum. Deletes only what it has read, so that changes made meanwhile stay. */
async function foldCounts(ctx: Ctx): Promise<void> {
  await ctx.sql.run(
    `with turn as materialized (select pg_try_advisory_xact_lock($1, hashtext('subscriber counts')) as is_mine),
     gone as (delete from subscriber_count where account_id = $1 and (select is_mine from turn) returning state, change)
     insert into subscriber_count (account_id, state, change) select $1, state, sum(change) from gone group by state`,
  )
}
