import { env } from '../../env.ts'
import { type Cryptographer, createCryptographer } from '../../lib/crypto/crypto.ts'

/** Which message an address inside a mail belongs to: the ledger's key. */
export interface MessageRef {
  account_id: number
  mail_id: number
  subscriber_id: number
}

let crypt: Cryptographer | undefined
const cryptographer = (): Cryptographer => {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}

/** What opens and clicks are counted by. It cannot unsubscribe: this address travels in referrers and through proxies. */
export const trackingToken = (ref: MessageRef): string => cryptographer().signToken('track', payloadOf(ref))

/** A link whose target differs per recipient: the target is signed into it, so that the counter is no open redirector. */
export const personalClickUrl = (ref: MessageRef, number: number, target: string): string =>
  `${env().BASE_URL}/t/c/${cryptographer().signToken('click', [...payloadOf(ref), number, target])}`

/** Holds the person and not the ledger's row: it works as long as the person is known, whatever became of the mail. */
export const unsubscribeUrl = (ref: MessageRef): string =>
  `${env().BASE_URL}/u/${cryptographer().signToken('unsubscribe', payloadOf(ref))}`

/** Undefined for anything that we did not sign. */
export const readTrackingToken = (token: string) => refOf(cryptographer().readToken('track', token))
export const readUnsubscribeToken = (token: string) => refOf(cryptographer().readToken('unsubscribe', token))

export function readClickToken(token: string): (MessageRef & { number: number; target: string }) | undefined {
  const payload = cryptographer().readToken('click', token)
  const ref = refOf(payload)
  const [, , , number, target] = payload ?? []
  return ref && typeof number === 'number' && typeof target === 'string' ? { ...ref, number, target } : undefined
}

const payloadOf = ({ account_id, mail_id, subscriber_id }: MessageRef) => [account_id, mail_id, subscriber_id] as const

function refOf(payload: readonly (number | string)[] | undefined): MessageRef | undefined {
  const [account_id, mail_id, subscriber_id] = payload ?? []
  if (typeof account_id !== 'number' || typeof mail_id !== 'number' || typeof subscriber_id !== 'number')
    return undefined
  return { account_id, mail_id, subscriber_id }
}
