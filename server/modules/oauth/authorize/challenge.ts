import { createHash } from 'node:crypto'
import { equalInConstantTime } from '../../../lib/crypto/crypto.ts'
import type { AppRow } from '../../apps/store/directory.ts'
import { invalidGrant, invalidRequest } from '../errors.ts'
import type { Parameters } from '../parameters.ts'

/**
 * Returns the PKCE challenge (RFC 7636, S256 only), or null. Public clients must have one, because they have no secret (O13). Throws
 * OauthError.
 */
export function readChallenge(parameters: Parameters, client: AppRow): string | null {
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined) {
    if (method !== undefined) throw invalidRequest('code_challenge_method requires a code_challenge')
    if (!client.confidential) throw invalidRequest('A public client must send a code_challenge (PKCE, S256)')
    return null
  }
  if (method !== 'S256') throw invalidRequest('code_challenge_method must be S256')
  if (!/^[\w-]{43}$/.test(challenge))
    throw invalidRequest('code_challenge must be the SHA-256 of the verifier in base64url')
  return challenge
}

/**
 * Verifies PKCE. Rejects a verifier without a challenge, too: the challenge was removed from the request in transit (O13). Throws
 * OauthError.
 */
export function verifyChallenge(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null) {
    if (verifier !== undefined) throw invalidGrant('The code was requested without a code_challenge')
    return
  }
  if (verifier === undefined) throw invalidGrant('Missing parameter: code_verifier')
  if (!/^[\w.~-]{43,128}$/.test(verifier))
    throw invalidGrant('The code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~')
  const hash = createHash('sha256').update(verifier).digest('base64url')
  if (!equalInConstantTime(hash, challenge)) throw invalidGrant('The code_verifier is wrong')
}
