import { randomToken, sha256Hex } from '../../lib/crypto.ts'

/** A client secret: `plain` for its developer this once, `stored` for the row. */
export function newSecret() {
  const plain = `secret_${randomToken(32)}`
  return { plain, stored: { client_secret_hash: sha256Hex(plain), client_secret_hint: plain.slice(-4) } }
}
