import { z } from 'zod'
import { parseEmailAddress } from '@/server/lib/text/email-address.ts'

/** Fields of the forms that add and edit a subscriber. */
export const SubscriberForm = z.object({
  email_address: z
    .string()
    .refine((text) => parseEmailAddress(text) !== undefined, 'Enter an email address, such as lin@example.net'),
  first_name: z.string().max(255, 'First name can have up to 255 characters'),
})

export const NewSubscriberForm = SubscriberForm.extend({
  consent_text: z.string().max(2000, 'Consent note can have up to 2,000 characters'),
  has_consent: z.literal(true, {
    error: 'Confirm that they agreed. Emails without consent hurt your deliverability',
  }),
})
