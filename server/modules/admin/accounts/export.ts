import { adminWrite } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { requestAccountExport } from '../../exports/service.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import type { ViewInput } from '../accounts-schema.ts'

/**
 * Starts a copy of the whole account for its owners, who get an email when it is ready. The administrator cannot read it, because only
 * members of the account can download its files. Throws not_found, or conflict when too many exports are queued.
 */
export const exportForOwners = (ctx: Ctx, { account_id, reason }: ViewInput): Promise<void> =>
  adminWrite(ctx, { account_id }, async (tx, record) => {
    const account = await tx.db.account.findFirst({ select: { name: true } })
    if (!account) throw notFound()
    await requestAccountExport(tx, { is_for_owners: true })
    await record({ action: 'account_export_requested', details: { account: account.name, reason } })
    await recordSecurityEvent(tx, {
      kind: 'export_by_administrator',
      summary: `An administrator of this instance started an export of the account for its owners: ${reason}`,
    })
  })
