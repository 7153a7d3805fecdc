import { hmacSha256Hex } from './crypto.ts'

/**
 * Returns `t=<seconds>,v1=<hex>` with one v1 per secret, over `<t>.<body>` (contract 9.2). The key is the whole text of the secret, including
 * its prefix.
 */
export function signatureOf(body: string | Uint8Array, secrets: readonly string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const signed = Buffer.concat([Buffer.from(`${t}.`), typeof body === 'string' ? Buffer.from(body) : body])
  return [`t=${t}`, ...secrets.map((secret) => `v1=${hmacSha256Hex(secret, signed)}`)].join(',')
}
