import { hash } from 'node:crypto'
import { clock } from '../core/clock.ts'
import { isAtLeast, type Role, systemPool } from '../core/context.ts'
import { type Credential, credentialCache } from '../core/credential.ts'
import { AppError, forbidden, unauthorized } from '../core/errors.ts'
import { rightsOf } from '../core/scopes.ts'
import { ONE_PLAN } from '../db/statements/one-plan.ts'
import { hasApi } from '../modules/accounts/plans/plans.ts'
import { findByKey } from '../modules/api-keys/service.ts'
import { findByAccessToken } from '../modules/oauth/access/tokens.ts'
import type { Route } from './route.ts'

export { lockAccess } from '../modules/oauth/access/access.ts'

const USE_NOTED_EVERY_MS = 60_000

const noted = new Map<string, number>()

/** Returns a request's credential, also an assistant's. The three error texts are part of the wire (contract 2.2). */
export async function authenticate(header: (name: string) => string | null): Promise<Credential> {
  const authorization = header('authorization')
  const bearer = authorization === null ? null : /^Bearer(?:\s(.*))?$/i.exec(authorization)
  const api_key = header('x-service-api-key')
  if (bearer) {
    const token = bearer[1]?.trim()
    if (token) return trusted(`oauth ${token}`, () => findToken(token))
    throw unauthorized('Authentication Failed')
  }
  if (api_key?.trim()) return trusted(`key ${api_key.trim()}`, () => findKey(api_key.trim()))
  throw unauthorized(authorization ? 'The access token is invalid' : 'Authentication Failed')
}

/** Returns the credential of a /v4 request. Throws unauthorized for an assistant's, which works only at /mcp. */
export async function authenticateProgram(header: (name: string) => string | null): Promise<Credential> {
  const credential = await authenticate(header)
  if (credential.assistant) throw unauthorized('The access token is invalid')
  return credential
}

/** Throws unless the credential's kind, role and scopes allow the operation (contract 2.1 and 2.3). */
export function authorize(credential: Credential, { options }: Route): void {
  if (options.credential === 'oauth' && credential.actor.kind !== 'oauth')
    throw unauthorized('The access token is invalid')
  if (!isAtLeast(credential.role, leastRole(options))) throw forbidden()
  if (!rightsOf(credential.actor.scopes).has(options.scope)) throw new InsufficientScope(options.scope)
}

/** Returns the lowest role whose credential may call a route, as in the dashboard. */
export const leastRole = ({ scope, role }: Route['options']): Role => role ?? (scope === 'read' ? 'viewer' : 'editor')

/** The granted scopes lack this operation. An app can request consent again (RFC 6750 3.1). */
export class InsufficientScope extends AppError {
  readonly scope: string

  constructor(scope: string) {
    super('forbidden', forbidden().messages)
    this.scope = scope
  }
}

async function trusted(secret: string, find: () => Promise<Credential>): Promise<Credential> {
  const { credential, is_found } = await credentialCache().get(sha256(secret), find)
  if (credential.expires_at !== null && credential.expires_at <= +clock.now())
    throw unauthorized('The access token expired')
  if (!(await hasApi(credential.plan_type))) throw unauthorized('The access token is invalid')
  if (is_found) noteUse(credential, performance.now())
  return credential
}

async function findKey(key: string): Promise<Credential> {
  const row = await findByKey(key)
  if (!row || row.role === null || row.is_dead) throw unauthorized('The access token is invalid')
  const { id, account_id, plan_type, scopes, role, expires_at, name, assistant } = row
  return {
    account_id,
    plan_type,
    actor: { kind: 'api_key', api_key_id: id, scopes, role, made_by: row.created_by },
    role,
    name: `api_key:${id}`,
    grant_id: null,
    client: `api_key:${id}`,
    counted_as: `api_key:${id}`,
    expires_at: expires_at && +expires_at,
    assistant: assistant && { ...assistant, name },
  }
}

async function findToken(token: string): Promise<Credential> {
  const row = await findByAccessToken(token)
  if (!row || row.role === null || row.is_dead || row.api_disabled) throw unauthorized('The access token is invalid')
  return {
    account_id: row.account_id,
    plan_type: row.plan_type,
    actor: {
      kind: 'oauth',
      app_id: row.app_id,
      token_id: row.id,
      scopes: row.scopes,
      role: row.role,
      made_by: row.user_id,
    },
    role: row.role,
    name: `oauth:${row.id}`,
    grant_id: row.grant_id,
    client: `installation:${row.installation_id}`,
    counted_as: `app:${row.account_id}:${row.app_id}`,
    expires_at: +row.expires_at,
    assistant: row.assistant && { ...row.assistant, name: row.app_name },
  }
}

/** Records the last use to the minute, without delaying requests. */
function noteUse({ account_id, actor, name }: Credential, now: number): void {
  if ((noted.get(name) ?? Number.NEGATIVE_INFINITY) + USE_NOTED_EVERY_MS > now) return
  if (noted.size > 10_000) noted.clear()
  noted.set(name, now)
  const [text, id] = actor.kind === 'api_key' ? [KEY_USED, actor.api_key_id] : [TOKEN_USED, actor.token_id]
  systemPool()
    .query(text, [account_id, id, clock.now()])
    .catch(() => noted.delete(name))
}

const KEY_USED = `${ONE_PLAN}update api_key set last_used_at = $3 where account_id = $1 and id = $2`
const TOKEN_USED = `${ONE_PLAN}update oauth_token set last_used_at = $3 where account_id = $1 and id = $2`

const sha256 = (text: string) => hash('sha256', text)
