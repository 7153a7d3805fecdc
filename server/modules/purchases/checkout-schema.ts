import { z } from 'zod'
import { named, Timestamp } from '../../core/wire.ts'

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

/** The same for programs, as one object. */
export const ConnectionInput = z
  .object({ provider: CheckoutProvider, secret: z.string().optional(), api_key: z.string().optional() })
  .superRefine((given, context) => {
    for (const { path, message } of CheckoutInput.safeParse(given).error?.issues ?? [])
      context.addIssue({
        code: 'custom',
        path,
        message: path[0] && given[path[0] as 'secret'] === undefined ? 'is required' : message,
      })
  })

export const CheckoutView = named('Checkout', {
  provider: CheckoutProvider,
  is_connected: z.boolean(),
  /** Address to which the shop sends webhooks. Null: it has none before it is connected. */
  address: z.string().nullable(),
  /** Time of the last verified webhook. */
  received_at: Timestamp.nullable(),
  /** Why the last webhook could not be recorded. */
  problem: z.string().nullable(),
})
export type CheckoutView = z.infer<typeof CheckoutView>
