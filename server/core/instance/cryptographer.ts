import { env } from '../../env.ts'
import { type Cryptographer, createCryptographer } from '../../lib/crypto/crypto.ts'

let crypt: Cryptographer | undefined

/** Encrypts and signs with the secret key of the instance. */
export const cryptographer = (): Cryptographer => {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
