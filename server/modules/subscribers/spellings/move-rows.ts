import type { Tx } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'

interface Table {
  name: string
  /** The columns of each unique index with the subscriber, without account and subscriber. */
  keys: string[][]
}

/** Counted and indexed by triggers. Consents cannot be changed: they are copied. */
const OTHERS = ['subscriber_search', 'subscriber_engagement', 'consent']

/** Read from the database, so a new table cannot be forgotten. */
const TABLES = `${UNSCOPED}select quote_ident(c.relname) as name, coalesce((
    select json_agg(u.columns) from (
      select coalesce(json_agg(quote_ident(a.attname)) filter (where a.attname not in ('account_id', 'subscriber_id')), '[]') as columns
      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisunique group by i.indexrelid having bool_or(a.attname = 'subscriber_id')
    ) u), '[]') as keys
  from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace and c.relname <> all ($1)
    and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('account_id', 'subscriber_id') and not a.attisdropped)
  order by c.relname`

/**
 * Gives the rows of a subscriber to another one. Rows that the other one also has, by any key, stay and are deleted with the subscriber.
 */
export async function moveRows(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  for (const { name, keys } of await tx.sql.rows<Table>(TABLES, [OTHERS])) {
    const free = keys.map((columns) => {
      const same = columns.map((column) => `and o.${column} is not distinct from t.${column}`)
      return `and not exists (select from ${name} o where o.account_id = $1 and o.subscriber_id = $3 ${same.join(' ')})`
    })
    await tx.sql.run(
      `update ${name} t set subscriber_id = $3 where t.account_id = $1 and t.subscriber_id = $2 ${free.join(' ')}`,
      [from, to],
    )
  }
  const [copied] = await tx.sql.rows<{ columns: string }>(
    `${UNSCOPED}select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = 'consent'::regclass and attnum > 0 and not attisdropped
       and attname not in ('account_id', 'subscriber_id', 'id')`,
  )
  await tx.sql.run(
    `insert into consent (account_id, subscriber_id, ${copied?.columns})
     select $1, $3, ${copied?.columns} from consent where account_id = $1 and subscriber_id = $2 order by id`,
    [from, to],
  )
}
