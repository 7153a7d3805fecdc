import { equalInConstantTime, sha256Hex } from '../../../lib/crypto/crypto.ts'
import { findAppByClientId } from '../../apps/service.ts'
import type { AppRow } from '../../apps/store/directory.ts'
import { basicNotSupported, invalidClient } from '../errors.ts'
import { type Parameters, required } from '../parameters.ts'

/** Returns null for an unknown client, and for characters that no client ID contains. */
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
  // Without a stored secret, this compares with an empty string, which equals no hash.
  if (!equalInConstantTime(sha256Hex(secret), client.client_secret_hash ?? '')) {
    throw invalidClient('The client secret is wrong')
  }
  return client
}
