import { env } from '../../env.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'
import { KEPT_DAYS } from './schema.ts'

export const exportReadyEmail = (): Omit<ServiceEmail, 'footnote'> => ({
  subject: 'Your export is ready',
  heading: 'Your export is ready',
  paragraphs: [
    'The export of your account that you requested is ready.',
    `Admins of the account can download it for ${KEPT_DAYS} days. Then it is deleted.`,
  ],
  action: { label: 'Download export', url: `${env().APP_URL}/activity` },
})

export const ownersExportEmail = (): ServiceEmail => ({
  subject: 'An export of your account is ready',
  heading: 'An export of your account is ready',
  paragraphs: [
    'The administrator of this instance started an export of your account for you. They cannot read it.',
    `Owners and admins of the account can download it for ${KEPT_DAYS} days. Then it is deleted.`,
  ],
  action: { label: 'Download export', url: `${env().APP_URL}/activity` },
  footnote: 'You received this email because you own this account.',
})
