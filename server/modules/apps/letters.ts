import { env } from '../../env.ts'
import type { Letter } from '../service-mail/letter.ts'

interface Named {
  id: number
  name: string
}

export const approvalLetter = ({ id, name }: Named): Letter => ({
  subject: `${name} is in the app store`,
  heading: `${name} is in the app store`,
  paragraphs: ['It was reviewed and approved: creators find it from now on.'],
  action: { label: 'See it in the store', url: `${env().APP_URL}/apps/${id}` },
  footnote: 'You have this letter because you own the account that develops the app.',
})

const FOOTNOTE = 'You receive this email because you own the account that develops the app.'

export const changesApprovedLetter = ({ id, name }: Named): Letter => ({
  subject: `Your changes to ${name} are live`,
  heading: `Your changes to ${name} are live`,
  paragraphs: ['They were reviewed and approved. Creators see them in the app store from now on.'],
  action: { label: 'View in the store', url: `${env().APP_URL}/apps/${id}` },
  footnote: FOOTNOTE,
})

export const changesDeclinedLetter = ({ id, name }: Named, note: string): Letter => ({
  subject: `Your changes to ${name} were not approved`,
  heading: `Your changes to ${name} were not approved`,
  paragraphs: [
    'The approved version stays in the store. The reviewer writes:',
    note,
    'Edit your changes and save them to submit them again, or discard them.',
  ],
  action: { label: 'Open the app', url: `${env().APP_URL}/apps/develop/${id}` },
  footnote: FOOTNOTE,
})

export const rejectionLetter = ({ id, name }: Named, note: string): Letter => ({
  subject: `${name} needs changes before it can be in the app store`,
  heading: `${name} needs changes`,
  paragraphs: [
    'It was reviewed and is not in the store. The reviewer writes:',
    note,
    'Submit it again when that is done.',
  ],
  action: { label: 'Open the app', url: `${env().APP_URL}/apps/develop/${id}` },
  footnote: 'You have this letter because you own the account that develops the app.',
})
