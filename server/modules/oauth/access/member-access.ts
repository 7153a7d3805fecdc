import type { Ctx, Role } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { emailOwners } from '../../accounts/team/owners.ts'
import { namesOfKeys, revokeKeysOf } from '../../api-keys/service.ts'
import { stopBulkRequests } from '../../bulk-requests/service.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import type { UserEmail } from '../../service-mail/service.ts'
import { type Access, accessReducedEmail, accessRevokedEmail, reducedSummary, revokedSummary } from '../emails.ts'
import { revokeGrant, uninstallAbandoned } from './grants.ts'

// A role change takes effect immediately, because every request reads the role (GRANT_ROLE, MAKER_ROLE). These jobs then revoke the
// remaining credentials and email the owners, each idempotently in one transaction.

/** The removal of a membership, or the reduction of its role. */
export interface MemberChange {
  user_id: number
  /** User who made the change. */
  by: number | null
  at: string
  /** Number of withdrawn open invitations of the member. */
  invitations: number
}

/** Revokes a removed member's keys and grants, except grants of published apps, which stay installed. */
export function revokeMemberAccess(ctx: Ctx, { user_id, by, at, invitations }: MemberChange): Promise<void> {
  return write(ctx, async (tx) => {
    const changed_at = new Date(at)
    const keys = await revokeKeysOf(tx, { user_id, before: changed_at })
    const grants = await grantsOf(tx, { user_id, before: changed_at })
    const [published_grants, others] = [
      grants.filter((grant) => grant.is_published),
      grants.filter((g) => !g.is_published),
    ]
    for (const { id } of others) await revokeGrant(tx, { grant_id: id })
    await uninstallAbandoned(tx, { installation_ids: unique(others.map(({ installation_id }) => installation_id)) })
    const access = {
      keys,
      apps: unique(others.map(({ app_name }) => app_name)),
      kept_apps: unique(published_grants.map(({ app_name }) => app_name)),
      endpoints: await endpointsOf(tx, { user_id, before: changed_at }),
      invitations,
    }
    if (isEmpty(access)) return
    const report = { name: await nameOf(tx, user_id), ...access }
    const about = { ...report, account_name: await accountName(tx) }
    const email = () => accessRevokedEmail(about)
    await reportToOwners(tx, 'access_revoked', { name: report.name, by, at, summary: revokedSummary(report), email })
  })
}

/** Reports keys and grants of a member who became an editor or viewer, and cancels bulk requests that apps queued for a viewer. */
export function reportReducedAccess(
  ctx: Ctx,
  { user_id, role, by, at, invitations }: MemberChange & { role: Role },
): Promise<void> {
  return write(ctx, async (tx) => {
    const before = new Date(at)
    const keys = await namesOfKeys(tx, { user_id, before })
    const grants = (await grantsOf(tx, { user_id, before })).filter(({ is_published }) => !is_published)
    if (role === 'viewer') for (const { id } of grants) await stopBulkRequests(tx, { grant_id: id })
    const access = {
      keys,
      apps: unique(grants.map(({ app_name }) => app_name)),
      kept_apps: [],
      endpoints: [],
      invitations,
    }
    if (isEmpty(access)) return
    const report = { name: await nameOf(tx, user_id), role, ...access }
    const about = { ...report, account_name: await accountName(tx) }
    const email = () => accessReducedEmail(about)
    await reportToOwners(tx, 'access_reduced', { name: report.name, by, at, summary: reducedSummary(report), email })
  })
}

interface LiveGrant {
  id: number
  installation_id: number
  app_name: string
  is_published: boolean
}

const grantsOf = (tx: Tx, { user_id, before }: { user_id: number; before: Date }): Promise<LiveGrant[]> =>
  tx.sql.rows<LiveGrant>(
    `select g.id, g.installation_id, a.name as app_name, a.published_at is not null as is_published
     from oauth_grant g join app a on a.id = g.app_id
       join installation i on i.account_id = $1 and i.id = g.installation_id
     where g.account_id = $1 and g.user_id = $2 and g.created_at <= $3 and g.revoked_at is null
       and i.state <> 'uninstalled' order by g.id`,
    [user_id, before],
  )

/** Names the endpoints that a member created, in the dashboard or with an API key. Endpoints of apps are deleted with the app. */
async function endpointsOf(tx: Tx, { user_id, before }: { user_id: number; before: Date }): Promise<string[]> {
  const rows = await tx.sql.rows<{ name: string; url: string }>(
    `select name, url from webhook_endpoint
     where account_id = $1 and created_by = $2 and created_at <= $3 and app_id is null and status = 'active'
     union all select event_name, target_url from legacy_webhook
     where account_id = $1 and created_by = $2 and created_at <= $3 and app_id is null order by 1, 2`,
    [user_id, before],
  )
  return rows.map(({ name, url }) => (name === hostOf(url) ? name : `${name} at ${hostOf(url)}`))
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)

/** Records the event and emails the owners, unless an earlier run did, because a later run finds fewer keys to name. */
async function reportToOwners(
  tx: Tx,
  kind: 'access_revoked' | 'access_reduced',
  { name, by, at, summary, email }: { name: string; by: number | null; at: string; summary: string; email: UserEmail },
): Promise<void> {
  const occurred_at = new Date(at)
  if (await tx.db.securityEvent.findFirst({ where: { kind, occurred_at, summary: { startsWith: name } } })) return
  await recordSecurityEvent(tx, { kind, summary, by, occurred_at })
  await emailOwners(tx, email)
}

async function nameOf(tx: Tx, user_id: number): Promise<string> {
  const user = await tx.sql.one<{ name: string }>(
    'select coalesce(name, email) as name from users where id = $2 and $1 > 0',
    [user_id],
  )
  return user?.name ?? 'A former member'
}

const accountName = async (tx: Tx): Promise<string> =>
  (await tx.db.account.findFirstOrThrow({ select: { name: true } })).name

const isEmpty = ({ keys, apps, kept_apps, endpoints, invitations }: Access) =>
  keys.length + apps.length + kept_apps.length + endpoints.length + invitations === 0

const unique = <T>(values: T[]): T[] => [...new Set(values)]
