import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'

/** Returns a new client secret: `plain` to show once, `stored` for the row. */
export function newSecret() {
  const plain = `secret_${randomToken(32)}`
  return { plain, stored: { client_secret_hash: sha256Hex(plain), client_secret_hint: plain.slice(-4) } }
}

// The secret that the app's own server issued to us as its client (contract 10.3). Encrypted instead of hashed, because we must send it.

export const sealPluginSecret = (secret: string): string => cryptographer().encrypt('app-plugin-secret', secret)
export const openPluginSecret = (sealed: string): string => cryptographer().decrypt('app-plugin-secret', sealed)
