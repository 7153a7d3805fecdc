import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
import type { NoticeEmail } from '../notifications/notify.ts'
import { shownDomain } from './domain-name.ts'

/** Returns the email about a verified domain that lost a required record. */
export function brokenDomainEmail({
  id,
  domain,
  is_signing,
}: {
  id: number
  domain: string
  /** True if another key still signs. */
  is_signing: boolean
}): NoticeEmail {
  const name = shownDomain(domain)
  return {
    subject: is_signing ? t`${name} has no DMARC record any more` : t`Emails from ${name} are not sent`,
    heading: is_signing ? t`A DNS record is missing` : t`Your emails cannot be signed`,
    paragraphs: is_signing
      ? [
          t`The DMARC record of ${name} is missing. Gmail and Outlook may reject your emails until it is back.`,
          t`Emails are still sent and signed.`,
        ]
      : [
          t`The DKIM record of ${name} is missing or has another value. Receivers would reject the signature, so nothing is sent from addresses at ${name} until the record is back.`,
          t`Restore the record at your DNS provider. We check again every hour.`,
        ],
    action: { label: t`View DNS records`, url: `${env().APP_URL}/settings/sending-domains/${id}` },
  }
}
