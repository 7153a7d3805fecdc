import type { Tx } from '../../core/write/write.ts'

/** Same as the number of days in which the demo account's list grows. */
const DAYS = 180

/** Adds the form views that led to its sign-ups, by day, source and page, and the blocked bots. */
export async function addFormCounts(tx: Tx, { form_id }: { form_id: number }): Promise<void> {
  await tx.sql.run(
    `with zone as materialized (
       select time_zone as name, ($3::timestamptz at time zone time_zone)::date as today from account where id = $1
     ), joined as (
       select (x.added_at at time zone z.name)::date as day, count(*)::int as n
       from form_subscription x, zone z where x.account_id = $1 and x.form_id = $2 group by 1
     ), seen as (
       select d.day::date as day, coalesce(j.n, 0) as n, coalesce(j.n, 0) * 7 + 9 + (h.noise & 15) as views, (h.noise >> 4) & 3 as blocked
       from zone z, generate_series(z.today - ${DAYS - 1}, z.today, interval '1 day') d(day)
         cross join lateral (select hashint4(d.day::date - '2000-01-01'::date) & 1023 as noise) h
         left join joined j on j.day = d.day::date
     )
     insert into form_count (account_id, form_id, day, kind, value, views, sign_ups, blocked)
     select $1, $2, s.day, v.kind, v.value, v.views, v.sign_ups, v.blocked
     from seen s cross join lateral (values
       ('total', '', s.views, s.n, 0),
       ('source', 'instagram', s.views * 2 / 5, s.n / 3, 0),
       ('source', 'search.example', s.views / 5, s.n / 5, 0),
       ('source', 'Direct', s.views - s.views * 2 / 5 - s.views / 5, s.n - s.n / 3 - s.n / 5, 0),
       ('page', 'studio-north.example/workshops', s.views / 3, s.n / 2, 0),
       ('page', 'studio-north.example', s.views - s.views / 3, s.n - s.n / 2, 0),
       ('blocked', 'hidden field', 0, 0, s.blocked)
     ) v(kind, value, views, sign_ups, blocked)
     where v.kind <> 'blocked' or v.blocked > 0`,
    [form_id, tx.now()],
  )
}
