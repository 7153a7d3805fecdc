import { env } from '../../../env.ts'
import type { ServiceEmail } from '../../service-mail/service-email.ts'

interface Named {
  name: string
  app_id: number
}

const FOOTNOTE = 'You received this email because you own the account that develops the app.'
const action = ({ app_id }: Named) => ({
  label: 'Open templates',
  url: `${env().APP_URL}/apps/develop/${app_id}?tab=templates`,
})

export const approvalEmail = (template: Named, note: string | null): ServiceEmail => ({
  subject: `Your template ${template.name} was approved`,
  heading: `${template.name} was approved`,
  paragraphs: [
    ...(note === null ? [] : ['The reviewer wrote:', note]),
    'Publish it to offer this version to creators.',
  ],
  action: action(template),
  footnote: FOOTNOTE,
})

export const rejectionEmail = (template: Named, note: string): ServiceEmail => ({
  subject: `Your template ${template.name} needs changes`,
  heading: `${template.name} needs changes`,
  paragraphs: [
    'Your template was reviewed and needs changes. The reviewer wrote:',
    note,
    'Edit it and submit it again.',
  ],
  action: action(template),
  footnote: FOOTNOTE,
})
