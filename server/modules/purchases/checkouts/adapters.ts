import { gumroad } from './gumroad.ts'
import { lemonSqueezy } from './lemon-squeezy.ts'
import { paddle } from './paddle.ts'
import type { CheckoutAdapter } from './provider.ts'
import { stripe } from './stripe.ts'

const ADAPTERS = new Map<string, CheckoutAdapter>(
  [stripe, paddle, lemonSqueezy, gumroad].map((adapter) => [adapter.name, adapter]),
)

/** Returns the adapter of a shop, or undefined for a shop that is not supported. */
export const findAdapter = (provider: string): CheckoutAdapter | undefined => ADAPTERS.get(provider)
