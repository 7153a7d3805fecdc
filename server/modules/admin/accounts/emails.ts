import { env } from '../../../env.ts'
import type { ServiceEmail } from '../../service-mail/service-email.ts'

const FOOTNOTE = 'You received this email because you own this account.'

export const viewedEmail = (view: { account_name: string; reason: string; minutes: number }): ServiceEmail => ({
  subject: `An administrator viewed “${view.account_name}”`,
  heading: `An administrator views “${view.account_name}”`,
  paragraphs: [
    `An administrator of this instance opened your account, read-only, for at most ${view.minutes} minutes. They cannot change or download anything.`,
    `Reason: ${view.reason}`,
  ],
  action: { label: 'Open the security log', url: `${env().APP_URL}/settings/security` },
  footnote: FOOTNOTE,
})
