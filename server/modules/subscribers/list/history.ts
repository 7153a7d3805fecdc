import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql, Timestamp } from '../../../core/wire.ts'
import { State } from '../schema.ts'
import { renderSubjects } from './subjects.ts'

const common = { id: z.int(), occurred_at: Timestamp }
const Mail = z.object({
  id: z.int(),
  kind: z.enum(['broadcast', 'sequence_email', 'automation_email']),
  broadcast_id: z.int().nullable(),
  sequence_id: z.int().nullable(),
  automation_id: z.int().nullable(),
  /** The email of the sequence or automation while it exists. */
  email_id: z.int().nullable(),
  subject: z.string().nullable(),
})

const Named = z.object({ id: z.int(), name: z.string() })
/** Null: deleted since. */
const MaybeNamed = Named.nullable()

/** An event of a subscriber. `kind` and `id` together identify it. */
export const HistoryEntry = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('state_changed'),
    detail: z.object({
      from_state: State.nullable(),
      to_state: State,
      cause: z.string(),
      note: z.string().nullable(),
      mail: Mail.nullable(),
    }),
  }),
  z.object({ ...common, kind: z.literal('tag_added'), detail: z.object({ id: z.int(), name: z.string() }) }),
  z.object({
    ...common,
    kind: z.enum(['tag_removed', 'tag_addition_undone', 'tag_removal_undone', 'sequence_left', 'sequence_restarted']),
    detail: MaybeNamed,
  }),
  z.object({
    ...common,
    kind: z.literal('field_changed'),
    detail: Named.extend({ from: z.string().nullable(), to: z.string().nullable() }),
  }),
  z.object({ ...common, kind: z.literal('form_subscribed'), detail: z.object({ id: z.int(), name: z.string() }) }),
  z.object({
    ...common,
    kind: z.literal('email_sent'),
    /** Counts what the subscriber did with it since. `urls`: the first links that they clicked. */
    detail: Mail.extend({ opens: z.int(), clicks: z.int(), urls: z.array(z.string()), is_complained: z.boolean() }),
  }),
  z.object({
    ...common,
    kind: z.literal('email_bounced'),
    /** `reply`: the receiving server's response. */
    detail: Mail.extend({ bounce_type: z.string().nullable(), reply: z.string().nullable() }),
  }),
  z.object({
    ...common,
    kind: z.literal('imported'),
    detail: z.object({ id: z.int(), filename: z.string(), result: z.enum(['created', 'updated']) }),
  }),
  z.object({
    ...common,
    kind: z.literal('purchased'),
    detail: z.object({ total: z.number(), currency: z.string(), products: z.array(z.string()) }),
  }),
  z.object({
    ...common,
    kind: z.literal('consent_given'),
    detail: z.object({ source: z.string(), text: z.string().nullable() }),
  }),
  z.object({ ...common, kind: z.literal('sequence_joined'), detail: z.object({ id: z.int(), name: z.string() }) }),
  z.object({ ...common, kind: z.literal('sequence_completed'), detail: z.object({ id: z.int(), name: z.string() }) }),
  z.object({ ...common, kind: z.literal('automation_entered'), detail: z.object({ id: z.int(), name: z.string() }) }),
  z.object({
    ...common,
    kind: z.literal('automation_ended'),
    detail: z.object({ id: z.int(), name: z.string(), is_completed: z.boolean() }),
  }),
])
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Lists the events of one subscriber, newest first: one for each email. Omits machine opens and values of deleted fields. */
export async function listHistory(
  ctx: Ctx,
  { id, ...paging }: PageQuery & { id: number },
): Promise<Page<HistoryEntry>> {
  if (!(await ctx.sql.one('select 1 from subscriber where account_id = $1 and id = $2', [id]))) throw notFound()
  const page = await keysetPage<HistoryEntry>(ctx.sql, paging, {
    name: 'subscriber_history',
    view: `t.kind, t.id, ${isoSql('t.occurred_at')} as occurred_at, case t.kind ${DETAIL} end as detail`,
    from: `(${HAPPENED}) t`,
    where: ['$1::int is not null'],
    values: [id],
    order: [
      { expr: 't.occurred_at', type: 'timestamptz', dir: 'desc' },
      { expr: 't.kind', type: 'text', dir: 'desc' },
      { expr: 't.id', type: 'bigint', dir: 'desc' },
    ],
  })
  const rows = await withSubjects(ctx, id, page.rows())
  return { ...page, rows: () => rows }
}

