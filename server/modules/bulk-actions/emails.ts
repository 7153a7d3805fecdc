import { countText, numberText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import type { NoticeEmail } from '../notifications/notify.ts'
import type { StopReason } from './schema.ts'

const stopped = (reason: StopReason): string =>
  ({
    role: t`The member who started it no longer has permission.`,
    tag_deleted: t`The tag was deleted.`,
    sequence_deleted: t`The sequence was deleted.`,
    field_deleted: t`The custom field was deleted.`,
    segment_deleted: t`The segment was deleted.`,
  })[reason]

export function endedEmail({ total, reason }: { total: number; reason?: StopReason | undefined }): NoticeEmail {
  const about = t`It was about ${countText(total, numberText(total), 'subscriber')}.`
  return {
    subject: reason ? t`A bulk change has stopped` : t`A bulk change is complete`,
    paragraphs: [reason ? `${stopped(reason)} ${about}` : about],
  }
}
