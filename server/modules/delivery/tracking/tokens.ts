import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { env } from '../../../env.ts'

/** Identifies the delivery of a link. */
export interface MessageRef {
  account_id: number
  mail_id: number
  subscriber_id: number
}

/** Signs a token that only counts opens and clicks. It cannot unsubscribe, because it leaks through referrers and proxies. */
export const trackingToken = (ref: MessageRef): string => cryptographer().signToken('track', payloadOf(ref))

/** Returns a click URL for a target that differs per recipient. The target is signed, so it is no open redirect. */
export const personalClickUrl = (ref: MessageRef, number: number, target: string): string =>
  `${env().TRACKING_URL}/t/c/${cryptographer().signToken('click', [...payloadOf(ref), number, target])}`

/** Returns a link that works while the subscriber exists, even after the email is deleted. */
export const unsubscribeUrl = (ref: MessageRef): string =>
  `${env().TRACKING_URL}/u/${cryptographer().signToken('unsubscribe', payloadOf(ref))}`

/** Returns the link of the preference page. It reuses the unsubscribe token, so a message needs only one. */
export const preferencesUrl = (unsubscribe_url: string): string =>
  `${env().PUBLIC_URL}/preferences/${unsubscribe_url.slice(unsubscribe_url.lastIndexOf('/') + 1)}`

/** Returns undefined for an invalid signature. */
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
