import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Ctx, makeCtx, type Role, systemPool } from '../core/context.ts'
import { unscoped } from '../db/client.ts'

export interface TestAccount {
  account_id: number
  user_id: number
  email: string
  /** The owner's dashboard context. */
  ctx: Ctx
  api_key: string
  /** A bearer token with scope `public`. */
  token: string
}

/**
 * Creates an account with an owner, an API key and a bearer token. Tests share only the database. Uses one statement, because nearly every
 * test begins with it.
 */
export async function testAccount(
  options: { plan_type?: string; subscriber_limit?: number | null } = {},
): Promise<TestAccount> {
  const email = `owner-${randomUUID()}@studio.example`
  const [api_key, token] = [newApiKey(), newToken()]
  const { rows } = await systemPool().query<{ account_id: number; user_id: number }>(CREATE, [
    email,
    options.plan_type ?? 'creator',
    options.subscriber_limit ?? null,
    api_key.slice(0, PREFIX),
    sha256(api_key),
    randomUUID(),
    sha256(token),
    sha256(randomUUID()),
  ])
  const [row] = rows
  if (!row) throw new Error('No account was created')
  const { account_id, user_id } = row
  const ctx = makeCtx({ account_id, actor: { kind: 'user', user_id, role: 'owner' } })
  return { account_id, user_id, email, ctx, api_key, token }
}

const CREATE = `
  with owner as (
    insert into users (email, name) values ($1, 'Nora Lind') returning id
  ), made as (
    insert into account (name, time_zone, undo_seconds, postal_address, plan_type, subscriber_limit, has_own_limit)
    values ('Studio North', 'Europe/Oslo', 0, 'Storgata 1, 0155 Oslo, Norway', $2, $3, true) returning id
  ), member as (
    insert into membership (account_id, user_id, role) select made.id, owner.id, 'owner' from made, owner
  ), sender as (
    insert into sending_address (account_id, email_address, from_name, status, proof, is_default)
    select id, $1, 'Nora', 'confirmed', 'mail', true from made
  ), template as (
    insert into email_template (account_id, name, is_default) select id, 'Classic', true from made
  ), key as (
    insert into api_key (account_id, name, prefix, key_hash, scopes) select id, 'Test', $4, $5, '{public,team:write}' from made
  ), app as (
    insert into app (client_id, name) values ($6, 'Test app') returning id
  ), installed as (
    insert into installation (account_id, app_id, state, installed_by, installed_at)
    select made.id, app.id, 'installed', owner.id, now() from made, app, owner returning id
  ), granted as (
    insert into oauth_grant (account_id, app_id, user_id, installation_id, scopes, redirect_uri, code_hash, code_expires_at, code_used_at)
    select made.id, app.id, owner.id, installed.id, '{public,team:write}', 'https://app.example/callback', $8, now(), now()
    from made, app, owner, installed returning id
  ), token as (
    insert into oauth_token (account_id, app_id, grant_id, user_id, access_token_hash, scopes, expires_at)
    select made.id, app.id, granted.id, owner.id, $7, '{public,team:write}', now() + interval '1 hour' from made, app, owner, granted
  )
  select made.id as account_id, owner.id as user_id from made, owner`

export async function testApiKey(account_id: number, scopes = ['public', 'team:write']): Promise<string> {
  const key = newApiKey()
  await unscoped().apiKey.create({
    data: { account_id, name: 'Test', prefix: key.slice(0, PREFIX), key_hash: sha256(key), scopes },
  })
  return key
}

export async function testToken(
  account_id: number,
  user_id: number,
  options: { scopes?: string[]; expires_at?: Date; revoked_at?: Date } = {},
): Promise<string> {
  const token = newToken()
  const db = unscoped()
  const app = await db.app.create({ data: { client_id: randomUUID(), name: 'Test app' } })
  const grant = await testGrant({ account_id, user_id, app_id: app.id })
  await db.oauthToken.create({
    data: {
      account_id,
      app_id: app.id,
      grant_id: grant.id,
      user_id,
      access_token_hash: sha256(token),
      scopes: options.scopes ?? ['public', 'team:write'],
      expires_at: options.expires_at ?? new Date(Date.now() + 3_600_000),
      revoked_at: options.revoked_at ?? null,
    },
  })
  return token
}

/** Installs the app with an authorization code that has been exchanged. */
async function testGrant({ account_id, user_id, app_id }: { account_id: number; user_id: number; app_id: number }) {
  const db = unscoped()
  const installation = await db.installation.create({
    data: { account_id, app_id, state: 'installed', installed_by: user_id, installed_at: new Date() },
  })
  return db.oauthGrant.create({
    data: {
      account_id,
      app_id,
      user_id,
      installation_id: installation.id,
      scopes: ['public'],
      redirect_uri: 'https://app.example/callback',
      code_hash: sha256(randomUUID()),
      code_expires_at: new Date(),
      code_used_at: new Date(),
    },
  })
}

/** Returns the owner's context with another role. */
export const withRole = ({ account_id, user_id }: TestAccount, role: Role): Ctx =>
  makeCtx({ account_id, actor: { kind: 'user', user_id, role } })

/** Number of characters of an API key that are stored and shown. */
const PREFIX = 12
const newApiKey = () => `envoi_${randomBytes(24).toString('base64url')}`
const newToken = () => `at_${randomBytes(24).toString('base64url')}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export interface TestMember {
  user_id: number
  email: string
  /** The member's dashboard context. */
  ctx: Ctx
}

/** Adds a new user to the account. */
export async function testMember({ account_id }: TestAccount, role: Role, name = 'Lin Berg'): Promise<TestMember> {
  const email = `${role}-${randomUUID()}@studio.example`
  const { id: user_id } = await unscoped().user.create({ data: { email, name } })
  await unscoped().membership.create({ data: { account_id, user_id, role } })
  return { user_id, email, ctx: makeCtx({ account_id, actor: { kind: 'user', user_id, role } }) }
}
