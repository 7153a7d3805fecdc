import { adminWrite } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { AppError, forbidden, notFound } from '../../../core/errors.ts'
import { setSuspended } from '../../accounts/settings/suspension.ts'
import { SUSPENDABLE } from '../../accounts/values-schema.ts'
import { findUnsent, requestSending } from '../../broadcasts/sending/sending.ts'
import type { NoteInput, ReleaseInput, ReleaseManyInput, SuspendInput, SuspendManyInput } from '../accounts-schema.ts'

/**
 * Suspends sign-in, the API or sending of an account, immediately in every process, and emails its owners the reason. Unsent messages
 * stay queued. Throws not_found.
 */
export const suspendAccount = (ctx: Ctx, { account_id, what, reason }: SuspendInput): Promise<void> =>
  adminWrite(ctx, { account_id }, async (tx, record) => {
    const { name } = await setSuspended(tx, { what, is_suspended: true, reason })
    await record({ action: 'account_suspended', details: { account: name, what: SUSPENDABLE[what].label, reason } })
  })

/** Ends a suspension and emails the owners. Queued messages are sent. Throws not_found. */
export async function releaseAccount(ctx: Ctx, { account_id, what }: ReleaseInput): Promise<void> {
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    const { name } = await setSuspended(tx, { what, is_suspended: false })
    await record({ action: 'account_released', details: { account: name, what: SUSPENDABLE[what].label } })
    // Crons continue sequences and automations within a minute.
    if (what === 'sending') for (const id of await findUnsent(tx)) await requestSending(tx, { id })
  })
}

/** Suspends several accounts, each in a separate transaction. Returns the number of suspended accounts; skips deleted ones. */
export const suspendAccounts = (ctx: Ctx, { account_ids, ...given }: SuspendManyInput): Promise<{ changed: number }> =>
  forEach(account_ids, (account_id) => suspendAccount(ctx, { account_id, ...given }))

/** Ends suspensions of several accounts, as `suspendAccounts` begins them. */
export const releaseAccounts = (ctx: Ctx, { account_ids, ...given }: ReleaseManyInput): Promise<{ changed: number }> =>
  forEach(account_ids, (account_id) => releaseAccount(ctx, { account_id, ...given }))

async function forEach(
  account_ids: readonly number[],
  change: (account_id: number) => Promise<void>,
): Promise<{ changed: number }> {
  let changed_count = 0
  for (const account_id of new Set(account_ids)) {
    try {
      await change(account_id)
      changed_count += 1
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    }
  }
  return { changed: changed_count }
}

/** Adds a note that only administrators see. Throws not_found. */
export async function addAccountNote(ctx: Ctx, { account_id, text }: NoteInput): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'administrator') throw forbidden()
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    const account = await tx.db.account.findFirst({ select: { name: true } })
    if (!account) throw notFound()
    await tx.sql.run(
      `insert into account_note (account_id, text, author_id, author, created_at)
       select $1, $2, u.id, u.email, $4 from users u where u.id = $3`,
      [text, actor.user_id, tx.now()],
    )
    await record({ action: 'account_note_added', details: { account: account.name } })
  })
}
