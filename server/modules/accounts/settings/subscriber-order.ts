import { systemPool } from '../../../core/context.ts'

const ACCOUNTS_PER_BATCH = 1_500

/**
 * Stores the numbers of active subscribers of the next accounts after this id, to sort a list by them. An account that is locked by another
 * change keeps its number until the next run. Returns the id to continue after, null at the end.
 */
export async function storeSubscriberCounts(last_id: number): Promise<number | null> {
  const { rows } = await systemPool().query<{ last: number | null; read: number }>(
    `with next as (
       select id from account where id > $1 order by id limit ${ACCOUNTS_PER_BATCH}
     ), ends as (
       select max(id) as last, count(*)::int as read from next
     ), counts as (
       select c.account_id, sum(c.change)::int as active from subscriber_count c, ends
       where c.account_id > $1 and c.account_id <= ends.last and c.state = 'active' group by 1
     ), due as (
       select a.id, coalesce(c.active, 0) as active
       from account a join next n on n.id = a.id left join counts c on c.account_id = a.id
       where a.active_subscribers <> coalesce(c.active, 0) order by a.id for no key update of a skip locked
     ), stored as (
       update account a set active_subscribers = due.active from due where a.id = due.id
     )
     select last, read from ends`,
    [last_id],
  )
  const { last = null, read = 0 } = rows[0] ?? {}
  return read < ACCOUNTS_PER_BATCH ? null : last
}
