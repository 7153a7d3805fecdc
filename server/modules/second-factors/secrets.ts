import { env } from '../../env.ts'
import { type Cryptographer, createCryptographer } from '../../lib/crypto/crypto.ts'

let crypt: Cryptographer | undefined

/** Encrypts and signs second factors, with keys derived from the instance's SECRET_KEY. */
export const secrets = (): Cryptographer => {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
