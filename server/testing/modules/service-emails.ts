import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { createCryptographer } from '../../lib/crypto/crypto.ts'

/** Returns the queued service emails to an address, oldest first. */
export async function serviceEmailsTo(
  email_address: string,
): Promise<{ subject: string; text: string; html: string }[]> {
  const crypt = createCryptographer(env().SECRET_KEY)
  const rows = await unscoped().serviceMail.findMany({
    where: { to_address: email_address, sent_at: null },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ subject, text, html }) => ({
    subject,
    text: crypt.decrypt('service-mail', text),
    html: crypt.decrypt('service-mail', html ?? ''),
  }))
}
