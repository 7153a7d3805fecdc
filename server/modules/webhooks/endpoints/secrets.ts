import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { randomToken } from '../../../lib/crypto/crypto.ts'

/** Encrypted secrets of an endpoint's row. */
export interface SealedSecrets {
  secret: string
  previous_secret: string | null
  previous_secret_expires_at: Date | null
}

export const makeSecret = (): string => `whsec_${randomToken(32)}`
export const sealSecret = (secret: string): string => cryptographer().encrypt(PURPOSE, secret)

/** Returns the secrets valid at `now`, the current one first. */
export function validSecrets(row: SealedSecrets, now: Date): string[] {
  const open = row.previous_secret_expires_at !== null && row.previous_secret_expires_at > now
  return [row.secret, ...(open && row.previous_secret ? [row.previous_secret] : [])].map(decryptSecret)
}

/** Caches decrypted secrets, because an endpoint gets many deliveries. */
const decrypted = new Map<string, string>()

function decryptSecret(sealed: string): string {
  const known = decrypted.get(sealed)
  if (known) return known
  const secret = cryptographer().decrypt(PURPOSE, sealed)
  if (decrypted.size >= 5_000) decrypted.clear()
  decrypted.set(sealed, secret)
  return secret
}

const PURPOSE = 'webhook-secret'
