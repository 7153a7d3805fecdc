import type { Ctx } from '../../../core/context.ts'
import { forbidden } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { missingAddresses } from '../list/by-address.ts'
import type { State } from '../schema.ts'
import { STATES } from '../values-schema.ts'

export type StateCounts = Record<State, number>

/** Maximum number of an account's `subscriber_count` rows before they are merged. */
const FOLD_ABOVE = 200

/** The counts as a column, for statements that read other data too. `readCounts` converts it. */
export const COUNTS_SQL = `(
  select coalesce(json_agg(c), '[]') from (
    select state, sum(change)::int as count, count(*)::int as pieces from subscriber_count where account_id = $1 group by state
  ) c)`

export type CountRow = { state: State; count: number; pieces: number }

/** Returns exact numbers of subscribers by state, from stored counts. */
export async function countStates(ctx: Ctx): Promise<StateCounts> {
  const row = await ctx.sql.one<{ counts: CountRow[] }>(`select ${COUNTS_SQL} as counts`)
  return readCounts(ctx, row?.counts ?? [])
}

/** Merges many rows into one, which keeps later reads fast. */
export async function readCounts(ctx: Ctx, rows: readonly CountRow[]): Promise<StateCounts> {
  const pieces = rows.reduce((sum, row) => sum + row.pieces, 0)
  if (pieces > FOLD_ABOVE) await ctx.sql.run('select fold_subscriber_counts($1)')
  return { ...zeroCounts(), ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

export const zeroCounts = () => Object.fromEntries(STATES.map((state) => [state, 0])) as StateCounts

/**
 * Returns SQL that is true if the plan has room for `adding` more active subscribers. `account`: an alias with `subscriber_limit`. Locks
 * the limit, so other creations in a limited account wait until the transaction ends.
 */
export const hasRoomSql = (account: string, adding: number | string): string =>
  `(${account}.subscriber_limit is null or has_room_for_subscribers($1, ${adding}, ${FOLD_ABOVE}))`

/** Throws forbidden if `adding` more would exceed the plan's limit, and locks the limit. */
export async function checkSubscriberLimit(tx: Tx, { adding }: { adding: number }): Promise<void> {
  if (adding === 0) return
  const room = await tx.sql.one<{ is_free: boolean }>(
    `select ${hasRoomSql('a', '$2::int')} as is_free from account a where a.id = $1`,
    [adding],
  )
  if (!room?.is_free) throw overLimit()
}

/**
 * Locks the plan's limit if there is one and any address is new, before any subscriber: single creations lock in that order. Returns
 * whether the plan has a limit.
 */
export async function lockSubscriberLimit(
  tx: Tx,
  { email_addresses }: { email_addresses: readonly string[] },
): Promise<boolean> {
  const account = await tx.sql.one<{ has_limit: boolean }>(
    `select a.subscriber_limit is not null as has_limit,
       case when a.subscriber_limit is not null and exists (select from ${missingAddresses('$2')} n)
         then has_room_for_subscribers($1, 0, ${FOLD_ABOVE}) end as is_locked
     from account a where a.id = $1`,
    [email_addresses],
  )
  return account?.has_limit === true
}

/** Throws forbidden if this transaction's new subscribers exceed the plan's limit. */
export async function checkAddedSubscribers(tx: Tx): Promise<void> {
  const room = await tx.sql.one<{ is_free: boolean }>(
    `select ${hasRoomSql('a', 0)} as is_free from account a where a.id = $1`,
  )
  if (!room?.is_free) throw overLimit()
}

/** Throws forbidden if a bulk request has more new addresses than the plan has room for. Reads them piece by piece. */
export async function checkRoomFor(
  ctx: Ctx,
  { pieces }: { pieces: () => AsyncIterable<readonly { email_address: string }[]> },
): Promise<void> {
  const limit = await subscriberLimit(ctx)
  if (limit === null) return
  const { active } = await countStates(ctx)
  const added = new Set<string>()
  for await (const items of pieces()) {
    const unknown = await ctx.sql.rows<{ email_address: string }>(
      `select email_address from ${missingAddresses('$2')} n`,
      [items.map(({ email_address }) => email_address)],
    )
    for (const { email_address } of unknown) added.add(email_address)
    if (added.size > 0 && active + added.size > limit) throw overLimit()
  }
}

export const overLimit = () => forbidden('This request would exceed your subscriber limit')

async function subscriberLimit(ctx: Ctx): Promise<number | null> {
  const account = await ctx.sql.one<{ subscriber_limit: number | null }>(
    'select subscriber_limit from account where id = $1',
  )
  return account?.subscriber_limit ?? null
}
