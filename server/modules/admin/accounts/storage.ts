import type { Ctx } from '../../../core/context.ts'
import type { AccountStorage } from '../accounts-schema.ts'

/** Maximum number of counted rows, because counting more takes too long. */
const MAX_ROWS = 1_000_000

/** SQL of the average bytes of a table's row with its indexes, from PostgreSQL's latest statistics over all accounts. */
const rowBytes = (table: string) =>
  `(select pg_total_relation_size(c.oid) / greatest(c.reltuples, 1) from pg_class c
    where c.oid = '${table}'::regclass and c.reltuples > 0)`

const countSql = (table: string) =>
  `(select count(*) from (select from ${table} where account_id = $1 limit ${MAX_ROWS}) some_rows)`

/**
 * Returns an account's storage by area. Rows are counted up to a million. Bytes of rows are estimated from the average row of all accounts,
 * and null until PostgreSQL has statistics about the table. Bytes of files are exact.
 */
export const readStorage = (ctx: Ctx): Promise<AccountStorage[]> =>
  ctx.sql.rows<AccountStorage>(
    `select area, rows::float8 as rows, bytes::float8 as bytes, is_estimated from (
       select 1 as place, 'Subscribers' as area, s.rows, s.rows * ${rowBytes('subscriber')} as bytes, true as is_estimated
         from (select coalesce(sum(change), 0) as rows from subscriber_count where account_id = $1) s
       union all
       select 2, 'Messages', d.rows, d.rows * ${rowBytes('delivery')}, true from (select ${countSql('delivery')} as rows) d
       union all
       select 3, 'Opens and clicks', e.rows, e.rows * ${rowBytes('engagement')}, true from (select ${countSql('engagement')} as rows) e
       union all
       select 4, 'Webhook deliveries', w.rows, w.rows * ${rowBytes('webhook_delivery')}, true
         from (select ${countSql('webhook_delivery')} as rows) w
       union all
       select 5, 'Images', count(*), coalesce(sum(p.bytes), 0), false
         from media_picture p where p.account_id = $1 and p.state <> 'removing'
       union all
       select 6, 'Import files', count(*), coalesce(sum(i.received_bytes), 0), false
         from import i where i.account_id = $1
           and exists (select from import_chunk c where c.account_id = $1 and c.import_id = i.id)
       union all
       select 7, 'Export files', count(*), coalesce(sum(byte_size), 0), false from export where account_id = $1 and state = 'completed'
     ) areas order by place`,
  )
