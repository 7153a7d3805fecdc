import { env } from '../../env.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

interface Deletion {
  account_name: string
  deletes_at: Date
  time_zone: string
}

const dayOf = ({ deletes_at, time_zone }: Deletion): string =>
  deletes_at.toLocaleDateString('en-US', { timeZone: time_zone, year: 'numeric', month: 'long', day: 'numeric' })

const FOOTNOTE = 'You received this email because you own this account.'
const KEEP = 'To keep the account, sign in and choose “Keep the account”. There you can also download everything.'

export const scheduledEmail = (
  deletion: Deletion & { by_administrator: boolean; reason: string | null; contents: string },
): ServiceEmail => ({
  subject: `“${deletion.account_name}” will be deleted on ${dayOf(deletion)}`,
  heading: `“${deletion.account_name}” will be deleted`,
  paragraphs: [
    `${deletion.by_administrator ? 'The administrator of this instance' : 'An owner'} scheduled the account for deletion on ${dayOf(deletion)}.`,
    ...(deletion.reason ? [`Reason: ${deletion.reason}`] : []),
    `This will be deleted: ${deletion.contents}.`,
    'Until then nothing is sent, and automations, webhooks and the API are stopped.',
    KEEP,
  ],
  action: { label: 'Sign in', url: env().APP_URL },
  footnote: FOOTNOTE,
})

export const reminderEmail = (deletion: Deletion): ServiceEmail => ({
  subject: `“${deletion.account_name}” will be deleted on ${dayOf(deletion)}`,
  heading: 'Your account will be deleted soon',
  paragraphs: [`“${deletion.account_name}” will be deleted on ${dayOf(deletion)}. This cannot be undone.`, KEEP],
  action: { label: 'Sign in', url: env().APP_URL },
  footnote: FOOTNOTE,
})

export const keptEmail = ({ account_name }: { account_name: string }): ServiceEmail => ({
  subject: `“${account_name}” will not be deleted`,
  heading: 'The deletion was canceled',
  paragraphs: [
    `“${account_name}” stays as it was. Messages that waited are being sent, and automations, webhooks and the API work as before.`,
  ],
  action: { label: 'Open Envoi', url: env().APP_URL },
  footnote: FOOTNOTE,
})

export const deletedEmail = ({ account_name }: { account_name: string }): ServiceEmail => ({
  subject: `“${account_name}” was deleted`,
  heading: 'Your account was deleted',
  paragraphs: [`“${account_name}” and everything in it was deleted. It cannot be restored.`],
  footnote: 'You received this email because you owned this account.',
})
