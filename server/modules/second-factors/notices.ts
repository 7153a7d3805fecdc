import type { Source } from '../../core/context.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import type { Tx } from '../../core/write/write.ts'
import { recordUserSecurityEvent } from '../security-events/service.ts'
import type { SecurityEventKind } from '../security-events/values-schema.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import { securityEmail } from '../users/emails.ts'
import { type ChangeTexts, usualAdvice } from './emails.ts'

interface Change {
  user_id: number
  kind: SecurityEventKind
  texts: () => ChangeTexts
  source?: Source
}

/** Emails the user and records the change in the security logs of their accounts, in the transaction of the change. */
export async function announceChange(tx: Tx, { user_id, kind, texts, source }: Change): Promise<void> {
  const { email, name } = await tx.db.user.findUniqueOrThrow({ where: { id: user_id } })
  // The security log is in English.
  const { what } = inLanguage({ language: 'en' }, texts)
  const summary = `${email}: ${what.charAt(0).toLowerCase()}${what.slice(1, -1)}`
  await recordUserSecurityEvent(tx, { kind, summary, user_id })
  const notice = () => securityEmail({ advice: usualAdvice(), ...texts(), name, at: tx.now(), source })
  await queueUserEmail(tx, { to: email, email: notice })
}
