import { countText, numberText } from '../../lib/locale/formats.ts'
import { t, text } from '../../lib/locale/texts.ts'
import type { NoticeEmail } from '../notifications/notify.ts'

export const endedEmail = ({
  filename,
  done_rows,
  error,
}: {
  filename: string
  done_rows: number
  error: string | null
}): NoticeEmail => ({
  subject: error === null ? t`The import of “${filename}” is complete` : t`The import of “${filename}” has stopped`,
  paragraphs: [
    error === null ? countText(done_rows, numberText(done_rows), 'row was read.', 'rows were read.') : text(error),
  ],
})
