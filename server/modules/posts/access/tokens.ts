import { cryptographer } from '../../../core/instance/cryptographer.ts'

/** A buyer of an account's product. */
export interface BuyerRef {
  account_id: number
  subscriber_id: number
  /** Key of the address to which the link was sent. Link and cookie end when the subscriber's address changes. */
  address_key: string
}

/** Returns the key of an address in links and cookies. */
export const addressKey = (email_address: string): string =>
  cryptographer().digest('post buyer address', email_address).slice(0, 22)

/**
 * Returns the token of an emailed link that opens a paid post until a time. It has no other effect, so scanners that follow it change
 * nothing.
 */
export const signAccessLink = (ref: BuyerRef & { post_id: number }, until: Date): string =>
  cryptographer().signToken(LINK, [ref.account_id, ref.subscriber_id, ref.post_id, +until, ref.address_key])

/** Returns undefined for a token that we did not sign or that has expired. */
export function readAccessLink(token: string, now: Date): (BuyerRef & { post_id: number }) | undefined {
  const payload = cryptographer().readToken(LINK, token)
  const [account_id, subscriber_id, post_id, until] = numbers(payload, 4)
  const address_key = payload?.at(4)
  if (!account_id || !subscriber_id || !post_id || !until || until <= +now) return undefined
  return typeof address_key === 'string' ? { account_id, subscriber_id, post_id, address_key } : undefined
}

/** Returns the value of the cookie by which a site recognizes a buyer until a time. */
export const signBuyer = (ref: BuyerRef, until: Date): string =>
  cryptographer().signToken(BUYER, [ref.account_id, ref.subscriber_id, +until, ref.address_key])

/** Returns undefined for a value that we did not sign or that has expired. */
export function readBuyer(value: string, now: Date): BuyerRef | undefined {
  const payload = cryptographer().readToken(BUYER, value)
  const [account_id, subscriber_id, until] = numbers(payload, 3)
  const address_key = payload?.at(3)
  if (!account_id || !subscriber_id || !until || until <= +now) return undefined
  return typeof address_key === 'string' ? { account_id, subscriber_id, address_key } : undefined
}

const LINK = 'post access'
const BUYER = 'post buyer'

const numbers = (payload: readonly (number | string)[] | undefined, count: number): number[] =>
  payload?.slice(0, count).filter((part) => typeof part === 'number') ?? []
