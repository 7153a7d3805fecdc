import { z } from 'zod'
import { writtenAddress } from '@/server/lib/text/email-address.ts'

const MAX_BUYERS = 1_000

/** Purchases of one product, as typed. */
export const AddedPurchases = z.object({
  addresses: z.string().transform((typed, issues) => {
    const lines = typed.split(/[\n;]/).filter((line) => line.trim() !== '')
    const addresses = lines.map((line) => writtenAddress(line))
    const wrong = addresses.indexOf(undefined)
    const message =
      lines.length === 0
        ? 'Enter an email address'
        : lines.length > MAX_BUYERS
          ? 'Enter up to 1,000 addresses, or choose a file'
          : wrong === -1
            ? undefined
            : `“${lines[wrong]?.trim()}” is not an email address`
    if (message === undefined) return [...new Set(addresses.filter((address) => address !== undefined))]
    issues.addIssue({ code: 'custom', message })
    return z.NEVER
  }),
  product: z.string().trim().min(1, 'Enter a product'),
  total: z.number({ error: 'Enter a price, or 0' }).min(0, 'Enter a price of 0 or more').max(9_999_999_999),
  currency: z
    .string()
    .trim()
    .regex(/^[a-z]{3}$/i, 'Enter a currency code, such as USD')
    .toUpperCase(),
  transaction_time: z.string().nullable(),
})
