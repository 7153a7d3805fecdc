import { env } from '../../env.ts'
import { currentLocale } from '../../lib/locale/current.ts'
import { t } from '../../lib/locale/texts.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

interface Deletion {
  account_name: string
  deletes_at: Date
  time_zone: string
}

const dayOf = ({ deletes_at, time_zone }: Deletion): string =>
  deletes_at.toLocaleDateString(currentLocale().tag, {
    timeZone: time_zone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })

const footnote = () => t`You received this email because you own this account.`
const keep = () =>
  t`To keep the account, sign in and choose “Keep the account”. There you can also download everything.`

export const scheduledEmail = (
  deletion: Deletion & { by_administrator: boolean; reason: string | null; contents: string },
): ServiceEmail => ({
  subject: t`“${deletion.account_name}” will be deleted on ${dayOf(deletion)}`,
  heading: t`“${deletion.account_name}” will be deleted`,
  paragraphs: [
    deletion.by_administrator
      ? t`The administrator of this instance scheduled the account for deletion on ${dayOf(deletion)}.`
      : t`An owner scheduled the account for deletion on ${dayOf(deletion)}.`,
    ...(deletion.reason ? [t`Reason: ${deletion.reason}`] : []),
    t`This will be deleted: ${deletion.contents}.`,
    t`Until then nothing is sent, and automations, webhooks and the API are stopped.`,
    keep(),
  ],
  action: { label: t`Sign in`, url: env().APP_URL },
  footnote: footnote(),
})

export const reminderEmail = (deletion: Deletion): ServiceEmail => ({
  subject: t`“${deletion.account_name}” will be deleted on ${dayOf(deletion)}`,
  heading: t`Your account will be deleted soon`,
  paragraphs: [t`“${deletion.account_name}” will be deleted on ${dayOf(deletion)}. This cannot be undone.`, keep()],
  action: { label: t`Sign in`, url: env().APP_URL },
  footnote: footnote(),
})

export const keptEmail = ({ account_name }: { account_name: string }): ServiceEmail => ({
  subject: t`“${account_name}” will not be deleted`,
  heading: t`The deletion was canceled`,
  paragraphs: [
    t`“${account_name}” stays as it was. Messages that waited are being sent, and automations, webhooks and the API work as before.`,
  ],
  action: { label: t`Open Envoi`, url: env().APP_URL },
  footnote: footnote(),
})

export const deletedEmail = ({ account_name }: { account_name: string }): ServiceEmail => ({
  subject: t`“${account_name}” was deleted`,
  heading: t`Your account was deleted`,
  paragraphs: [t`“${account_name}” and everything in it was deleted. It cannot be restored.`],
  footnote: t`You received this email because you owned this account.`,
})
