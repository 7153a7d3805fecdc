import { env } from '../../env.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

export const passwordResetEmail = ({ url, name }: { url: string; name: string | null }): ServiceEmail => ({
  subject: 'Set a new password for Envoi',
  heading: name ? `Hello ${name},` : 'Hello,',
  paragraphs: ['Use this link to set a new password. It works once, for one hour.'],
  action: { label: 'Set new password', url },
  footnote:
    'You received this email because someone entered your address in Envoi. If it was not you, ignore it. Your password stays the same.',
})

export const passwordChangedEmail = ({ name }: { name: string | null }): ServiceEmail => ({
  subject: 'Your password was changed',
  heading: name ? `Hello ${name},` : 'Hello,',
  paragraphs: [
    'The password of your Envoi account was changed, and you were signed out everywhere else.',
    'If this was you, you don’t need to do anything. If not, reset your password now.',
  ],
  action: { label: 'Reset password', url: `${env().APP_URL}/forgot-password` },
  footnote: 'We send this email whenever your password changes. You can’t turn it off.',
})
