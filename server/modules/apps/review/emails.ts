import { env } from '../../../env.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { ServiceEmail } from '../../service-mail/service-email.ts'

interface Named {
  id: number
  name: string
}

const footnote = () => t`You received this email because you own the account that develops the app.`

const noteText = (note: string | null) => (note === null ? [] : [t`The reviewer wrote:`, note])

export const approvalEmail = ({ id, name }: Named, note: string | null): ServiceEmail => ({
  subject: t`${name} is in the app store`,
  heading: t`${name} is in the app store`,
  paragraphs: [t`Your app was reviewed and approved. Creators can find it in the store now.`, ...noteText(note)],
  action: { label: t`View in store`, url: `${env().APP_URL}/apps/${id}` },
  footnote: footnote(),
})

export const changesApprovedEmail = ({ id, name }: Named, note: string | null): ServiceEmail => ({
  subject: t`Your changes to ${name} are live`,
  heading: t`Your changes to ${name} are live`,
  paragraphs: [t`Your changes were reviewed and approved. Creators see them in the app store now.`, ...noteText(note)],
  action: { label: t`View in store`, url: `${env().APP_URL}/apps/${id}` },
  footnote: footnote(),
})

export const changesDeclinedEmail = ({ id, name }: Named, note: string): ServiceEmail => ({
  subject: t`Your changes to ${name} were not approved`,
  heading: t`Your changes to ${name} were not approved`,
  paragraphs: [
    t`The approved version stays in the store. The reviewer wrote:`,
    note,
    t`Edit your changes and save them to submit them again, or discard them.`,
  ],
  action: { label: t`Open the app`, url: `${env().APP_URL}/apps/develop/${id}` },
  footnote: footnote(),
})

export const rejectionEmail = ({ id, name }: Named, note: string): ServiceEmail => ({
  subject: t`${name} needs changes before it can be in the app store`,
  heading: t`${name} needs changes`,
  paragraphs: [
    t`Your app was reviewed and needs changes. The reviewer wrote:`,
    note,
    t`Make the changes and submit the app again.`,
  ],
  action: { label: t`Open the app`, url: `${env().APP_URL}/apps/develop/${id}` },
  footnote: footnote(),
})
