import { env } from '../../env.ts'
import type { Letter } from '../service-mail/letter.ts'

export const resetLetter = ({ url, name }: { url: string; name: string | null }): Letter => ({
  subject: 'Set a new password for Envoi',
  heading: name ? `Hello ${name},` : 'Hello,',
  paragraphs: ['You asked for a new password. Choose one within the next hour; the link works once.'],
  action: { label: 'Choose a new password', url },
  footnote:
    'You have this letter because somebody entered your address at Envoi. If it was not you, there is nothing to do: your password stays as it is.',
})

export const passwordChangedLetter = ({ name }: { name: string | null }): Letter => ({
  subject: 'Your password was changed',
  heading: name ? `Hello ${name},` : 'Hello,',
  paragraphs: [
    'The password of your Envoi log-in was changed a moment ago, and all other sessions were ended.',
    'If it was you, all is well. If not, set a new password now: the link leads to the page where you ask for one.',
  ],
  action: { label: 'It was not me', url: `${env().APP_URL}/forgot-password` },
  footnote: 'Letters like this one are sent whenever a password changes. They cannot be switched off.',
})
