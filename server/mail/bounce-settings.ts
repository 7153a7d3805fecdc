import { createPublicKey } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { isEmailAddress } from '../lib/text/email-address.ts'

const secret = z.string().refine((text) => text.trim().length >= 16, { error: 'is shorter than 16 characters' })

/** Settings of the webhooks of email providers (docs/bounce-webhooks.md). Each enables its endpoint. */
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

function isFile(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Settings for bounces and complaints that arrive as emails (docs/bounces.md). */
export const BOUNCE_SETTINGS = {
  BOUNCE_DOMAIN: z
    .string()
    .transform((value) => domainToASCII(value) || value.toLowerCase())
    .refine((value) => isEmailAddress(`a@${value}`), { error: 'is not a domain' })
    .optional()
    .meta({
      description:
        'Domain of the return path of emails to subscribers, such as bounce.example.com. Its mail must reach BOUNCE_SMTP_PORT or the mailbox of BOUNCE_IMAP_URL. Empty: bounces go to the sending address.',
    }),
  BOUNCE_SMTP_PORT: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(1, 'is below 1')
    .max(65535, 'is above 65535')
    .optional()
    .meta({
      description:
        'Port at which processes with jobs receive mail to BOUNCE_DOMAIN, usually 25. Empty: no mail is received.',
    }),
  BOUNCE_SMTP_CERTIFICATE: z
    .string()
    .refine(isFile, { error: 'is not a file that can be read' })
    .optional()
    .meta({ description: 'With BOUNCE_SMTP_KEY: PEM files for STARTTLS at BOUNCE_SMTP_PORT.' }),
  BOUNCE_SMTP_KEY: z
    .string()
    .refine(isFile, { error: 'is not a file that can be read' })
    .optional()
    .meta({ description: 'Belongs to BOUNCE_SMTP_CERTIFICATE.' }),
  BOUNCE_IMAP_URL: z
    .string()
    .refine((value) => /^imaps?:$/.test(URL.parse(value)?.protocol ?? '') && URL.parse(value)?.hostname, {
      error: 'is not an address such as imaps://user:password@host:993/INBOX',
    })
    .optional()
    .meta({
      description:
        'Mailbox with bounces and complaints, as imaps://user:password@host:993/INBOX. Its messages are moved to the folder Processed.',
    }),
}
