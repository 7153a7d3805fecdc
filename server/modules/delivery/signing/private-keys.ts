import { createPrivateKey, type KeyObject } from 'node:crypto'
import { cryptographer } from '../../../core/instance/cryptographer.ts'

/** Returns a private key for storage: encrypted PKCS 8. */
export const sealPrivateKey = (key: KeyObject): string =>
  cryptographer().encrypt(PURPOSE, key.export({ type: 'pkcs8', format: 'der' }).toString('base64'))

/** Parsing an RSA key takes as long as signing, and broadcasts need it in every slice of work. */
const opened = new Map<string, KeyObject>()

/** Throws if the key was encrypted with another SECRET_KEY. */
export function openPrivateKey(sealed: string): KeyObject {
  const known = opened.get(sealed)
  if (known) return known
  const der = Buffer.from(cryptographer().decrypt(PURPOSE, sealed), 'base64')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  if (opened.size >= 1_000) opened.clear()
  opened.set(sealed, key)
  return key
}

const PURPOSE = 'sending-key'
