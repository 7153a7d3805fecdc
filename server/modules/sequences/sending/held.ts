import type { Tx } from '../../../core/write/write.ts'
import { t, text } from '../../../lib/locale/texts.ts'
import { subjectForMany } from '../../delivery/compose/subjects.ts'
import { type NoticeEmail, notify } from '../../notifications/notify.ts'

interface Held {
  sequence: { id: number; name: string }
  email: { id: number; subject: string }
  /** One or more sentences. */
  problem: string
}

/** Tells the members, at most once a day, that subscribers wait for an email of a sequence because it cannot be sent. */
export const notifyOfHeld = (tx: Tx, { sequence, email, problem }: Held): Promise<void> =>
  notify(tx, {
    kind: 'sequence_held',
    key: `${email.id} ${tx.now().toISOString().slice(0, 10)}`,
    path: `/sequences/${sequence.id}/emails/${email.id}`,
    email: () => heldEmail({ name: sequence.name, subject: email.subject, problem }),
  })

const heldEmail = ({ name, subject, problem }: { name: string; subject: string; problem: string }): NoticeEmail => ({
  subject: t`Subscribers wait in “${name}” because of a problem`,
  paragraphs: [
    t`The email “${subjectForMany(subject)}” of this sequence cannot be sent. ${text(problem)}`,
    t`Correct the email. Subscribers who wait for it get it then.`,
  ],
})
