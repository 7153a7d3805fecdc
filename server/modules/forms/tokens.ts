import { env } from '../../env.ts'
import { type Cryptographer, createCryptographer } from '../../lib/crypto/crypto.ts'

/** Who is asked to confirm, and for which form. */
export interface ConfirmationRef {
  account_id: number
  form_id: number
  subscriber_id: number
}

/** Signed, so that nothing is stored that would confirm by itself, and the link works as long as the person is known. */
export const confirmationUrl = ({ account_id, form_id, subscriber_id }: ConfirmationRef): string =>
  confirmationLink(cryptographer().signToken(PURPOSE, [account_id, form_id, subscriber_id]))

export const confirmationLink = (token: string): string => `${env().BASE_URL}/confirm/${token}`

/** Undefined for anything that we did not sign. */
export function readConfirmationToken(token: string): ConfirmationRef | undefined {
  const [account_id, form_id, subscriber_id] = cryptographer().readToken(PURPOSE, token) ?? []
  if (typeof account_id !== 'number' || typeof form_id !== 'number' || typeof subscriber_id !== 'number')
    return undefined
  return { account_id, form_id, subscriber_id }
}

const PURPOSE = 'confirm'

let crypt: Cryptographer | undefined
const cryptographer = (): Cryptographer => {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
