import { env } from '../../env.ts'
import { t, text } from '../../lib/locale/texts.ts'
import type { NoticeEmail } from '../notifications/notify.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'
import { KEPT_DAYS } from './schema.ts'

export const exportEndedEmail = ({
  filename,
  error,
}: {
  filename: string
  error?: string | undefined
}): NoticeEmail => ({
  subject: error === undefined ? t`The export “${filename}” is ready` : t`The export “${filename}” failed`,
  paragraphs: [error === undefined ? t`It can be downloaded for ${KEPT_DAYS} days.` : text(error)],
})

export const exportReadyEmail = (): NoticeEmail => ({
  subject: t`Your export is ready`,
  heading: t`Your export is ready`,
  paragraphs: [
    t`The export of your account that you requested is ready.`,
    t`Admins of the account can download it for ${KEPT_DAYS} days. Then it is deleted.`,
  ],
  action: { label: t`Download export`, url: `${env().APP_URL}/activity` },
})

export const ownersExportEmail = (): ServiceEmail => ({
  subject: t`An export of your account is ready`,
  heading: t`An export of your account is ready`,
  paragraphs: [
    t`The administrator of this instance started an export of your account for you. They cannot read it.`,
    t`Owners and admins of the account can download it for ${KEPT_DAYS} days. Then it is deleted.`,
  ],
  action: { label: t`Download export`, url: `${env().APP_URL}/activity` },
  footnote: t`You received this email because you own this account.`,
})
