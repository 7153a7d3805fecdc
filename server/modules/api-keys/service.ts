import { createHash, randomBytes } from 'node:crypto'
import { ASSISTANT_SCOPES, type AssistantLimits, DEFAULT_ASSISTANT_LIMITS } from '../../core/assistants.ts'
import { type Ctx, isAtLeast, type Role, type Source, systemPool } from '../../core/context.ts'
import { forgetCredentials } from '../../core/credential.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { SCOPES, type Scope } from '../../core/scopes.ts'
import { iso, isoOrNull } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { t } from '../../lib/locale/texts.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import { keyCreatedEmail } from './emails.ts'
import type { ApiKey, ApiKeyInput, NewApiKey } from './schema.ts'

/** Keeps the list short enough to review. */
const MAX_KEYS = 100

/**
 * SQL for the current role of the creator of `api_key k`. Null: they are no longer a member. A key never has more rights than its creator
 * has now. A key created on the command line belongs to the account and has all rights.
 */
const MAKER_ROLE = `case when k.created_by is null then 'owner' else
  (select m.role::text from membership m where m.account_id = k.account_id and m.user_id = k.created_by) end`

/** Returns active keys, newest first. */
export async function listApiKeys(ctx: Ctx): Promise<ApiKey[]> {
  const rows = await ctx.sql.rows<Row>(`select ${COLUMNS} where ${LIVE} order by k.id desc limit ${MAX_KEYS}`)
  return rows.map(apiKeyView)
}

/** Runs on every /v4 request without a cached credential, so it is a single statement. */
export async function findByKey(key: string): Promise<
  | {
      id: number
      account_id: number
      plan_type: string
      scopes: string[]
      role: Role | null
      created_by: number | null
      expires_at: Date | null
      is_dead: boolean
      name: string
      assistant: AssistantLimits | null
    }
  | undefined
> {
  const { rows } = await systemPool().query(
    `${ONE_PLAN}select k.id, k.account_id, a.plan_type, k.scopes, ${MAKER_ROLE} as role, k.created_by, k.expires_at, k.name, k.assistant, k.revoked_at is not null or a.api_disabled or a.deletes_at is not null as is_dead
     from api_key k join account a on a.id = k.account_id where k.key_hash = $1`,
    [sha256(key)],
  )
  return rows[0]
}

/** Returns the names of the active keys that a user created up to a time, newest first. */
export async function namesOfKeys(ctx: Ctx, { user_id, before }: { user_id: number; before: Date }): Promise<string[]> {
  const rows = await ctx.sql.rows<{ name: string }>(
    `select k.name from api_key k where ${LIVE} and k.created_by = $2 and k.created_at <= $3 order by k.id desc`,
    [user_id, before],
  )
  return rows.map(({ name }) => name)
}

/** Revokes the keys of a removed member. Returns their names. */
export async function revokeKeysOf(tx: Tx, maker: { user_id: number; before: Date }): Promise<string[]> {
  const names = await namesOfKeys(tx, maker)
  await tx.sql.run(`update api_key k set revoked_at = $4 where ${LIVE} and k.created_by = $2 and k.created_at <= $3`, [
    maker.user_id,
    maker.before,
    tx.now(),
  ])
  tx.onCommit(forgetCredentials)
  return names
}

/** Returns the user behind this context: the member in the dashboard, or the creator of the API key. Null for apps and the service. */
export async function findMaker({ actor, db }: Ctx): Promise<number | null> {
  if (actor.kind === 'user') return actor.user_id
  if (actor.kind !== 'api_key') return null
  return (
    (await db.apiKey.findFirst({ where: { id: actor.api_key_id }, select: { created_by: true } }))?.created_by ?? null
  )
}

/** Creates a key and returns it this once: only its SHA-256 is stored. Throws invalid at the limit. */
export async function createApiKey(
  ctx: Ctx,
  {
    name,
    scope,
    scopes = [],
    expires_in_days = null,
    assistant = null,
    source,
  }: Pick<ApiKeyInput, 'name' | 'scope'> & Partial<ApiKeyInput> & { source?: Source },
): Promise<NewApiKey> {
  const key = `envoi_${randomBytes(24).toString('base64url')}`
  return write(ctx, async (tx) => {
    await checkKeyLimit(tx)
    const row = await tx.db.apiKey.create({
      data: {
        account_id: ctx.account_id,
        name,
        prefix: key.slice(0, 12),
        key_hash: sha256(key),
        scopes: scopesOf(scope, scopes),
        created_by: ctx.actor.kind === 'user' ? ctx.actor.user_id : null,
        created_at: ctx.now(),
        expires_at: expires_in_days === null ? null : new Date(+ctx.now() + expires_in_days * 86_400_000),
        ...(scope === 'assistant' && { assistant: assistant ?? DEFAULT_ASSISTANT_LIMITS }),
      },
    })
    await recordSecurityEvent(tx, { kind: 'api_key_created', summary: `The API key “${name}” was created` })
    const made = await tx.sql.one<Row>(`select ${COLUMNS} where ${LIVE} and k.id = $2`, [row.id])
    if (!made) throw notFound()
    await emailMaker(tx, { name, source })
    return { ...apiKeyView(made), key }
  })
}

