import { DEFAULT_ASSISTANT_LIMITS } from '../../../core/assistants.ts'
import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { forgetCredentials } from '../../../core/credential.ts'
import type { Scope } from '../../../core/scopes.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'
import { beginInstallation, markUninstalled } from '../../apps/installations/installations.ts'
import type { AppRow } from '../../apps/store/directory.ts'
import { stopBulkRequests } from '../../bulk-requests/service.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import type { AuthorizationRequest } from '../authorize/authorization-request.ts'
import { GRANT_ROLE } from './access.ts'

const CODE_MS = 10 * 60_000

/** A grant, looked up by its authorization code. */
export interface GrantRow {
  id: number
  account_id: number
  app_id: number
  installation_id: number
  user_id: number
  scopes: Scope[]
  redirect_uri: string
  code_challenge: string | null
  code_expires_at: Date
  code_used_at: Date | null
  is_dead: boolean
}

/** Stores the user's consent and returns the code. Only its hash is stored; it works once, for ten minutes (O3). */
export function createGrant(ctx: Ctx, { app, ...request }: AuthorizationRequest, user_id: number): Promise<string> {
  return write(ctx, async (tx) => {
    const installation_id = await installationFor(tx, { app, tenant_name: request.tenant_name })
    const code = `ac_${randomToken()}`
    await tx.sql.run(
      `insert into oauth_grant (account_id, app_id, user_id, installation_id, scopes, redirect_uri, code_hash, code_challenge,
         code_expires_at, created_at, assistant)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
         case when $11::jsonb is not null then coalesce((select g.assistant from oauth_grant g
           where g.account_id = $1 and g.installation_id = $4 and g.assistant is not null order by g.id desc limit 1), $11::jsonb) end)`,
      [
        app.id,
        user_id,
        installation_id,
        request.scopes,
        request.redirect_uri,
        sha256Hex(code),
        request.code_challenge,
        new Date(+tx.now() + CODE_MS),
        tx.now(),
        request.is_assistant ? JSON.stringify(DEFAULT_ASSISTANT_LIMITS) : null,
      ],
    )
    await recordSecurityEvent(tx, { kind: 'app_authorised', summary: `${app.name} was connected`, app_id: app.id })
    return code
  })
}

/** Reuses an existing installation, which keeps the `return_to` of its install flow. */
async function installationFor(tx: Tx, { app, tenant_name }: { app: AppRow; tenant_name: string }): Promise<number> {
  const present = await tx.sql.one<{ id: number }>(
    `select id from installation where account_id = $1 and app_id = $2 and tenant_name = $3 and state <> 'uninstalled'`,
    [app.id, tenant_name],
  )
  return present?.id ?? (await beginInstallation(tx, { app_id: app.id, tenant_name })).installation_id
}

/** Unscoped, because the account is unknown until the code is found. */
export async function findGrantByCode(code: string): Promise<GrantRow | undefined> {
  const { rows } = await systemPool().query<GrantRow>(
    `select g.id, g.account_id, g.app_id, g.installation_id, g.user_id, g.scopes, g.redirect_uri, g.code_challenge,
       g.code_expires_at, g.code_used_at, g.revoked_at is not null or i.state = 'uninstalled' or ${GRANT_ROLE} is null as is_dead
     from oauth_grant g join app a on a.id = g.app_id join installation i on i.account_id = g.account_id and i.id = g.installation_id
     where g.code_hash = $1`,
    [sha256Hex(code)],
  )
  return rows[0]
}

/** Locks the grant against exchange, refresh and revocation. Returns false if it was revoked. */
export async function lockGrant(tx: Tx, { grant_id }: { grant_id: number }): Promise<boolean> {
  const held = `select 1 from oauth_grant where account_id = $1 and id = $2 and revoked_at is null for update`
  return (await tx.sql.one(held, [grant_id])) !== undefined
}

/** Revokes every grant of an installation, and their tokens. Returns the number of revoked grants. */
export const revokeGrants = (tx: Tx, { installation_id }: { installation_id: number }): Promise<number> =>
  revoke(tx, 'installation_id', installation_id)

/** Revokes a grant, its tokens, and the app's queued bulk requests. */
export async function revokeGrant(tx: Tx, { grant_id }: { grant_id: number }): Promise<void> {
  await revoke(tx, 'id', grant_id)
  await stopBulkRequests(tx, { grant_id })
}

/**
 * Uninstalls apps without a remaining grant, and deletes what they set up in the account, such as webhook endpoints. A code that expired
 * unused does not count as a grant.
 */
export async function uninstallAbandoned(tx: Tx, { installation_ids }: { installation_ids: number[] }): Promise<void> {
  const abandoned = await tx.sql.rows<{ id: number }>(
    `select i.id from installation i where i.account_id = $1 and i.id = any ($2::int[]) and i.state <> 'uninstalled'
       and not exists (select from oauth_grant g
         where g.account_id = $1 and g.installation_id = i.id and g.revoked_at is null
           and (g.code_used_at is not null or g.code_expires_at > $3::timestamptz)) order by i.id`,
    [installation_ids, tx.now()],
  )
  for (const { id } of abandoned) await markUninstalled(tx, { installation_id: id, by: 'creator' })
}

/**
 * Handles reuse of a code or refresh token, which means that someone has a copy. Revokes the grant with all its tokens, uninstalls the app
 * unless another member also connected it, and records a security event.
 */
export async function revokeFamily(
  { account_id, grant_id, installation_id, app }: FamilyKey,
  reused: 'code' | 'refresh token',
): Promise<void> {
  await write(systemCtx(account_id), async (tx) => {
    if ((await revoke(tx, 'id', grant_id)) === 0) return
    await stopBulkRequests(tx, { grant_id })
    // The holder of the copy may have added its endpoints.
    await uninstallAbandoned(tx, { installation_ids: [installation_id] })
    const summary = `${app.name} lost its access: a ${reused} was used a second time, so someone may have a copy of it. Connect the app again if you still use it.`
    await recordSecurityEvent(tx, { kind: 'tokens_revoked', summary, app_id: app.id })
  })
}

interface FamilyKey {
  account_id: number
  grant_id: number
  installation_id: number
  app: AppRow
}

// Revokes grants before tokens: a concurrent refresh locks the grant, so the second statement sees its new tokens.
async function revoke(tx: Tx, column: 'id' | 'installation_id', value: number): Promise<number> {
  const revoked = await tx.sql.rows<{ id: number }>(
    `update oauth_grant set revoked_at = $3 where account_id = $1 and ${column} = $2 and revoked_at is null returning id`,
    [value, tx.now()],
  )
  const ids = revoked.map(({ id }) => id)
  await tx.sql.run(
    'update oauth_token set revoked_at = $3 where account_id = $1 and grant_id = any ($2) and revoked_at is null',
    [ids, tx.now()],
  )
  tx.onCommit(forgetCredentials)
  return ids.length
}
