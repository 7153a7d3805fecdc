import { env } from '../../../env.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { ServiceEmail } from '../../service-mail/service-email.ts'

interface Named {
  name: string
  app_id: number
}

const footnote = () => t`You received this email because you own the account that develops the app.`
const action = ({ app_id }: Named) => ({
  label: t`Open templates`,
  url: `${env().APP_URL}/apps/develop/${app_id}?tab=templates`,
})

export const approvalEmail = (template: Named, note: string | null): ServiceEmail => ({
  subject: t`Your template ${template.name} was approved`,
  heading: t`${template.name} was approved`,
  paragraphs: [
    ...(note === null ? [] : [t`The reviewer wrote:`, note]),
    t`Publish it to offer this version to creators.`,
  ],
  action: action(template),
  footnote: footnote(),
})

export const rejectionEmail = (template: Named, note: string): ServiceEmail => ({
  subject: t`Your template ${template.name} needs changes`,
  heading: t`${template.name} needs changes`,
  paragraphs: [
    t`Your template was reviewed and needs changes. The reviewer wrote:`,
    note,
    t`Edit it and submit it again.`,
  ],
  action: action(template),
  footnote: footnote(),
})
