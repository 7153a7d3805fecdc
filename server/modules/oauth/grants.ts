import { type Ctx, systemCtx, systemPool } from '../../core/context.ts'
import { forgetCredentials } from '../../core/credential.ts'
import { type Tx, write } from '../../core/write.ts'
import { randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import type { AppRow } from '../apps/directory.ts'
import { beginInstallation, markUninstalled } from '../apps/installations.ts'
import { dropBulkRequests } from '../bulk-requests/service.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { GRANT_ROLE } from './access.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { Scope } from './schema.ts'

const CODE_MS = 10 * 60_000

/** A consent, found by its code. */
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

/** The creator said yes: gives the code, which is stored as a hash and works once, for ten minutes (O3). */
export function createGrant(ctx: Ctx, { app, ...asked }: AuthorizationRequest, user_id: number): Promise<string> {
  return write(ctx, async (tx) => {
    const installation_id = await installationFor(tx, { app, tenant_name: asked.tenant_name })
    const code = `ac_${randomToken()}`
    await tx.sql.run(
      `insert into oauth_grant (account_id, app_id, user_id, installation_id, scopes, redirect_uri, code_hash, code_challenge,
         code_expires_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        app.id,
        user_id,
        installation_id,
        asked.scopes,
        asked.redirect_uri,
        sha256Hex(code),
        asked.code_challenge,
        new Date(+tx.now() + CODE_MS),
        tx.now(),
      ],
    )
    await recordSecurityEvent(tx, { kind: 'app_authorised', summary: `${app.name} was connected`, app_id: app.id })
    return code
  })
}

/** One that is under way or done keeps what its own flow has noted: where to go in the end. */
async function installationFor(tx: Tx, { app, tenant_name }: { app: AppRow; tenant_name: string }): Promise<number> {
  const present = await tx.sql.one<{ id: number }>(
    `select id from installation where account_id = $1 and app_id = $2 and tenant_name = $3 and state <> 'uninstalled'`,
    [app.id, tenant_name],
  )
  return present?.id ?? (await beginInstallation(tx, { app_id: app.id, tenant_name })).installation_id
}

/** Whose it is nobody knows before it is found. */
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

/** Until the transaction ends nobody else exchanges, refreshes or revokes it. False when it was revoked. */
export async function lockGrant(tx: Tx, { grant_id }: { grant_id: number }): Promise<boolean> {
  const held = `select 1 from oauth_grant where account_id = $1 and id = $2 and revoked_at is null for update`
  return (await tx.sql.one(held, [grant_id])) !== undefined
}

/** Ends every consent that an installation stands on and kills all of their tokens. Gives how many consents that were. */
export const revokeGrants = (tx: Tx, { installation_id }: { installation_id: number }): Promise<number> =>
  revoke(tx, 'installation_id', installation_id)

/** Ends one consent and kills its tokens. What the app queued with them is cancelled. */
export async function revokeGrant(tx: Tx, { grant_id }: { grant_id: number }): Promise<void> {
  await revoke(tx, 'id', grant_id)
  await dropBulkRequests(tx, { grant_id })
}

/** Uninstalls apps that no one's consent stands behind any longer, with what they set up in the account, such as webhook endpoints. A code that
 * expired unused gives no access. */
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
 * A code or a refresh token came back after its use, so someone has a copy. The whole family is revoked, the app is uninstalled unless
 * someone else connected it too, and the owner is told.
 */
export async function revokeFamily(
  { account_id, grant_id, installation_id, app }: FamilyKey,
  what_came_back: 'code' | 'refresh token',
): Promise<void> {
  await write(systemCtx(account_id), async (tx) => {
    if ((await revoke(tx, 'id', grant_id)) === 0) return
    await dropBulkRequests(tx, { grant_id })
    // Its endpoints may be the thief's.
    await uninstallAbandoned(tx, { installation_ids: [installation_id] })
    const summary = `${app.name} lost its access: a ${what_came_back} that had been used came back, so a copy of it may be in other hands. Connect the app again if you still use it.`
    await recordSecurityEvent(tx, { kind: 'tokens_revoked', summary, app_id: app.id })
  })
}

interface FamilyKey {
  account_id: number
  grant_id: number
  installation_id: number
  app: AppRow
}

// Consents before tokens: who refreshes meanwhile holds the consent, and their new tokens are seen here.
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
