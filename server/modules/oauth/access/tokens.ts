import type { AssistantLimits } from '../../../core/assistants.ts'
import type { Role } from '../../../core/context.ts'
import { systemPool } from '../../../core/context.ts'
import type { Scope } from '../../../core/scopes.ts'
import type { Tx } from '../../../core/write/write.ts'
import type { Expired } from '../../../db/purge.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'
import { UNUSED_CLIENTS } from '../../apps/installations/clients.ts'
import type { TokenAnswer } from '../schema.ts'
import { GRANT_ROLE } from './access.ts'

const ACCESS_SECONDS = 172_800
/** Counted from the last refresh. */
const REFRESH_DAYS = 365

/** A stored token pair with its grant and installation. */
export interface TokenRow {
  id: number
  account_id: number
  app_id: number
  grant_id: number
  installation_id: number
  user_id: number
  scopes: Scope[]
  /** All scopes of the consent. A refresh may narrow them, and a later refresh may request all again. */
  granted_scopes: Scope[]
  expires_at: Date
  refresh_used_at: Date | null
  refresh_expires_at: Date | null
  /** Role of the user behind the grant; null if the user is no longer a member. */
  role: Role | null
  /** True if the token or its grant is revoked, the app is uninstalled or deleted, or the user is no longer a member. */
  is_dead: boolean
  /** Set by an administrator for the whole account. */
  api_disabled: boolean
  plan_type: string
  app_name: string
  assistant: AssistantLimits | null
}

/** Creates a token pair. Only the SHA-256 hashes are stored (O9). */
export async function issueTokens(
  tx: Tx,
  input: { app_id: number; grant_id: number; user_id: number; scopes: Scope[] },
): Promise<TokenAnswer> {
  const [access_token, refresh_token] = [`at_${randomToken()}`, `rt_${randomToken()}`]
  const created_at = Math.floor(+tx.now() / 1000)
  await tx.sql.run(
    `insert into oauth_token (account_id, app_id, grant_id, user_id, scopes, access_token_hash, refresh_token_hash,
       created_at, expires_at, refresh_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8), to_timestamp($8 + ${ACCESS_SECONDS}),
       to_timestamp($8) + interval '${REFRESH_DAYS} days')`,
    [
      input.app_id,
      input.grant_id,
      input.user_id,
      input.scopes,
      sha256Hex(access_token),
      sha256Hex(refresh_token),
      created_at,
    ],
  )
  const scope = input.scopes.join(' ')
  return { access_token, token_type: 'Bearer', expires_in: ACCESS_SECONDS, refresh_token, scope, created_at }
}

export const findByAccessToken = (token: string) => findToken('t.access_token_hash = $1', token)
export const findByRefreshToken = (token: string) => findToken('t.refresh_token_hash = $1', token)
export const findByEitherToken = (token: string) =>
  findToken('$1 in (t.access_token_hash, t.refresh_token_hash)', token)

/** Unscoped, because the account is unknown until the token is found. */
async function findToken(condition: string, token: string): Promise<TokenRow | undefined> {
  const { rows } = await systemPool().query<TokenRow>(
    `${ONE_PLAN}select t.id, t.account_id, t.app_id, t.grant_id, g.installation_id, t.user_id, t.scopes, g.scopes as granted_scopes,
       t.expires_at, t.refresh_used_at, t.refresh_expires_at,
       c.api_disabled or c.deletes_at is not null as api_disabled, c.plan_type, r.role, a.name as app_name, g.assistant,
       t.revoked_at is not null or g.revoked_at is not null or i.state = 'uninstalled' or a.deleted_at is not null
         or r.role is null as is_dead
     from oauth_token t
     join app a on a.id = t.app_id
     join oauth_grant g on g.account_id = t.account_id and g.id = t.grant_id
     join installation i on i.account_id = g.account_id and i.id = g.installation_id
     join account c on c.id = t.account_id
     cross join lateral (select ${GRANT_ROLE} as role) r
     where ${condition}`,
    [sha256Hex(token)],
  )
  return rows[0]
}

/** Expired tokens, kept for a while because their reuse must be detected, and clients that were never used. */
export const EXPIRED_ACCESS: readonly Expired[] = [
  { table: 'oauth_token', where: 'refresh_expires_at < $1', kept_days: 30 },
  ...UNUSED_CLIENTS,
]
