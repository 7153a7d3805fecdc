import type { Source } from '../../core/context.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import type { Tx } from '../../core/write/write.ts'
import { recordUserSecurityEvent } from '../security-events/service.ts'
import type { SecurityEventKind } from '../security-events/values-schema.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import { securityEmail } from '../users/emails.ts'

interface Change {
  user_id: number
  kind: SecurityEventKind
  /** What happened, without the user: "a passkey was added". */
  what: string
  subject: string
  advice?: string
  source?: Source
}

const ADVICE = 'If not, change your password now, remove what you don’t recognize, and end other sessions.'

/** Tells the user by email, and the owners of their accounts in the security log, in the transaction of the change. */
export async function announceChange(
  tx: Tx,
  { user_id, kind, what, subject, advice = ADVICE, source }: Change,
): Promise<void> {
  const { email, name } = await tx.db.user.findUniqueOrThrow({ where: { id: user_id } })
  await recordUserSecurityEvent(tx, { kind, summary: `${email}: ${what}`, user_id })
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`
  const notice = { subject, what: sentence, advice, name, at: tx.now(), source }
  // What happened is in English, so all of it is.
  await queueUserEmail(tx, { to: email, email: inLanguage({ language: 'en' }, () => securityEmail(notice)) })
}
