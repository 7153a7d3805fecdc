import type { Tx } from '../../../core/write/write.ts'
import { notify } from '../../notifications/notify.ts'
import { heldEmail } from './emails.ts'

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
