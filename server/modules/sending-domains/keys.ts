import { generateKeyPair, type KeyObject, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { sealPrivateKey } from '../delivery/signing/private-keys.ts'

const generate = promisify(generateKeyPair)

/**
 * Returns two new keys with one new selector prefix: RSA with 2048 bits, which every receiver verifies, and Ed25519. An RSA key takes up to
 * a second, on Node's thread pool.
 */
export async function makeKeys() {
  const [rsa, ed25519] = await Promise.all([generate('rsa', { modulusLength: 2048 }), generate('ed25519')])
  const prefix = `envoi-${Array.from({ length: 6 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')}`
  return [
    {
      algorithm: 'rsa' as const,
      selector: `${prefix}-rsa`,
      public_key: spki(rsa.publicKey).toString('base64'),
      private_key: sealPrivateKey(rsa.privateKey),
    },
    {
      algorithm: 'ed25519' as const,
      selector: `${prefix}-ed`,
      // RFC 8463 section 4: only the 32 bytes of the key, which are the last bytes of its SPKI form.
      public_key: spki(ed25519.publicKey).subarray(-32).toString('base64'),
      private_key: sealPrivateKey(ed25519.privateKey),
    },
  ]
}

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })

/** Without characters that look alike, because some users type selectors by hand. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
