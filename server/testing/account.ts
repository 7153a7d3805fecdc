import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Ctx, makeCtx, type Role } from '../core/context.ts'
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

/** Creates an account with an owner, an API key and a bearer token. Tests share only the database. */
export async function testAccount(
  options: { plan_type?: string; subscriber_limit?: number | null } = {},
): Promise<TestAccount> {
  const db = unscoped()
  const unique = randomUUID()
  const email = `owner-${unique}@studio.example`
  const user = await db.user.create({ data: { email, name: 'Nora Lind' } })
  const account = await db.account.create({
    data: {
      name: 'Studio North',
      time_zone: 'Europe/Oslo',
      undo_seconds: 0,
      postal_address: 'Storgata 1, 0155 Oslo, Norway',
      plan_type: options.plan_type ?? 'creator',
      subscriber_limit: options.subscriber_limit === undefined ? null : options.subscriber_limit,
      memberships: { create: { user_id: user.id, role: 'owner' } },
      sending_addresses: {
        create: { email_address: email, from_name: 'Nora', status: 'confirmed', proof: 'mail', is_default: true },
      },
      email_templates: { create: { name: 'Classic', is_default: true } },
    },
  })
  const account_id = account.id
  return {
    account_id,
    user_id: user.id,
    email,
    ctx: makeCtx({ account_id, actor: { kind: 'user', user_id: user.id, role: 'owner' } }),
    api_key: await testApiKey(account_id),
    token: await testToken(account_id, user.id),
  }
}

export async function testApiKey(account_id: number, scopes = ['public']): Promise<string> {
  const key = `envoi_${randomBytes(24).toString('base64url')}`
  await unscoped().apiKey.create({
    data: { account_id, name: 'Test', prefix: key.slice(0, 12), key_hash: sha256(key), scopes },
  })
  return key
}

export async function testToken(
  account_id: number,
  user_id: number,
  options: { scopes?: string[]; expires_at?: Date; revoked_at?: Date } = {},
): Promise<string> {
  const token = `at_${randomBytes(24).toString('base64url')}`
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
      scopes: options.scopes ?? ['public'],
      expires_at: options.expires_at ?? new Date(Date.now() + 3_600_000),
      revoked_at: options.revoked_at ?? null,
    },
  })
  return token
}

/** Installs the app with an authorization code that is already exchanged. */
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

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
