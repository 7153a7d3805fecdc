import { notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { suspensionEmail } from '../emails.ts'
import type { Suspendable } from '../settings-schema.ts'
import { emailOwners } from '../team/owners.ts'

const COLUMNS: Record<Suspendable, string> = {
  sign_in: 'sign_in_disabled',
  api: 'api_disabled',
  sending: 'sending_disabled',
}

interface Change {
  what: Suspendable
  is_suspended: boolean
  /** Shown to the owners. */
  reason?: string
}

/**
 * Suspends or releases a part of the account and emails its owners. Takes effect in every process with its next request or message. Throws
 * not_found.
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
  await emailOwners(tx, () => suspensionEmail({ what, is_suspended, reason, account_name: account.name }))
  return account
}
