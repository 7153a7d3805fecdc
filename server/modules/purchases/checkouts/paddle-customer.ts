import { countedFetch } from '../../../core/instance/outbound-calls.ts'
import { object, parseJson, text } from '../../../lib/bytes/untyped-json.ts'
import type { SafeFetch } from '../../../lib/net/safe-fetch.ts'
import { firstName } from './provider.ts'

/** The shop's webhook cannot be recorded yet. The shop sends it again. */
export class NotYet extends Error {
  override name = 'NotYet'
}

export type CheckoutFetch = SafeFetch['fetch']
export const checkoutFetch: CheckoutFetch = (url, request) => countedFetch({ kind: 'checkout' }, url, request)

/** Returns a customer's address and name from Paddle's API, because its transactions contain only the ID. Throws NotYet. */
export async function findPaddleCustomer(
  fetch: CheckoutFetch,
  { api_key, customer_id }: { api_key: string; customer_id: string },
): Promise<{ email_address: string | undefined; first_name: string | undefined }> {
  if (!/^ctm_\w{1,100}$/.test(customer_id)) throw new NotYet('Paddle sent no customer')
  // Keys of the sandbox are known by their prefix: https://developer.paddle.com/api-reference/about/authentication.
  const host = api_key.startsWith('pdl_sdbx_') ? 'sandbox-api.paddle.com' : 'api.paddle.com'
  const answer = await fetch(`https://${host}/customers/${customer_id}`, {
    headers: { authorization: `Bearer ${api_key}`, 'paddle-version': '1' },
    timeout_ms: 3_000,
    max_bytes: 50_000,
  }).catch(() => undefined)
  if (answer?.status === 401 || answer?.status === 403)
    throw new NotYet('Paddle refuses the API key. It needs the permission to read customers')
  if (answer?.status !== 200) throw new NotYet('Paddle did not answer with the buyer’s email address')
  const customer = object(object(parseJson(answer.body)).data)
  return { email_address: text(customer.email), first_name: firstName(text(customer.name)) }
}
