import { t } from '../../lib/locale/texts.ts'
import type { NoticeEmail } from '../notifications/notify.ts'

/** Returns the notification of a new request. */
export const approvalEmail = ({ asked_by, sentence }: { asked_by: string; sentence: string }): NoticeEmail => ({
  subject: t`${asked_by} asks for your approval`,
  paragraphs: [sentence, t`Nothing happens until an admin approves it. The request expires after 24 hours.`],
})
