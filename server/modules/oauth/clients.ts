import type { Ctx } from '../../core/context.ts'
import { purgeRows } from '../../db/sweep.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'
import { equalInConstantTime, sha256Hex } from '../../lib/crypto/crypto.ts'
import type { AppRow } from '../apps/directory.ts'
import { findAppByClientId } from '../apps/service.ts'
import { basicNotSupported, invalidClient } from './errors.ts'
import { type Parameters, required } from './parameters.ts'

/** Returns null for an unknown client, and for characters that no client ID has. */
export const findClient = async (client_id: string): Promise<AppRow | null> =>
  /^[\x21-\x7e]{1,255}$/.test(client_id) ? findAppByClientId(client_id) : null

/** Authenticates confidential clients by client_secret_post; public ones have no secret (contract 3.2). Throws OauthError. */
export async function authenticateClient(parameters: Parameters, headers: Headers): Promise<AppRow> {
  if (/^basic\b/i.test(headers.get('authorization') ?? '')) throw basicNotSupported()
  const client = await findClient(required(parameters, 'client_id'))
  if (!client) throw invalidClient('The client is unknown')
  const secret = parameters.get('client_secret')
  if (!client.confidential) {
    if (secret !== undefined) throw invalidClient('A public client has no secret')
    return client
  }
  if (secret === undefined) throw invalidClient('This client must send its client_secret')
  // Without a stored secret, the comparison is with an empty string, which no hash equals.
  if (!equalInConstantTime(sha256Hex(secret), client.client_secret_hash ?? '')) {
    throw invalidClient('The client secret is wrong')
  }
  return client
}

/** A client that registered itself and was never used is deleted after a week. */
const UNUSED_DAYS = 7
const RECORD_EVERY_MS = 60 * 60_000

/** Accurate to the hour, which is enough to tell used clients from unused ones. */
export async function recordClientUse(ctx: Ctx, { id, last_used_at }: AppRow): Promise<void> {
  if (last_used_at && +last_used_at + RECORD_EVERY_MS > +ctx.now()) return
  await ctx.sql.run('update app set last_used_at = $3 where $1::int is not null and id = $2', [id, ctx.now()])
}

/** Deletes clients that were never used: anyone can register one (O24). */
export async function purgeUnusedClients(ctx: Ctx, { budget }: { budget?: Budget } = {}): Promise<void> {
  const where = `account_id is null and last_used_at is null and created_at < $1::timestamptz - interval '${UNUSED_DAYS} days'`
  await purgeRows({ table: 'app', where, values: [ctx.now()], rows: 500, budget })
}
