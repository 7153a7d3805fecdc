import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
import type { NoticeEmail } from '../notifications/notify.ts'

const action = () => ({ label: t`View DNS records`, url: `${env().APP_URL}/settings/site` })

/** Returns the email about a connected domain that lost a required record. */
export const brokenSiteDomainEmail = (domain: string): NoticeEmail => ({
  subject: t`${domain} is about to stop leading to your site`,
  heading: t`A DNS record is missing`,
  paragraphs: [
    t`A DNS record that connects ${domain} to your public site is missing or has another value.`,
    t`Restore the record at your DNS provider. We check again every hour. If it is still missing in three days, links to your posts lead to the address with your name instead.`,
  ],
  action: action(),
})

/** Returns the email about a site that is no longer served at its domain. */
export const lostSiteDomainEmail = (domain: string): NoticeEmail => ({
  subject: t`Your site is no longer at ${domain}`,
  heading: t`Your domain is disconnected`,
  paragraphs: [
    t`A DNS record of ${domain} has been missing for three days, so links to your posts lead to the address with your name again.`,
    t`Nothing else changed. When the records are back, your site is at the domain again within an hour.`,
  ],
  action: action(),
})
