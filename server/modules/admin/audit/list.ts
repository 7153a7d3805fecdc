import type { Ctx } from '../../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { searchedText } from '../../../lib/text/email-address.ts'
import type { SecurityEventKind } from '../../security-events/values-schema.ts'
import type { AuditFilter, AuditView } from '../audit-schema.ts'

// Entries of administrators and of accounts in one list (decision 0085). Odd keys are security events, so a key is unique across both.

const ENTRIES = `(
  select e.id * 2 as key, 'instance' as source, e.occurred_at, e.action, e.acted_as, e.user_id, e.email, e.ip,
    e.subject_account_id as account_id, e.subject_user_id, e.details, null::text as summary
  from audit_entry e) t`

/** Changes of plans also have an audit entry, which names the user who made them. Assistants call too often for one list of all accounts. */
const NOT_LISTED: readonly SecurityEventKind[] = ['plan_changed', 'assistant_called']

const SECURITY_EVENTS = `(
  select s.id::bigint * 2 + 1 as key, 'account' as source, s.occurred_at, s.kind as action, 'member' as acted_as, s.user_id,
    null::text as email, null::text as ip, s.account_id, null::int as subject_user_id, '{}'::jsonb as details, s.summary
  from security_event s where s.kind not in (${NOT_LISTED.map((kind) => `'${kind}'`)})) t`

const DAY_MS = 86_400_000

/** Lists administrators' actions and accounts' security events, newest first. */
export function listAuditEntries(
  ctx: Ctx,
  { user, account_id, action, from, until, ...paging }: AuditFilter & PageQuery,
) {
  const conditions = ['$1::int is not null']
  const values: unknown[] = []
  const add = (condition: (value: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(condition(`$${values.length + 1}`))
  }
  if (user)
    add(
      (text) =>
        `(position(lower(${text}) in lower(t.email)) > 0 or exists (select from users u where u.id in (t.user_id, t.subject_user_id)
          and position(lower(${text}) in lower(concat(u.email, ' ', u.name))) > 0))`,
      searchedText(user),
    )
  if (account_id) add((id) => `t.account_id = ${id}`, account_id)
  if (action) add((name) => `t.action = ${name}`, action)
  if (from) add((day) => `t.occurred_at >= ${day}::timestamptz`, new Date(from))
  if (until) add((day) => `t.occurred_at < ${day}::timestamptz`, new Date(+new Date(until) + DAY_MS))
  return keysetPage<AuditView>(ctx.sql, paging, {
    name: 'audit',
    view: `t.key, t.source, ${isoSql('t.occurred_at')} as occurred_at, t.action, t.acted_as, coalesce(u.name, u.email, t.email) as by,
        coalesce(t.email, u.email) as by_email, t.ip, t.account_id, a.name as account_name, coalesce(s.name, s.email) as subject_user,
        t.details, t.summary
        from (select) one left join users u on u.id = t.user_id left join account a on a.id = t.account_id
        left join users s on s.id = t.subject_user_id`,
    from: ENTRIES,
    and_from: SECURITY_EVENTS,
    where: conditions,
    values,
    order: [
      { expr: 't.occurred_at', type: 'timestamptz', dir: 'desc' },
      { expr: 't.key', type: 'bigint', dir: 'desc' },
    ],
  }) satisfies Promise<Page<AuditView>>
}
