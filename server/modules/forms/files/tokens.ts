import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { env } from '../../../env.ts'

/** Subscriber and file that a link belongs to. */
export interface FileRef {
  account_id: number
  form_id: number
  subscriber_id: number
}

const PURPOSE = 'form file'

/** Returns a subscriber's own signed link. It works while the form has a file and the subscriber exists. */
export const fileUrl = ({ account_id, form_id, subscriber_id }: FileRef): string =>
  `${env().PUBLIC_URL}/f/file/${cryptographer().signToken(PURPOSE, [account_id, form_id, subscriber_id])}`

/** Returns undefined for an invalid signature. */
export function readFileToken(token: string): FileRef | undefined {
  const [account_id, form_id, subscriber_id] = cryptographer().readToken(PURPOSE, token) ?? []
  if (typeof account_id !== 'number' || typeof form_id !== 'number' || typeof subscriber_id !== 'number')
    return undefined
  return { account_id, form_id, subscriber_id }
}
