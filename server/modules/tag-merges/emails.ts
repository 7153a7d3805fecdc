import { numberText } from '../../lib/locale/formats.ts'
import { t, text } from '../../lib/locale/texts.ts'
import type { NoticeEmail } from '../notifications/notify.ts'

export interface EndedMerge {
  from_name: string
  into_name: string
  moved: number
  already_had: number
  /** Null: the merge is complete. */
  problem: string | null
}

export const mergeEndedEmail = ({ from_name, into_name, moved, already_had, problem }: EndedMerge): NoticeEmail => ({
  subject: problem === null ? t`“${from_name}” is merged into “${into_name}”` : t`Merging “${from_name}” has stopped`,
  paragraphs: [
    problem === null
      ? t`${numberText(moved)} got the tag “${into_name}”; ${numberText(already_had)} had it already.`
      : text(problem),
  ],
})
