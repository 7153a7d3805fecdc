import { env } from '../../../env.ts'
import { type Cryptographer, createCryptographer } from '../../../lib/crypto/crypto.ts'

/** A buyer of an account's product. */
export interface BuyerRef {
  account_id: number
  subscriber_id: number
}

/** Returns the token of an emailed link that opens a paid post until a time. It does nothing else, so a scanner that follows it changes nothing. */
export const signAccessLink = (ref: BuyerRef & { post_id: number }, until: Date): string =>
  cryptographer().signToken(LINK, [ref.account_id, ref.subscriber_id, ref.post_id, +until])

/** Returns undefined for a token that we did not sign or that is too old. */
export function readAccessLink(token: string, now: Date): (BuyerRef & { post_id: number }) | undefined {
  const [account_id, subscriber_id, post_id, until] = numbers(cryptographer().readToken(LINK, token), 4)
  if (!account_id || !subscriber_id || !post_id || !until || until <= +now) return undefined
  return { account_id, subscriber_id, post_id }
}

/** Returns the value of the cookie by which a site knows a buyer until a time. */
export const signBuyer = (ref: BuyerRef, until: Date): string =>
  cryptographer().signToken(BUYER, [ref.account_id, ref.subscriber_id, +until])

/** Returns undefined for a value that we did not sign or that is too old. */
export function readBuyer(value: string, now: Date): BuyerRef | undefined {
  const [account_id, subscriber_id, until] = numbers(cryptographer().readToken(BUYER, value), 3)
  return account_id && subscriber_id && until && until > +now ? { account_id, subscriber_id } : undefined
}

const LINK = 'post access'
const BUYER = 'post buyer'

const numbers = (payload: readonly (number | string)[] | undefined, count: number): number[] =>
  payload?.length === count ? payload.filter((part) => typeof part === 'number') : []

let crypt: Cryptographer | undefined
const cryptographer = (): Cryptographer => {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
