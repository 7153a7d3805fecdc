import { env } from '../../env.ts'
import { type Cryptographer, createCryptographer } from '../../lib/crypto/crypto.ts'

let crypt: Cryptographer | undefined

/** Encryption and signatures of second factors, under the instance's SECRET_KEY. */
export const secrets = (): Cryptographer => {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
