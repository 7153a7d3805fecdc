import { env } from '../../../env.ts'
import { type Cryptographer, createCryptographer, randomToken } from '../../../lib/crypto/crypto.ts'

/** What an endpoint's row holds of its secrets. */
export interface SealedSecrets {
  secret: string
  previous_secret: string | null
  previous_secret_expires_at: Date | null
}

export const makeSecret = (): string => `whsec_${randomToken(32)}`
export const sealSecret = (secret: string): string => cryptographer().encrypt(PURPOSE, secret)

/** The secrets that are valid at this moment, the current one first. */
export function validSecrets(row: SealedSecrets, now: Date): string[] {
  const open = row.previous_secret_expires_at !== null && row.previous_secret_expires_at > now
  return [row.secret, ...(open && row.previous_secret ? [row.previous_secret] : [])].map(openSecret)
}

/** Opened secrets of this process: an endpoint's deliveries come in numbers. */
const opened = new Map<string, string>()

function openSecret(sealed: string): string {
  const known = opened.get(sealed)
  if (known) return known
  const secret = cryptographer().decrypt(PURPOSE, sealed)
  if (opened.size >= 5_000) opened.clear()
  opened.set(sealed, secret)
  return secret
}

const PURPOSE = 'webhook-secret'

let crypt: Cryptographer | undefined
const cryptographer = (): Cryptographer => {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
