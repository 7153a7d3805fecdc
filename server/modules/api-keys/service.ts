import { createHash, randomBytes } from 'node:crypto'
import type { Ctx } from '../../core/context.ts'
import { forgetCredentials } from '../../core/credential.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { iso, isoOrNull } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write.ts'
import { noteSecurity } from '../security-events/service.ts'
import { type ApiKey, type ApiKeyInput, type NewApiKey, SCOPES } from './schema.ts'

/** More would be a list that nobody can keep watch over. */
const MAX_KEYS = 100

/** Live keys, newest first. */
export async function listApiKeys(ctx: Ctx): Promise<ApiKey[]> {
  const rows = await ctx.db.apiKey.findMany({ where: { revoked_at: null }, orderBy: { id: 'desc' }, take: MAX_KEYS })
  return rows.map(apiKeyView)
}

/** The key is in the answer and nowhere else: only its SHA-256 is stored. Throws invalid when the account has too many. */
export async function createApiKey(ctx: Ctx, { name, scope }: ApiKeyInput): Promise<NewApiKey> {
  const key = `envoi_${randomBytes(24).toString('base64url')}`
  return write(ctx, async (tx) => {
    await checkRoom(tx)
    const row = await tx.db.apiKey.create({
      data: {
        account_id: ctx.account_id,
        name,
        prefix: key.slice(0, 12),
        key_hash: createHash('sha256').update(key).digest('hex'),
        scopes: [scope],
        created_by: ctx.actor.kind === 'user' ? ctx.actor.user_id : null,
        created_at: ctx.now(),
      },
    })
    await noteSecurity(tx, { kind: 'api_key_created', summary: `The API key “${name}” was made` })
    return { ...apiKeyView(row), key }
  })
}

/** Holds the account until the transaction ends: keys created at the same moment are counted too. Throws invalid. */
async function checkRoom(tx: Tx): Promise<void> {
  await tx.sql.one('select 1 from account where id = $1 for no key update', [])
  if ((await tx.db.apiKey.count({ where: { revoked_at: null } })) < MAX_KEYS) return
  throw invalid(`An account can have at most ${MAX_KEYS} API keys. Revoke one that you no longer use, then try again.`)
}

/** The key is refused from now on. Throws not_found for one that is revoked already. */
export async function revokeApiKey(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    const revoked = await tx.sql.one<{ name: string }>(
      `update api_key set revoked_at = $3 where account_id = $1 and id = $2 and revoked_at is null returning name`,
      [id, tx.now()],
    )
    if (!revoked) throw notFound()
    await noteSecurity(tx, { kind: 'api_key_revoked', summary: `The API key “${revoked.name}” was revoked` })
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
}

const apiKeyView = ({ id, name, prefix, scopes, created_at, last_used_at }: Row): ApiKey => ({
  id,
  name,
  prefix,
  scope: SCOPES.find((scope) => scopes.includes(scope)) ?? 'public',
  created_at: iso(created_at),
  last_used_at: isoOrNull(last_used_at),
})
