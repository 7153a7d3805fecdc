import { env } from '../../../env.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { ServiceEmail } from '../../service-mail/service-email.ts'

export const viewedEmail = (view: { account_name: string; reason: string; minutes: number }): ServiceEmail => ({
  subject: t`An administrator viewed “${view.account_name}”`,
  heading: t`An administrator views “${view.account_name}”`,
  paragraphs: [
    t`An administrator of this instance opened your account, read-only, for at most ${view.minutes} minutes. They cannot change or download anything.`,
    t`Reason: ${view.reason}`,
  ],
  action: { label: t`Open the security log`, url: `${env().APP_URL}/settings/security` },
  footnote: t`You received this email because you own this account.`,
})