/** Renders subjects with the subscriber's current data. */
async function withSubjects(ctx: Ctx, subscriber_id: number, entries: HistoryEntry[]): Promise<HistoryEntry[]> {
  const subjects = await renderSubjects(ctx, {
    subscriber_id,
    subjects: entries.map((entry) => mailOf(entry)?.subject ?? ''),
  })
  return entries.map((entry, at) => {
    const mail = mailOf(entry)
    if (!mail) return entry
    const shown = { ...mail, subject: mail.subject && (subjects[at] ?? mail.subject) }
    return {
      ...entry,
      detail: entry.detail && 'mail' in entry.detail ? { ...entry.detail, mail: shown } : shown,
    } as HistoryEntry
  })
}

function mailOf({ detail }: HistoryEntry): z.infer<typeof Mail> | null {
  if (detail === null) return null
  if ('mail' in detail) return detail.mail
  return 'broadcast_id' in detail ? detail : null
}

const TAG_CHANGES = `'tag_removed', 'tag_addition_undone', 'tag_removal_undone'`
const SHOWN_CHANGES = `${TAG_CHANGES}, 'sequence_left', 'sequence_restarted'`

/** Selects references only. Names are read for the page's rows. */
const HAPPENED = `
  select 'state_changed' as kind, id, occurred_at, mail_id, null::int as ref_id from state_change
    where account_id = $1 and subscriber_id = $2
  union all select 'tag_added', id, tagged_at, null, tag_id from tagging where account_id = $1 and subscriber_id = $2
  union all select c.kind, c.id, c.at, null, c.object::int from subscriber_change c
    where c.account_id = $1 and c.subscriber_id = $2 and (c.kind = any (array[${SHOWN_CHANGES}])
      or c.kind = 'field_changed' and c.data -> 'from' is distinct from c.data -> 'to'
        and exists (select from custom_field f where f.account_id = $1 and f.id = c.object::int))
  union all select 'form_subscribed', id, added_at, null, form_id from form_subscription
    where account_id = $1 and subscriber_id = $2
  union all select 'email_sent', id, sent_at, mail_id, null from delivery
    where account_id = $1 and subscriber_id = $2 and sent_at is not null and bounced_at is null
  union all select 'email_bounced', id, bounced_at, mail_id, null from delivery
    where account_id = $1 and subscriber_id = $2 and bounced_at is not null
  union all select 'imported', r.import_id::bigint << 32 | r.row_number, coalesce(i.started_at, i.created_at), null, r.import_id
    from import_row r join import i on i.account_id = r.account_id and i.id = r.import_id
    where r.account_id = $1 and r.subscriber_id = $2 and r.result in ('created', 'updated')
  union all select 'purchased', id, transaction_time, null, null from purchase where account_id = $1 and subscriber_id = $2
  union all select 'consent_given', id, given_at, null, null from consent where account_id = $1 and subscriber_id = $2
  union all select 'sequence_joined', id, added_at, null, sequence_id from enrollment where account_id = $1 and subscriber_id = $2
  union all select 'sequence_completed', id, completed_at, null, sequence_id from enrollment
    where account_id = $1 and subscriber_id = $2 and completed_at is not null
  union all select 'automation_entered', id, entered_at, null, automation_id from automation_run
    where account_id = $1 and subscriber_id = $2
  union all select 'automation_ended', id, ended_at, null, automation_id from automation_run
    where account_id = $1 and subscriber_id = $2 and ended_at is not null`

const MAIL = `'id', m.id, 'kind', m.kind, 'broadcast_id', m.broadcast_id, 'sequence_id', q.sequence_id, 'automation_id', x.automation_id,
  'email_id', case when coalesce(q.deleted_at, x.deleted_at) is null then coalesce(q.id, x.id) end, 'subject', coalesce(b.subject, q.subject, x.subject)`
const EMAILS = `mail m left join broadcast b on b.account_id = m.account_id and b.id = m.broadcast_id
  left join sequence_email q on q.account_id = m.account_id and q.id = m.sequence_email_id
  left join automation_email x on x.account_id = m.account_id and x.id = m.automation_email_id
  where m.account_id = $1 and m.id = t.mail_id`
