import { z } from 'zod'

const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4}){5,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Settings of a payment processor (docs/billing.md). */
export const BILLING_SETTINGS = {
  BILLING_WEBHOOK_SECRET: z
    .string()
    .regex(SECRET, { error: 'is not whsec_ with at least 16 bytes in base64' })
    .optional()
    .meta({
      description:
        'Signs billing events that come in and reports of usage that go out: whsec_ and at least 16 random bytes in base64. Empty: no billing is attached.',
    }),
  BILLING_USAGE_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
      error: 'is not an address that starts with https:// or http://',
    })
    .optional()
    .meta({ description: 'Address that the usage of every account is reported to once a day. Empty: nowhere.' }),
}