function scopesOf(scope: ApiKeyInput['scope'], chosen: readonly Scope[]): Scope[] {
  if (scope === 'assistant') return [...ASSISTANT_SCOPES]
  return scope === 'chosen' ? SCOPES.filter((one) => one !== 'public' && chosen.includes(one)) : [scope]
}

/** Emails the user in whose session the key was created. */
async function emailMaker(tx: Tx, { name, source }: { name: string; source: Source | undefined }): Promise<void> {
  if (tx.actor.kind !== 'user') return
  const user = await tx.sql.one<{ email: string; name: string | null; account_name: string }>(
    `select u.email, u.name, a.name as account_name from users u join account a on a.id = $1 where u.id = $2`,
    [tx.actor.user_id],
  )
  if (!user) return
  const email = () =>
    keyCreatedEmail({ key: name, account_name: user.account_name, name: user.name, at: tx.now(), source })
  await queueUserEmail(tx, { to: user.email, email, kind: 'owner_email' })
}

/** Locks the account, so concurrent creations are counted too. Throws invalid. */
async function checkKeyLimit(tx: Tx): Promise<void> {
  await tx.sql.one('select 1 from account where id = $1 for no key update', [])
  if ((await tx.db.apiKey.count({ where: { revoked_at: null } })) < MAX_KEYS) return
  throw invalid(t`An account can have at most ${MAX_KEYS} API keys. Revoke one that you no longer use, then try again.`)
}

/** Changes the limits of an assistant's key. Throws not_found for a key of the API. */
export async function setKeyLimits(ctx: Ctx, { id, limits }: { id: number; limits: AssistantLimits }): Promise<void> {
  await write(ctx, async (tx) => {
    const changed = await tx.sql.one<{ name: string }>(
      `update api_key set assistant = $3::jsonb
       where account_id = $1 and id = $2 and revoked_at is null and assistant is not null returning name`,
      [id, JSON.stringify(limits)],
    )
    if (!changed) throw notFound()
    const summary = `The limits of the assistant “${changed.name}” were changed`
    await recordSecurityEvent(tx, { kind: 'assistant_limited', summary })
  })
  forgetCredentials()
}

/** Revokes a key immediately. Throws not_found if it has been revoked. */
export async function revokeApiKey(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    const revoked = await tx.sql.one<{ name: string }>(
      `update api_key set revoked_at = $3 where account_id = $1 and id = $2 and revoked_at is null returning name`,
      [id, tx.now()],
    )
    if (!revoked) throw notFound()
    await recordSecurityEvent(tx, { kind: 'api_key_revoked', summary: `The API key “${revoked.name}” was revoked` })
  })
  forgetCredentials()
}

interface Row {
  id: number
  name: string
  prefix: string
  scopes: string[]
  created_at: Date
  last_used_at: Date | null
  expires_at: Date | null
  maker: string | null
  role: Role | null
  assistant: AssistantLimits | null
}

const COLUMNS = `k.id, k.name, k.prefix, k.scopes, k.created_at, k.last_used_at, k.expires_at, k.assistant, coalesce(u.name, u.email) as maker, ${MAKER_ROLE} as role
  from api_key k left join users u on u.id = k.created_by`
const LIVE = 'k.account_id = $1 and k.revoked_at is null'

const apiKeyView = ({ scopes, created_at, last_used_at, expires_at, role, ...row }: Row): ApiKey => ({
  ...row,
  scopes: SCOPES.filter((scope) => scopes.includes(scope)),
  expires_at: isoOrNull(expires_at),
  created_at: iso(created_at),
  last_used_at: isoOrNull(last_used_at),
  rights: role === null ? 'none' : isAtLeast(role, 'admin') ? 'full' : role === 'editor' ? 'editor' : 'viewer',
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
