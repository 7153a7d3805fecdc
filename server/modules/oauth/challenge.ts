import { createHash } from 'node:crypto'
import { equalInConstantTime } from '../../lib/crypto/crypto.ts'
import type { AppRow } from '../apps/directory.ts'
import { invalidGrant, invalidRequest } from './errors.ts'
import type { Parameters } from './parameters.ts'

/** RFC 7636 with S256 alone: a client without a secret has nothing else, so that it must bring a challenge (O13). */
export function readChallenge(parameters: Parameters, client: AppRow): string | null {
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined) {
    if (method !== undefined) throw invalidRequest('code_challenge_method came without a code_challenge')
    if (!client.confidential) throw invalidRequest('A public client must send a code_challenge (PKCE, S256)')
    return null
  }
  if (method !== 'S256') throw invalidRequest('code_challenge_method must be S256')
  if (!/^[\w-]{43}$/.test(challenge))
    throw invalidRequest('code_challenge is not the SHA-256 of a verifier in base64url')
  return challenge
}

/** A verifier that nobody asked for is refused too: somebody took the challenge out of the request on its way (O13). */
export function verifyChallenge(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null) {
    if (verifier !== undefined) throw invalidGrant('The code was asked for without a code_challenge')
    return
  }
  if (verifier === undefined) throw invalidGrant('The code_verifier is missing')
  if (!/^[\w.~-]{43,128}$/.test(verifier))
    throw invalidGrant('The code_verifier must be 43 to 128 of A-Z a-z 0-9 - . _ ~')
  const hash = createHash('sha256').update(verifier).digest('base64url')
  if (!equalInConstantTime(hash, challenge)) throw invalidGrant('The code_verifier is wrong')
}
