import { env } from '../../env.ts'
import type { Letter } from '../service-mail/letter.ts'
import { KEPT_DAYS } from './schema.ts'

export const readyLetter = (): Letter => ({
  subject: 'Your export is ready',
  heading: 'Your export is ready',
  paragraphs: [
    'The copy of everything in your account that you asked for has been made.',
    `It can be downloaded for ${KEPT_DAYS} days, by people who are admins of the account; then it is deleted.`,
  ],
  action: { label: 'Download it', url: `${env().APP_URL}/activity` },
  footnote: 'You have this letter because somebody who was logged in as you asked for this export.',
})
