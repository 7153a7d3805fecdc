import type { Ctx } from '../../core/context.ts'
import type { DuplicateGroup } from './schema.ts'

const MAX_GROUPS = 20
const MAX_TAGS = 10
/** Smaller sets of subscribers are often equal by chance. */
const MIN_SUBSCRIBERS = 5

/** SQL of a name in lower case, without spaces and punctuation, with English words in the singular. Empty for names of punctuation only. */
const PLAIN_NAME = `regexp_replace(regexp_replace(regexp_replace(
  regexp_replace(lower(g.name), '[^[:alnum:]]', '', 'g'),
  '(.{2,})ies$', '\\1y'), '(.{2,}(?:ch|sh|x|ss))es$', '\\1'), '(.{2,}[^s])s$', '\\1')`

/**
 * Finds tags that are probably duplicates: tags with names that differ only in case, spaces, punctuation and plural, and tags with the same
 * subscribers. Reads every tagging of the account once.
 */
export const findDuplicates = (ctx: Ctx): Promise<DuplicateGroup[]> =>
  ctx.sql.rows<DuplicateGroup>(
    `with sets as materialized (
       select x.tag_id, count(*)::int as count, bit_xor(hashint8extended(x.subscriber_id, 0)) as mark,
         sum(hashint8extended(x.subscriber_id, 1)::numeric) as sum
       from tagging x where x.account_id = $1 group by 1
     ), tags as materialized (
       select g.id, g.name, coalesce(s.count, 0) as count, s.mark, s.sum, ${PLAIN_NAME} as plain
       from tag g left join sets s on s.tag_id = g.id where g.account_id = $1
     ), groups as (
       select 'names' as reason, t.plain as key, array_agg(t.id) as ids from tags t where t.plain <> '' group by t.plain having count(*) > 1
       union all
       select 'subscribers', t.count || ' ' || t.mark || ' ' || t.sum, array_agg(t.id) from tags t
       where t.count >= ${MIN_SUBSCRIBERS} group by t.count, t.mark, t.sum having count(*) > 1
     ), listed as (
       select distinct on (array(select unnest(g.ids) order by 1)) g.reason, g.key, g.ids from groups g
       order by array(select unnest(g.ids) order by 1), g.reason
     )
     select l.reason, (
       select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'count', m.count) order by m.count desc, m.id) from (
         select t.* from tags t where t.id = any (l.ids) order by t.count desc, t.id limit ${MAX_TAGS}) m
     ) as tags
     from listed l order by l.reason, l.key limit ${MAX_GROUPS}`,
  )
