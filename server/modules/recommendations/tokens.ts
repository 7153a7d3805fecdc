import { cryptographer } from '../../core/instance/cryptographer.ts'

/** The account and address of a visitor who has just signed up. */
export interface SignedUp {
  account_id: number
  email_address: string
}

/** Returns the token of the page after a sign-up. It does not sign anyone up: the visitor still has to choose. */
export const signVisitor = ({ account_id, email_address }: SignedUp, until: Date): string =>
  cryptographer().signToken(PURPOSE, [account_id, email_address, +until])

/** Returns undefined for a token that is invalid or expired. */
export function readVisitor(token: string, now: Date): SignedUp | undefined {
  const [account_id, email_address, until] = cryptographer().readToken(PURPOSE, token) ?? []
  if (typeof account_id !== 'number' || typeof email_address !== 'string' || typeof until !== 'number') return undefined
  return until > +now ? { account_id, email_address } : undefined
}

const PURPOSE = 'recommended creators'