const FROM_MAIL = `from ${EMAILS}`

const SHOWN_PRODUCTS = 5
const SHOWN_URLS = 3

const TAG = `(select json_build_object('id', g.id, 'name', g.name) from tag g where g.account_id = $1 and g.id = t.ref_id)`
const SEQUENCE = `(select json_build_object('id', q.id, 'name', q.name) from sequence q where q.account_id = $1 and q.id = t.ref_id)`

const DETAIL = `
  when 'state_changed' then (select json_build_object('from_state', c.from_state, 'to_state', c.to_state, 'cause', c.cause, 'note', c.note,
      'mail', (select json_build_object(${MAIL}) ${FROM_MAIL}))
    from state_change c where c.account_id = $1 and c.id = t.id)
  when 'tag_added' then ${TAG}
  when 'tag_removed' then ${TAG}
  when 'tag_addition_undone' then ${TAG}
  when 'tag_removal_undone' then ${TAG}
  when 'field_changed' then (select json_build_object('id', f.id, 'name', f.label, 'from', c.data -> 'from', 'to', c.data -> 'to')
    from subscriber_change c join custom_field f on f.account_id = $1 and f.id = t.ref_id
    where c.account_id = $1 and c.subscriber_id = $2 and c.id = t.id)
  when 'form_subscribed' then (select json_build_object('id', f.id, 'name', f.name) from form f
    where f.account_id = $1 and f.id = t.ref_id)
  when 'email_bounced' then (select json_build_object(${MAIL}, 'bounce_type', d.bounce_type, 'reply', d.detail)
    from delivery d join mail m on m.account_id = $1 and m.id = d.mail_id
      left join broadcast b on b.account_id = $1 and b.id = m.broadcast_id
      left join sequence_email q on q.account_id = $1 and q.id = m.sequence_email_id
      left join automation_email x on x.account_id = $1 and x.id = m.automation_email_id
    where d.account_id = $1 and d.mail_id = t.mail_id and d.subscriber_id = $2)
  when 'imported' then (select json_build_object('id', i.id, 'filename', i.filename, 'result', r.result)
    from import_row r join import i on i.account_id = r.account_id and i.id = r.import_id
    where r.account_id = $1 and r.import_id = t.ref_id and r.row_number = (t.id & 4294967295)::int)
  when 'purchased' then (select json_build_object('total', b.total::float8, 'currency', b.currency, 'products', (
      select coalesce(json_agg(l.name order by l.position), '[]') from purchase_line l
      where l.account_id = $1 and l.purchase_id = b.id and l.position <= ${SHOWN_PRODUCTS}))
    from purchase b where b.account_id = $1 and b.id = t.id)
  when 'consent_given' then (select json_build_object('source', c.source, 'text', c.text) from consent c
    where c.account_id = $1 and c.id = t.id)
  when 'sequence_joined' then ${SEQUENCE}
  when 'sequence_completed' then ${SEQUENCE}
  when 'sequence_left' then ${SEQUENCE}
  when 'sequence_restarted' then ${SEQUENCE}
  when 'automation_entered' then (select json_build_object('id', a.id, 'name', a.name) from automation a
    where a.account_id = $1 and a.id = t.ref_id)
  when 'automation_ended' then (select json_build_object('id', a.id, 'name', a.name, 'is_completed', r.state = 'completed')
    from automation_run r join automation a on a.account_id = $1 and a.id = r.automation_id where r.account_id = $1 and r.id = t.id)
  else (select json_build_object(${MAIL}, 'opens', e.opens, 'clicks', e.clicks, 'urls', coalesce(e.urls[:${SHOWN_URLS}], '{}'),
      'is_complained', exists (select from delivery d
        where d.account_id = $1 and d.mail_id = t.mail_id and d.subscriber_id = $2 and d.complained_at is not null))
    from (select count(*) filter (where e.kind = 'open')::int as opens, count(*) filter (where e.kind = 'click')::int as clicks,
        array_agg(distinct l.url) filter (where l.url is not null) as urls
      from engagement e left join link l on l.account_id = $1 and l.id = e.link_id
      where e.account_id = $1 and e.subscriber_id = $2 and e.mail_id = t.mail_id and not e.is_machine) e, ${EMAILS})`
