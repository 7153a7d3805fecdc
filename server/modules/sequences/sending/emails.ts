import { t, text } from '../../../lib/locale/texts.ts'
import { subjectForMany } from '../../delivery/compose/subjects.ts'
import type { NoticeEmail } from '../../notifications/notify.ts'

/** Returns the email that tells members about an email that cannot be sent. `problem` is one or more sentences. */
export const heldEmail = ({
  name,
  subject,
  problem,
}: {
  name: string
  subject: string
  problem: string
}): NoticeEmail => ({
  subject: t`Subscribers wait in “${name}” because of a problem`,
  paragraphs: [
    t`The email “${subjectForMany(subject)}” of this sequence cannot be sent. ${text(problem)}`,
    t`Correct the email. Subscribers who wait for it then get it.`,
  ],
})
