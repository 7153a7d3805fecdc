import type { CheckoutInput, CheckoutProvider } from '../../modules/purchases/checkout-schema.ts'
import type { TestAccount } from '../account.ts'
import { api, bearer } from '../api.ts'
import { dashboard } from '../dashboard.ts'
import type { SignedCheckout } from './checkout-webhooks.ts'

export const SECRET = 'whsec_test_secret'

const inputOf = (provider: CheckoutProvider): CheckoutInput =>
  provider === 'gumroad'
    ? { provider }
    : provider === 'paddle'
      ? { provider, secret: SECRET, api_key: 'pdl_sdbx_apikey_01test' }
      : { provider, secret: SECRET }

/** Connects a shop. Returns the path of its webhooks. */
export async function connect(account: TestAccount, provider: CheckoutProvider): Promise<string> {
  const list = await dashboard(account).purchases.saveCheckout(inputOf(provider))
  return new URL(list.find((one) => one.provider === provider)?.address ?? '').pathname
}

export const send = (path: string, { body, headers }: SignedCheckout) => api(`POST ${path}`, null, body, headers)

export const listed = async (account: TestAccount) =>
  (await api('GET /v4/purchases', bearer(account))).body.purchases as Record<string, unknown>[]

export const statusOf = async (account: TestAccount) => (await listed(account)).map(({ status }) => status)
