import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { z } from 'zod'
import { env } from '../../env.ts'
import type { NewPasskey, PasskeyAnswer } from '../../modules/second-factors/schema.ts'

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

interface Signing {
  /** Origin reported by the browser. Default: the dashboard. */
  origin?: string
  /** True if the user unlocked the passkey. */
  is_verified?: boolean
  /** Number of signatures so far. */
  counter?: number
}

/** Creates a passkey that works like a browser with an authenticator (WebAuthn Level 3, ES256, no attestation). */
export function softPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const jwk = publicKey.export({ format: 'jwk' })
  const coordinate = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
  // COSE: key type EC2, ES256, P-256, x, y (RFC 9053).
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(jwk.x)],
    [-3, coordinate(jwk.y)],
  ])
  const client = (type: string, challenge: string, { origin = new URL(env().APP_URL).origin }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const data = ({ is_verified = true, counter = 0 }: Signing, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = USER_PRESENT | (is_verified ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0)
    return Buffer.concat([sha256(new URL(env().APP_URL).hostname), Buffer.from([flags]), count, credential])
  }
  const name = id.toString('base64url')
  const common = { id: name, rawId: name, type: 'public-key' as const, clientExtensionResults: {} }
  return {
    id: name,
    create({ challenge }: PublicKeyCredentialCreationOptionsJSON, signing: Signing = {}): z.infer<typeof NewPasskey> {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data(signing, credential))],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: client('webauthn.create', challenge, signing).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge }: PublicKeyCredentialRequestOptionsJSON, signing: Signing = {}): PasskeyAnswer {
      const clientData = client('webauthn.get', challenge, signing)
      const authenticatorData = data(signing)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
