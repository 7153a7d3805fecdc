import { t } from '../../lib/locale/texts.ts'
import { subjectForMany } from '../delivery/compose/subjects.ts'
import type { NoticeEmail } from '../notifications/notify.ts'

export interface AboutComment {
  author: string
  text: string
  /** Title of the draft. */
  title: string | null
}

const EXCERPT = 300

/** Returns the email about what the author did: `replied`, `commented` or `mentioned` the member. */
export function commentEmail(
  did: 'replied' | 'commented' | 'mentioned',
  { author, title, text }: AboutComment,
): NoticeEmail {
  const draft =
    subjectForMany(title ?? '')
      .replace(/\s+/g, ' ')
      .trim() || t`Untitled`
  return {
    subject: {
      replied: t`${author} replied on “${draft}”`,
      commented: t`${author} commented on “${draft}”`,
      mentioned: t`${author} mentioned you on “${draft}”`,
    }[did],
    paragraphs: [text.length > EXCERPT ? `${text.slice(0, EXCERPT - 1).trimEnd()}…` : text],
  }
}
