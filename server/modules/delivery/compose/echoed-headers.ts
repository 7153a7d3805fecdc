import { env } from '../../../env.ts'

/**
 * Returns headers that providers repeat in their webhooks, so a report names the email even if the provider replaces the Message-ID. They
 * are the same in every copy: together with the recipient's address they identify the delivery.
 */
export function echoedHeaders({
  account_id,
  mail_id,
}: {
  account_id: number
  mail_id: number
}): Record<string, string> {
  const settings = env()
  const ref = `${account_id}-${mail_id}`
  return {
    ...(settings.BOUNCE_SES_TOPICS && { 'X-SES-MESSAGE-TAGS': `envoi=${ref}` }),
    ...(settings.BOUNCE_POSTMARK_TOKEN && { 'X-PM-Metadata-envoi': ref }),
    ...(settings.BOUNCE_MAILGUN_KEY && { 'X-Mailgun-Variables': JSON.stringify({ envoi: ref }) }),
    ...(settings.BOUNCE_SENDGRID_PUBLIC_KEY && { 'X-SMTPAPI': JSON.stringify({ unique_args: { envoi: ref } }) }),
  }
}
