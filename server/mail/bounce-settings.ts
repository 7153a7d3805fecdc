import { createPublicKey } from 'node:crypto'
import { z } from 'zod'

const secret = z.string().refine((text) => text.trim().length >= 16, { error: 'is shorter than 16 characters' })

/** Settings of the webhooks of email providers (docs/bounce-webhooks.md). Each turns its endpoint on. */
export const BOUNCE_WEBHOOK_SETTINGS = {
  BOUNCE_SES_TOPICS: z
    .string()
    .transform((value) => value.split(/[,\s]+/).filter(Boolean))
    .refine((list) => list.every((arn) => /^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w.-]{1,256}$/.test(arn)), {
      error: 'is not a list of topics such as arn:aws:sns:us-east-1:123456789012:bounces',
    })
    .optional()
    .meta({
      description:
        'SNS topics, separated by commas, to which Amazon SES reports bounces and complaints. Their subscriptions to /hooks/bounces/ses are confirmed.',
    }),
  BOUNCE_POSTMARK_TOKEN: secret.optional().meta({
    description:
      'Password (of any user) or bearer token that webhooks of Postmark send to /hooks/bounces/postmark; at least 16 characters.',
  }),
  BOUNCE_MAILGUN_KEY: secret
    .optional()
    .meta({ description: 'HTTP webhook signing key of Mailgun, for /hooks/bounces/mailgun.' }),
  BOUNCE_SENDGRID_PUBLIC_KEY: z
    .string()
    .refine(isPublicKey, { error: 'is not a public key in base64' })
    .optional()
    .meta({ description: 'Verification key of SendGrid’s signed event webhook, for /hooks/bounces/sendgrid.' }),
  BOUNCE_RESEND_SECRET: z
    .string()
    .refine((text) => /^whsec_[A-Za-z\d+/]{16,}={0,2}$/.test(text), { error: 'does not start with whsec_' })
    .optional()
    .meta({ description: 'Signing secret of the webhook of Resend, for /hooks/bounces/resend.' }),
  BOUNCE_WEBHOOK_SECRET: secret.optional().meta({
    description:
      'Secret of /hooks/bounces/generic, which accepts reports from any other source; at least 16 characters.',
  }),
}

function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}
