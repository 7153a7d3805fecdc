import type { Ctx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import type { Expired } from '../../../db/purge.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'
import type { AppRow } from '../store/directory.ts'

interface NewClient {
  name: string
  redirect_uris: string[]
  scopes: string[]
  client_uri: string | null
  logo_uri: string | null
  /** A public client has no secret. */
  is_public: boolean
}

/** Creates an app without a developer, for a client that registers itself (contract 3.4). */
export async function createClient(
  ctx: Ctx,
  { is_public, ...client }: NewClient,
): Promise<{ client_id: string; secret: string | undefined; created_at: Date }> {
  const secret = is_public ? undefined : `cs_${randomToken()}`
  const { client_id, created_at } = await unscoped().app.create({
    data: {
      ...client,
      client_id: `cl_${randomToken(16)}`,
      client_secret_hash: secret ? sha256Hex(secret) : null,
      client_secret_hint: secret ? secret.slice(-4) : null,
      confidential: !is_public,
      created_at: ctx.now(),
    },
  })
  return { client_id, secret, created_at }
}

/** Stores what the document at the address of a client says. It is a public client, as it has no secret. */
export async function saveDocumentClient(
  ctx: Ctx,
  { client_id, ...said }: Pick<NewClient, 'name' | 'redirect_uris' | 'client_uri' | 'logo_uri'> & { client_id: string },
): Promise<void> {
  const fetched = { ...said, fetched_at: ctx.now() }
  await unscoped().app.upsert({
    where: { client_id },
    create: { ...fetched, client_id, confidential: false, created_at: fetched.fetched_at },
    update: fetched,
  })
}

const RECORD_EVERY_MS = 60 * 60_000

/** Records the use of a client, accurate to the hour, which is enough to distinguish used from unused clients. */
export async function recordClientUse(ctx: Ctx, { id, last_used_at }: AppRow): Promise<void> {
  if (last_used_at && +last_used_at + RECORD_EVERY_MS > +ctx.now()) return
  await ctx.sql.run(`${UNSCOPED}update app set last_used_at = $2 where id = $1`, [id, ctx.now()])
}

/** Self-registered clients that were never used. They are deleted because anyone can register one (O24). */
export const UNUSED_CLIENTS: readonly Expired[] = [
  { table: 'app', where: 'account_id is null and last_used_at is null and created_at < $1', kept_days: 7, rows: 500 },
]
