import type { Ctx } from '../../../core/context.ts'
import type { Snapshot } from '../../../db/embedded/snapshot.ts'
import { literal } from '../../../db/statements/sql.ts'
import { mailParts, withSubscriber } from './broadcast-parts.ts'
import { type Column, moment, plain, text } from './cells.ts'
import { csvPart, jsonPart, type Part } from './parts.ts'
import { subscribersPart } from './subscribers-part.ts'

/**
 * Returns the parts of an account's copy: all data that the creator entered or that resulted from it, without secrets and internal data.
 */
export async function accountParts(snapshot: Snapshot, ctx: Ctx): Promise<Part[]> {
  return [
    jsonPart(snapshot, {
      name: 'account.json',
      row: `(to_jsonb(t) - ${literal('{api_disabled,sending_disabled,sign_in_disabled}')}::text[]) || jsonb_build_object('creator_profile', (select to_jsonb(p) - 'account_id'
        from creator_profile p where p.account_id = t.id), 'style', (select p.choices from account_style p where p.account_id = t.id), 'recommendation_profile', (select to_jsonb(p) - 'account_id' from recommendation_profile p where p.account_id = t.id), 'recommendations', ${nested('recommendation', 'p.account_id = t.id')}, 'products', ${nested('account_product', 'p.account_id = t.id')}, 'site', (select to_jsonb(p) - '{account_id,domain_token,domain_results}'::text[] from site p where p.account_id = t.id), 'site_names', (select coalesce(jsonb_agg(p.name order by p.created_at desc), '[]') from site_name p where p.account_id = t.id), 'sending_addresses', ${nested('sending_address', 'p.account_id = t.id', ['token_hash', 'token_expires_at'])})`,
      from: `account t where t.id = ${snapshot.account_id}`,
      order: 't.id',
    }),
    await subscribersPart(snapshot, ctx, { name: 'subscribers.csv', selection: { status: 'all' } }),
    ...Object.entries(SUBSCRIBER_TABLES).map(([table, columns]) =>
      csvPart(snapshot, {
        name: `${table}s.csv`,
        columns: [plain('subscriber_id'), text('email_address', 's.email_address'), ...columns],
        from: withSubscriber(table, snapshot),
        order: ORDERS[table] ?? 't.id',
      }),
    ),
    ...mailParts(snapshot),
    ...Object.entries(OBJECT_TABLES).map(([table, row]) =>
      jsonPart(snapshot, {
        name: `${table}s.json`,
        row,
        from: `${table} t where t.account_id = ${snapshot.account_id}`,
        order: 't.id',
      }),
    ),
  ]
}

const nested = (table: string, on: string, without: readonly string[] = []) =>
  `(select coalesce(jsonb_agg(to_jsonb(p) - array[${['account_id', ...without].map(literal).join(', ')}]), '[]')
    from ${table} p where ${on})`

const WHOLE = `to_jsonb(t) - 'account_id'`

/** Tables exported as JSON, one object per row. */
const OBJECT_TABLES: Record<string, string> = {
  custom_field: WHOLE,
  tag: WHOLE,
  segment: WHOLE,
  form: `${WHOLE} || jsonb_build_object('files', ${nested(
    'form_file',
    `p.account_id = t.account_id and p.form_id = t.id and p.state = 'ready'`,
    ['form_id', 'key', 'state'],
  )}, 'landing_page', (select to_jsonb(p) - '{account_id,form_id}'::text[] from landing_page p
    where p.account_id = t.account_id and p.form_id = t.id), 'landing_page_b',
    (select to_jsonb(p) - '{account_id,form_id}'::text[] from landing_page_b p where p.account_id = t.account_id and p.form_id = t.id))`,
  sequence: `${WHOLE} || jsonb_build_object('emails', ${nested(
    'sequence_email',
    'p.account_id = t.account_id and p.sequence_id = t.id',
  )})`,
  automation: `${WHOLE} || jsonb_build_object('emails', ${nested(
    'automation_email',
    'p.account_id = t.account_id and p.automation_id = t.id',
  )}, 'versions', ${nested('automation_version', 'p.account_id = t.account_id and p.automation_id = t.id')})`,
  automation_template: `${WHOLE} || jsonb_build_object('versions', ${nested(
    'automation_template_version',
    'p.account_id = t.account_id and p.template_id = t.id',
  )})`,
  email_template: WHOLE,
  snippet: WHOLE,
  media_picture: `${WHOLE} - 'digest'`,
  broadcast: WHOLE,
  post: `${WHOLE} - 'search'`,
  mail: `${WHOLE} || jsonb_build_object('variants', ${nested('mail_variant', 'p.account_id = t.account_id and p.mail_id = t.id', ['mail_id'])})`,
  link: WHOLE,
  delivery_report: WHOLE,
  sending_domain: WHOLE,
  product: WHOLE,
  purchase: `${WHOLE} || jsonb_build_object('lines', ${nested(
    'purchase_line',
    'p.account_id = t.account_id and p.purchase_id = t.id',
    ['purchase_id'],
  )})`,
  import: `${WHOLE} - 'sample'`,
}

/** Tables exported as CSV, with the subscriber of each row. */
const SUBSCRIBER_TABLES: Record<string, Column[]> = {
  tagging: [plain('tag_id'), moment('tagged_at')],
  form_subscription: [
    plain('form_id'),
    moment('added_at'),
    ...['referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].map((name) => text(name)),
  ],
  confirmation: [plain('form_id'), moment('requested_at'), moment('sent_at'), moment('confirmed_at')],
  form_file_email: [plain('form_id'), moment('requested_at'), moment('sent_at')],
  enrollment: [plain('sequence_id'), plain('state'), plain('run'), moment('added_at'), moment('completed_at')],
  automation_run: [
    plain('automation_id'),
    plain('version'),
    plain('state'),
    plain('step_id'),
    plain('trigger_id'),
    moment('entered_at'),
    moment('ended_at'),
    plain('reason'),
  ],
  consent: [plain('source'), text('text'), plain('form_id'), plain('import_id'), plain('ip'), moment('given_at')],
  subscriber_note: [text('text'), moment('created_at'), moment('edited_at')],
  subscriber_change: [plain('kind'), text('object'), text('data', 't.data::text'), moment('at')],
  leave_reason: [text('reason'), text('comment'), plain('mail_id'), moment('given_at')],
  state_change: [
    plain('from_state'),
    plain('to_state'),
    plain('cause'),
    plain('note'),
    plain('mail_id'),
    moment('occurred_at'),
  ],
}

const ORDERS: Record<string, string> = {
  confirmation: 't.form_id, t.subscriber_id',
  form_file_email: 't.form_id, t.subscriber_id',
  leave_reason: 't.subscriber_id',
}
