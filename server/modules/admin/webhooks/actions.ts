import { adminWrite } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { allowEndpoint, forbidEndpoint } from '../../webhooks/endpoints/by-instance.ts'
import type { DisableEndpoint, EnableEndpoint } from '../webhooks-schema.ts'

/**
 * Disables an endpoint of any account, which the account cannot enable. Waiting deliveries fail, and the owners get an email with the
 * reason. Throws not_found.
 */
export const disableEndpoint = (ctx: Ctx, { account_id, id, reason }: DisableEndpoint): Promise<void> =>
  adminWrite(ctx, { account_id }, async (tx, record) => {
    const account = await nameOf(tx)
    const { name, before } = await forbidEndpoint(tx, { id, reason })
    await record({
      action: 'endpoint_disabled',
      details: { name, account, reason, endpoint_id: id, before, after: 'disabled' },
    })
  })

/** Enables a disabled endpoint of any account and emails the owners. Throws not_found. */
export const enableEndpoint = (ctx: Ctx, { account_id, id }: EnableEndpoint): Promise<void> =>
  adminWrite(ctx, { account_id }, async (tx, record) => {
    const account = await nameOf(tx)
    const { name, before } = await allowEndpoint(tx, { id })
    await record({ action: 'endpoint_enabled', details: { name, account, endpoint_id: id, before, after: 'active' } })
  })

async function nameOf(tx: Tx): Promise<string> {
  const account = await tx.db.account.findFirst({ select: { name: true } })
  if (!account) throw notFound()
  return account.name
}
