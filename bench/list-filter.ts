/** Returns a filter with opens in a window, clicks by URL in a window, a tag, a custom field and the state. */
export const fiveConditions = (fact: { tag_id: number; field_id: number; opened: string; clicked: string }) => ({
  all: [
    { type: 'opens', count_greater_than: 2, after: fact.opened },
    {
      type: 'clicks',
      after: fact.clicked,
      any: [{ type: 'urls', urls: ['https://studio.example/shop', '/story-2'], matching: 'contains' }],
    },
    { type: 'tags', any: [{ type: 'ids', matching: [fact.tag_id] }] },
    { type: 'custom_field', subscriber_custom_field_id: fact.field_id, comparison: 'is', value: 'value 3' },
    { type: 'subscriber_state', states: ['active'] },
  ],
})

/** The same query written by hand, with knowledge of the tables. $2 opened, $3 clicked, $4 tag, $5 slot. */
export const FILTER_BY_HAND = `
  with links as materialized (
    select array_agg(id) as ids from link where account_id = $1 and (url like '%https://studio.example/shop%' or url like '%/story-2%')
  ), clicked as materialized (
    select g.subscriber_id as id from tagging g
    where g.account_id = $1 and g.tag_id = $4 and exists (
      select from engagement e where e.account_id = $1 and e.link_id = any ((select ids from links)::int[]) and e.link_id is not null
        and not e.is_machine and e.occurred_at >= $3::timestamptz and e.subscriber_id = g.subscriber_id)
  ), candidates as materialized (
    select s.id, s.created_at, s.first_name, s.email_address from clicked c join subscriber s on s.account_id = $1 and s.id = c.id
    where s.state = 'active' and s.fields ->> $5 = 'value 3'
  ), matched as materialized (
    select p.* from candidates p where (
      select count(*) from engagement e where e.account_id = $1 and e.subscriber_id = p.id and e.kind = 'open' and not e.is_machine
        and e.occurred_at >= $2::timestamptz) > 2
  ), page as (select * from matched order by created_at desc, id desc limit 501)
  select (select count(*) from matched) as total, '[' || string_agg(row_to_json(r)::text, ',') || ']' as json
  from page p cross join lateral (
    select p.id::text, p.first_name, p.email_address, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
      json_agg(g.name order by g.id) as tag_names, json_agg(g.id::text order by g.id) as tag_ids
    from tagging x join tag g on g.account_id = $1 and g.id = x.tag_id where x.account_id = $1 and x.subscriber_id = p.id) r`
