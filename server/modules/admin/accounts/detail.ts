import { type Ctx, systemCtx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { iso, isoOrNull, isoSql } from '../../../core/wire.ts'
import { rowsSql } from '../../../db/statements/rows-sql.ts'
import { planView } from '../../accounts/plans/plans.ts'
import type { Suspendable } from '../../accounts/settings-schema.ts'
import { listMembers } from '../../accounts/team/members.ts'
import { SUSPENDABLE } from '../../accounts/values-schema.ts'
import { listApiKeys } from '../../api-keys/service.ts'
import { getSendingHealth } from '../../reputation/service.ts'
import type { AccountDetail, AccountNoteView, ByAccount, Suspension } from '../accounts-schema.ts'
import { readAccountApiUse } from '../overview/api-use.ts'
import { readProblems } from './problems.ts'
import { readStorage } from './storage.ts'

const DAY_MS = 86_400_000

/** Returns all data about one account for administrators. Throws not_found. */
export async function getAccountDetail({ now }: Ctx, { account_id }: ByAccount): Promise<AccountDetail> {
  const ctx = { ...systemCtx(account_id), now }
  const account = await ctx.db.account.findFirst()
  if (!account) throw notFound()
  // Sequentially, because an administrator must not use up the connections of a busy process.
  const { usage, webhooks, apps } = await readUsed(ctx)
  const keys = await listApiKeys(ctx)
  const team = await listMembers(ctx)
  const last_seen_at = team.reduce<string | null>(
    (latest, { last_seen_at: seen }) => (seen && (!latest || seen > latest) ? seen : latest),
    null,
  )
  return {
    id: account.id,
    name: account.name,
    time_zone: account.time_zone,
    mail_is_caught: account.mail_is_caught,
    created_at: iso(account.created_at),
    last_seen_at,
    plan: { ...planView(account, ctx.now()), has_own_limit: account.has_own_limit },
    deletes_at: isoOrNull(account.deletes_at),
    suspensions: await readSuspensions(ctx, account),
    usage,
    team,
    health: await getSendingHealth(ctx),
    api_keys: keys.map(({ id, name, prefix, last_used_at, created_at }) => ({
      id,
      name,
      prefix,
      last_used_at,
      created_at,
    })),
    webhooks,
    apps,
    api_use: await readAccountApiUse(ctx),
    storage: await readStorage(ctx),
    problems: await readProblems(ctx),
  }
}

interface Used {
  usage: AccountDetail['usage']
  webhooks: AccountDetail['webhooks']
  apps: AccountDetail['apps']
}

async function readUsed(ctx: Ctx): Promise<Used> {
  const found = await ctx.sql.one<Used>(USED, [new Date(+ctx.now() - 30 * DAY_MS)])
  if (!found) throw notFound()
  return found
}

type Flags = { sign_in_disabled: boolean; api_disabled: boolean; sending_disabled: boolean }

/** Reads the current suspensions, each with its latest entry in the audit log. */
async function readSuspensions(ctx: Ctx, flags: Flags): Promise<Suspension[]> {
  const known = Object.keys(SUSPENDABLE) as Suspendable[]
  const suspended = known.filter((what) => flags[`${what}_disabled`])
  if (suspended.length === 0) return []
  const rows = await ctx.sql.rows<Omit<Suspension, 'what'> & { label: string }>(
    `select distinct on (e.details ->> 'what') e.details ->> 'what' as label, e.details ->> 'reason' as reason,
       coalesce(u.name, e.email) as by, ${isoSql('e.occurred_at')} as since
     from audit_entry e left join users u on u.id = e.user_id
     where e.subject_account_id = $1 and e.action = 'account_suspended'
     order by e.details ->> 'what', e.occurred_at desc, e.id desc`,
  )
  return suspended.map((what) => {
    const { reason, by, since } = rows.find(({ label }) => label === SUSPENDABLE[what].label) ?? {}
    return { what, reason: reason ?? null, by: by ?? null, since: since ?? null }
  })
}

// Webhook URLs may contain secrets, so only the host is shown.
const WEBHOOKS = `select e.id, e.name, split_part(split_part(e.url, '://', 2), '/', 1) as host, e.status,
    ${isoSql('e.failing_since')} as failing_since,
    (select count(*)::int from (select from webhook_delivery d where d.account_id = $1 and not d.legacy and d.hook_id = e.id
       and d.status = 'failed' limit 1000) failed) as failed
  from webhook_endpoint e where e.account_id = $1 order by e.failing_since nulls last, e.id desc limit 100`

const APPS = `select a.id, a.name, ${isoSql('i.installed_at')} as installed_at
  from installation i join app a on a.id = i.app_id
  where i.account_id = $1 and i.state = 'installed' order by i.installed_at desc nulls last, i.id limit 100`

const USED = `select jsonb_build_object(
    'active_subscribers', coalesce(sum(change) filter (where state = 'active'), 0)::int,
    'all_subscribers', coalesce(sum(change), 0)::int,
    'sent_30_days', (select count(*)::int from delivery where account_id = $1 and sent_at > $2)
  ) as usage, ${rowsSql(WEBHOOKS)} as webhooks, ${rowsSql(APPS)} as apps
  from subscriber_count where account_id = $1`

/** Lists administrators' notes about an account, newest first. */
export const listAccountNotes = (
  _ctx: Ctx,
  { account_id, ...paging }: ByAccount & PageQuery,
): Promise<Page<AccountNoteView>> =>
  keysetPage<AccountNoteView>(systemCtx(account_id).sql, paging, {
    name: 'account-notes',
    view: `t.id, t.text, coalesce(u.name, t.author) as author, ${isoSql('t.created_at')} as created_at
        from (select) one left join users u on u.id = t.author_id`,
    from: 'account_note t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
