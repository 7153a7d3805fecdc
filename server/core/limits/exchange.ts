import { database } from '../../db/client.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import type { Count, Exchange } from './shared-limit.ts'

const purged = processSingleton('purged API counts', () => ({ until: 0 }))
const PURGE_EVERY_S = 60

/** Adds counts to `api_count` and returns the counts of these keys, in one statement. */
export const exchangeCounts: Exchange = async (added, since) => {
  const { pool } = database()
  const { rows } = await pool.query<Count>(
    // Sorted, so statements of two processes cannot deadlock. The statement does not see rows that it adds itself.
    `with added as (
       insert into api_count as c (key, second, count)
       select key, second, count from unnest($1::text[], $2::bigint[], $3::int[]) as a(key, second, count) order by key, second
       on conflict (key, second) do update set count = c.count + excluded.count
       returning key, second, count)
     select key, second::float8 as second, count from added
     union all
     select c.key, c.second::float8, c.count from api_count c
     where c.key = any ($1::text[]) and c.second >= $4::bigint
       and not exists (select from added a where a.key = c.key and a.second = c.second)`,
    [added.map(({ key }) => key), added.map(({ second }) => second), added.map(({ count }) => count), since],
  )
  if (since > purged.until + PURGE_EVERY_S) {
    purged.until = since
    await pool.query('delete from api_count where second < $1', [since])
  }
  return rows
}
