import { env } from '../../env.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

const action = () => ({ label: 'View DNS records', url: `${env().APP_URL}/settings/site` })
const FOOTNOTE = 'You received this email because you own the account of this domain.'

/** For the owners, when a connected domain lost a record that it needs. */
export const brokenSiteDomainEmail = (domain: string): ServiceEmail => ({
  subject: `${domain} is about to stop leading to your site`,
  heading: 'A DNS record is missing',
  paragraphs: [
    `A DNS record that connects ${domain} to your public site is missing or has another value.`,
    'Restore the record at your DNS provider. We check again every hour. If it is still missing in three days, links to your posts lead to the address with your name instead.',
  ],
  action: action(),
  footnote: FOOTNOTE,
})

/** For the owners, when it is served there no longer. */
export const lostSiteDomainEmail = (domain: string): ServiceEmail => ({
  subject: `Your site is no longer at ${domain}`,
  heading: 'Your domain is disconnected',
  paragraphs: [
    `A DNS record of ${domain} has been missing for three days, so links to your posts lead to the address with your name again.`,
    'Nothing else changed. When the records are back, your site is at the domain again within an hour.',
  ],
  action: action(),
  footnote: FOOTNOTE,
})
