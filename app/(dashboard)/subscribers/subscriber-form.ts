import { z } from 'zod'
import { parseEmailAddress } from '@/server/lib/text/email-address.ts'

/** The fields of a subscriber in the forms that add and edit one. */
export const SubscriberForm = z.object({
  email_address: z
    .string()
    .refine((text) => parseEmailAddress(text) !== undefined, 'Enter an email address, such as lin@example.net'),
  first_name: z.string().max(255, 'First name can have up to 255 characters'),
})
