import { z } from 'zod'

export const CHECKOUT_PROVIDERS = ['stripe', 'paddle', 'lemon_squeezy', 'gumroad'] as const
const CheckoutProvider = z.enum(CHECKOUT_PROVIDERS)
export type CheckoutProvider = z.infer<typeof CheckoutProvider>

const secret = (message: string) => z.string().trim().min(6, message).max(500)

/** Secrets as entered in the dashboard. Gumroad has none, because its address contains one. */
export const CheckoutInput = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('stripe'), secret: secret('Paste the signing secret, which begins with whsec_') }),
  z.object({
    provider: z.literal('paddle'),
    secret: secret('Paste the secret key of the notification destination'),
    api_key: secret('Paste an API key that may read customers'),
  }),
  z.object({ provider: z.literal('lemon_squeezy'), secret: secret('Enter the signing secret of the webhook') }),
  z.object({ provider: z.literal('gumroad') }),
])
export type CheckoutInput = z.infer<typeof CheckoutInput>

export const CheckoutRef = z.object({ provider: CheckoutProvider })
export type CheckoutRef = z.infer<typeof CheckoutRef>

export interface CheckoutView {
  provider: CheckoutProvider
  is_connected: boolean
  /** Address to which the shop sends webhooks. Null: it has none before it is connected. */
  address: string | null
  /** Time of the last verified webhook. */
  received_at: string | null
  /** Why the last webhook could not be recorded. */
  problem: string | null
}
