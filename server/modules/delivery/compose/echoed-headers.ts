import { env } from '../../../env.ts'

/**
 * Returns headers that configured providers repeat in their webhooks, so a report names the email even where the provider replaces the
 * Message-ID. With the address of the recipient that names the delivery, so the headers are the same in every copy.
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
