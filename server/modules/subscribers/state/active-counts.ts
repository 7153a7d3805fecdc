import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import type { CountedAt } from '../schema.ts'

// Active subscribers of each tag and form. Lists of small accounts count them when they are read. With a million subscribers that takes
// seconds, so a job counts all of an account in one statement, and lists say how old the counts are.

/** Accounts with more subscribers read counts that the job keeps. */
const MAX_LIVE = 25_000
/** Kept counts that are older are counted again when a list shows them. */
const FRESH = `interval '30 seconds'`
/** Kept counts of lists that no one opens are counted again after this time, so they are near the truth when someone does. */
const RECOUNTED_AFTER = `interval '1 day'`
const RETRIED_AFTER = `interval '10 minutes'`

const KINDS = {
  tag: { members: 'tagging', id: 'tag_id' },
  form: { members: 'form_subscription', id: 'form_id' },
} as const
type Kind = keyof typeof KINDS

/**
 * SQL of the active subscribers of a row `t` of a tag or form. One that was added since the last count is counted now. `offset 0` makes
 * PostgreSQL look each subscriber up: it knows no account's size there and would read all subscribers for each tag.
 */
export const activeCountSql = (kind: Kind): string => {
  const { members, id } = KINDS[kind]
  return `coalesce(
    (select k.active from active_count k where k.account_id = t.account_id and k.kind = '${kind}' and k.of_id = t.id),
    (select count(*)::int from ${members} x cross join lateral (
       select from subscriber s where s.account_id = x.account_id and s.id = x.subscriber_id and s.state = 'active' offset 0) s
     where x.account_id = t.account_id and x.${id} = t.id))`
}

/**
 * Returns how old the counts of tags and forms are, null if lists count them when they are read. Old ones are counted again by the job.
 * The first time they are counted here. Later no list waits for a count: while the job has the row, it is counting already.
 */
export async function readCountedAt(ctx: Ctx): Promise<CountedAt | null> {
  const row = await ctx.sql.one<{ is_large: boolean; counted_at: Date | null; is_counting: boolean }>(
    `with size as materialized (
       select coalesce(sum(change), 0) > ${MAX_LIVE} as is_large from subscriber_count where account_id = $1
     ), known as materialized (
       select counted_at from active_count_account where account_id = $1
     ), old as materialized (
       select k.account_id from active_count_account k, size
       where k.account_id = $1 and is_large and due_at > $2 and counted_at < $2::timestamptz - ${FRESH} for update of k skip locked
     ), wanted as (
       update active_count_account k set due_at = $2 from old where k.account_id = old.account_id
     ), forgotten as (
       delete from active_count_account using size where account_id = $1 and not is_large
     ), dropped as (
       delete from active_count using size where account_id = $1 and not is_large and exists (select from known)
     )
     select is_large, counted_at, counted_at < $2::timestamptz - ${FRESH} as is_counting from size left join known on true`,
    [ctx.now()],
  )
  if (!row?.is_large) return null
  if (row.counted_at) return { counted_at: iso(row.counted_at), is_counting: row.is_counting }
  await countActive(ctx)
  return { counted_at: iso(ctx.now()), is_counting: false }
}

/** Counts what is due, the longest due first, until the budget is spent. */
export async function countDueActive({ now, budget }: { now: () => Date; budget: Budget }): Promise<void> {
  for (;;) {
    const { rows } = await systemPool().query<{ account_id: number }>(
      `with due as (
         select account_id from active_count_account where due_at <= $1 order by due_at, account_id limit 1 for update skip locked
       )
       update active_count_account a set due_at = $1::timestamptz + ${RETRIED_AFTER} from due where a.account_id = due.account_id
       returning a.account_id`,
      [now()],
    )
    const [due] = rows
    if (!due) return
    await countActive({ ...systemCtx(due.account_id), now })
    if (budget.isSpent()) return
  }
}

/** Counts the active subscribers of every tag and form of an account, about a second for a million subscribers. */
function countActive(ctx: Ctx): Promise<void> {
  return write(ctx, async (tx) => {
    const now = tx.now()
    await tx.sql.run(
      `insert into active_count_account (account_id, due_at) select id, $2 from account where id = $1 for key share
       on conflict (account_id) do nothing`,
      [now],
    )
    // Requests that want the first count at the same time wait for the one that counts.
    const account = await tx.sql.one<{ is_fresh: boolean }>(
      `select coalesce(counted_at >= $2::timestamptz - ${FRESH}, false) as is_fresh from active_count_account where account_id = $1 for update`,
      [now],
    )
    if (!account || account.is_fresh) return
    for (const kind of Object.keys(KINDS) as Kind[]) await countKind(tx, kind)
    await tx.sql.run(
      `update active_count_account set counted_at = $2, due_at = $2::timestamptz + ${RECOUNTED_AFTER} where account_id = $1`,
      [now],
    )
  })
}

async function countKind(tx: Tx, kind: Kind): Promise<void> {
  const { members, id } = KINDS[kind]
  await tx.sql.run(
    `with counted as materialized (
       select x.${id} as of_id, count(*)::int as active from ${members} x
       join subscriber s on s.account_id = $1 and s.id = x.subscriber_id and s.state = 'active'
       where x.account_id = $1 group by 1
     ), gone as (
       delete from active_count k where k.account_id = $1 and k.kind = '${kind}'
         and not exists (select from ${kind} t where t.account_id = $1 and t.id = k.of_id)
     )
     insert into active_count (account_id, kind, of_id, active)
     select $1, '${kind}', t.id, coalesce(c.active, 0) from ${kind} t left join counted c on c.of_id = t.id where t.account_id = $1
     order by t.id
     on conflict (account_id, kind, of_id) do update set active = excluded.active`,
  )
}
