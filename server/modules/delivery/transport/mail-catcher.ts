import PostalMime from 'postal-mime'
import { systemPool } from '../../../core/context.ts'
import type { Expired } from '../../../db/purge.ts'
import { type MailTransport, WITHDRAWN } from '../../../mail/transport.ts'

/** Stores messages in the database instead of sending them, until SMTP_URL is set. */
export const mailCatcher: MailTransport = {
  async send({ envelope, raw, account_id, shown_to = 'owner', beforeHandOver }) {
    try {
      if ((await beforeHandOver?.()) === false) return WITHDRAWN
      await systemPool().query(
        `insert into caught_mail (account_id, mail_from, rcpt_to, subject, raw, shown_to)
         values ($1, $2, $3, $4, $5, $6::text::role)`,
        [account_id ?? null, envelope.from, envelope.to, await subjectOf(raw), raw, shown_to],
      )
      return { kind: 'accepted', response: 'Stored by the mail catcher' }
    } catch (error) {
      return { kind: 'deferred', stage: 'message', response: (error as Error).message }
    }
  },
  verify: async () => ({ capabilities: [], host_name: null, is_encrypted: false }),
  close: async () => undefined,
}

/** Caught email contains personal data, and a message can have several megabytes. */
export const EXPIRED_CAUGHT_MAIL: readonly Expired[] = [
  { table: 'caught_mail', where: 'created_at < $1', kept_days: 'caught_mail_days', rows: 100 },
]

async function subjectOf(raw: Buffer): Promise<string> {
  const end = raw.indexOf('\r\n\r\n')
  const { subject } = await PostalMime.parse(raw.subarray(0, end < 0 ? raw.length : end + 4))
  return (subject ?? '').toWellFormed().replaceAll('\0', '')
}
