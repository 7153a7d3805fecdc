import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { env } from '../../../env.ts'

/** Identifies a confirmation. */
export interface ConfirmationRef {
  account_id: number
  form_id: number
  subscriber_id: number
}

/** Returns a signed link. Nothing is stored that could confirm a subscription, and the link works while the subscriber exists. */
export const confirmationUrl = ({ account_id, form_id, subscriber_id }: ConfirmationRef): string =>
  confirmationLink(cryptographer().signToken(PURPOSE, [account_id, form_id, subscriber_id]))

export const confirmationLink = (token: string): string => `${env().PUBLIC_URL}/confirm/${token}`

/** Returns undefined for an invalid signature. */
export function readConfirmationToken(token: string): ConfirmationRef | undefined {
  const [account_id, form_id, subscriber_id] = cryptographer().readToken(PURPOSE, token) ?? []
  if (typeof account_id !== 'number' || typeof form_id !== 'number' || typeof subscriber_id !== 'number')
    return undefined
  return { account_id, form_id, subscriber_id }
}

const PURPOSE = 'confirm'
