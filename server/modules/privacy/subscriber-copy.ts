import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { iso } from '../../core/wire.ts'

interface SubscriberCopy {
  email_address: string
  json: string
}

/** Returns all data of one subscriber as JSON: profile, consents, messages with events, and more (L3, L5). */
export async function copySubscriber(ctx: Ctx, { id }: { id: number }): Promise<SubscriberCopy> {
  const copy = await ctx.sql.one<{ email_address: string; profile: object; related: object }>(
    `select s.email_address,
       to_jsonb(s) - array['account_id', 'fields', 'queued_fields'] || jsonb_build_object('fields', (
         select coalesce(jsonb_object_agg(f.label, s.fields -> f.slot) filter (where s.fields ? f.slot), '{}')
         from custom_field f where f.account_id = $1)) as profile,
       json_build_object(${Object.entries(RELATED).map(([name, query]) => `'${name}', (${listOf(query)})`)}) as related
     from subscriber s where s.account_id = $1 and s.id = $2`,
    [id],
  )
  if (!copy) throw notFound()
  const { email_address, profile, related } = copy
  return { email_address, json: `${JSON.stringify({ made_at: iso(ctx.now()), profile, ...related }, null, 2)}\n` }
}

const listOf = (query: string) =>
  `select coalesce(json_agg(to_jsonb(x) - array['account_id', 'subscriber_id']), '[]') from (${query}) x`

const OF_SUBSCRIBER = 't.account_id = $1 and t.subscriber_id = s.id'

/** Queries for the data in other tables, oldest first. */
const RELATED: Record<string, string> = {
  consents: `select t.* from consent t where ${OF_SUBSCRIBER} order by t.given_at, t.id`,
  state_changes: `select t.* from state_change t where ${OF_SUBSCRIBER} order by t.occurred_at, t.id`,
  changes: `select t.kind, t.object, t.data, t.at from subscriber_change t where ${OF_SUBSCRIBER} order by t.at, t.id`,
  tags: `select g.id, g.name, t.tagged_at from tagging t join tag g on g.account_id = $1 and g.id = t.tag_id
    where ${OF_SUBSCRIBER} order by t.tagged_at`,
  external_ids: `select t.external_id, t.at from external_id t where ${OF_SUBSCRIBER} order by t.at, t.external_id`,
  forms: `select t.*, f.name from form_subscription t join form f on f.account_id = $1 and f.id = t.form_id
    where ${OF_SUBSCRIBER} order by t.added_at`,
  confirmations: `select t.* from confirmation t where ${OF_SUBSCRIBER} order by t.requested_at`,
  sequences: `select t.*, q.name from enrollment t join sequence q on q.account_id = $1 and q.id = t.sequence_id
    where ${OF_SUBSCRIBER} order by t.added_at`,
  removed_from_sequences: `select t.*, q.name from removed_enrollment t join sequence q on q.account_id = $1 and q.id = t.sequence_id
    where ${OF_SUBSCRIBER} order by t.removed_at`,
  automations: `select t.automation_id, a.name, t.version, t.state, t.step_id, t.entered_at, t.ended_at, t.reason, (
      select json_agg(json_build_object('step_id', x.step_id, 'event', x.event, 'data', x.data, 'at', x.at) order by x.id)
      from automation_trace x where x.account_id = $1 and x.run_id = t.id) as trace
    from automation_run t join automation a on a.account_id = $1 and a.id = t.automation_id
    where ${OF_SUBSCRIBER} order by t.entered_at, t.id`,
  mails: `select t.*, m.kind, coalesce(m.snapshot ->> 'subject', b.subject, q.subject, e.subject) as subject
    from delivery t join mail m on m.account_id = $1 and m.id = t.mail_id
      left join broadcast b on b.account_id = $1 and b.id = m.broadcast_id
      left join sequence_email q on q.account_id = $1 and q.id = m.sequence_email_id
      left join automation_email e on e.account_id = $1 and e.id = m.automation_email_id
    where ${OF_SUBSCRIBER} order by t.sent_at, t.id`,
  opens_and_clicks: `select t.kind, t.mail_id, l.url, t.is_machine, t.user_agent, t.occurred_at
    from engagement t left join link l on l.account_id = $1 and l.id = t.link_id where ${OF_SUBSCRIBER} order by t.occurred_at, t.id`,
  engagement_of_90_days: `select t.* from subscriber_engagement t where ${OF_SUBSCRIBER}`,
  purchases: `select t.*, (select json_agg(to_jsonb(p) - 'account_id' order by p.position) from purchase_line p
      where p.account_id = $1 and p.purchase_id = t.id) as lines
    from purchase t where ${OF_SUBSCRIBER} order by t.transaction_time, t.id`,
  preference_requests: `select t.kind, t.new_address, t.created_at, t.used_at from preference_request t
    where ${OF_SUBSCRIBER} order by t.id`,
  leave_reason: `select t.reason, t.comment, t.given_at from leave_reason t where ${OF_SUBSCRIBER}`,
  failures_of_apps: `select r.operation, r.created_at, t.number, t.item, t.errors
    from bulk_failure t join bulk_request r on r.account_id = $1 and r.id = t.bulk_request_id
    where t.account_id = $1 and (t.item ->> 'subscriber_id' = s.id::text or position(s.email_address in lower(t.item::text)) > 0)
    order by t.bulk_request_id, t.number`,
  notes: `select t.id, t.text, t.created_at, t.edited_at from subscriber_note t where ${OF_SUBSCRIBER} order by t.id`,
  changes_of_many: `select b.action, t.before, t.changed_at
    from bulk_action_subscriber t join bulk_action b on b.account_id = $1 and b.id = t.bulk_action_id
    where ${OF_SUBSCRIBER} order by t.bulk_action_id`,
  imports: `select t.import_id, i.filename, t.row_number, t.result, t.message, t.cells
    from import_row t join import i on i.account_id = $1 and i.id = t.import_id
    where t.account_id = $1 and (t.subscriber_id = s.id or t.email_address = s.email_address) order by t.import_id, t.row_number`,
}
