import { notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { env } from '../../../env.ts'
import type { Suspendable } from '../settings-schema.ts'
import { emailOwners } from '../team/owners.ts'
import { SUSPENDABLE } from '../values-schema.ts'

const COLUMNS: Record<Suspendable, string> = {
  sign_in: 'sign_in_disabled',
  api: 'api_disabled',
  sending: 'sending_disabled',
}

const EFFECTS: Record<Suspendable, { suspended: string; released: string }> = {
  sign_in: {
    suspended: 'Its members can no longer sign in to it. Scheduled emails and the API are not affected.',
    released: 'Its members can sign in to it again.',
  },
  api: {
    suspended: 'API keys and installed apps can no longer reach it.',
    released: 'API keys and installed apps work again. No key was changed.',
  },
  sending: {
    suspended: 'Nothing is sent to its subscribers. Unsent messages stay queued and are sent when the suspension ends.',
    released: 'Messages that waited are being sent.',
  },
}

interface Change {
  what: Suspendable
  is_suspended: boolean
  /** For the owners. */
  reason?: string
}

/**
 * Suspends or releases a part of the account and emails its owners. Every process reads the change with its next request or message.
 * Throws not_found.
 * @returns the account's name and whether anything changed
 */
export async function setSuspended(
  tx: Tx,
  { what, is_suspended, reason }: Change,
): Promise<{ name: string; is_changed: boolean }> {
  const column = COLUMNS[what]
  const account = await tx.sql.one<{ name: string; is_changed: boolean }>(
    `select name, ${column} <> $2 as is_changed from account where id = $1 for no key update`,
    [is_suspended],
  )
  if (!account) throw notFound()
  if (!account.is_changed) return account
  await tx.sql.run(`update account set ${column} = $2, updated_at = $3 where id = $1`, [is_suspended, tx.now()])
  const { label } = SUSPENDABLE[what]
  const done = is_suspended ? 'suspended' : 'released'
  await emailOwners(tx, {
    subject: `${label} of “${account.name}” was ${done}`,
    heading: `${label} was ${done}`,
    paragraphs: [
      `The administrator of this instance ${done} ${label.toLowerCase().replace('api', 'API')} of “${account.name}”. ${EFFECTS[what][done]}`,
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
    ...(what !== 'sign_in' || !is_suspended ? { action: { label: 'Open Envoi', url: env().APP_URL } } : {}),
    footnote: 'You received this email because you own this account.',
  })
  return account
}
