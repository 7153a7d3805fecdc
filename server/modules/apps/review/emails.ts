import { env } from '../../../env.ts'
import type { ServiceEmail } from '../../service-mail/service-email.ts'

interface Named {
  id: number
  name: string
}

const FOOTNOTE = 'You received this email because you own the account that develops the app.'

const quoted = (note: string | null) => (note === null ? [] : ['The reviewer wrote:', note])

export const approvalEmail = ({ id, name }: Named, note: string | null): ServiceEmail => ({
  subject: `${name} is in the app store`,
  heading: `${name} is in the app store`,
  paragraphs: ['Your app was reviewed and approved. Creators can find it in the store now.', ...quoted(note)],
  action: { label: 'View in store', url: `${env().APP_URL}/apps/${id}` },
  footnote: FOOTNOTE,
})

export const changesApprovedEmail = ({ id, name }: Named, note: string | null): ServiceEmail => ({
  subject: `Your changes to ${name} are live`,
  heading: `Your changes to ${name} are live`,
  paragraphs: ['Your changes were reviewed and approved. Creators see them in the app store now.', ...quoted(note)],
  action: { label: 'View in store', url: `${env().APP_URL}/apps/${id}` },
  footnote: FOOTNOTE,
})

export const changesDeclinedEmail = ({ id, name }: Named, note: string): ServiceEmail => ({
  subject: `Your changes to ${name} were not approved`,
  heading: `Your changes to ${name} were not approved`,
  paragraphs: [
    'The approved version stays in the store. The reviewer wrote:',
    note,
    'Edit your changes and save them to submit them again, or discard them.',
  ],
  action: { label: 'Open the app', url: `${env().APP_URL}/apps/develop/${id}` },
  footnote: FOOTNOTE,
})

export const rejectionEmail = ({ id, name }: Named, note: string): ServiceEmail => ({
  subject: `${name} needs changes before it can be in the app store`,
  heading: `${name} needs changes`,
  paragraphs: [
    'Your app was reviewed and needs changes. The reviewer wrote:',
    note,
    'Make the changes and submit the app again.',
  ],
  action: { label: 'Open the app', url: `${env().APP_URL}/apps/develop/${id}` },
  footnote: FOOTNOTE,
})
