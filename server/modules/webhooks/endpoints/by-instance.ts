import { notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { emailOwners } from '../../accounts/team/owners.ts'
import { notify } from '../../notifications/notify.ts'
import { failPendingDeliveries } from '../delivery/endpoint-queue.ts'
import { allowedEndpointEmail, forbiddenEndpointEmail } from '../emails.ts'
import { enable } from '../service.ts'

/**
 * Disables an endpoint for the instance, fails its pending deliveries and emails the owners the reason. Returns the name. Throws not_found.
 */
export async function forbidEndpoint(
  tx: Tx,
  { id, reason }: { id: number; reason: string },
): Promise<{ name: string; before: string }> {
  const endpoint = await tx.db.webhookEndpoint.findFirst({
    where: { id },
    select: { name: true, url: true, status: true, disabled_by: true },
  })
  if (!endpoint) throw notFound()
  const { name, url, status, disabled_by } = endpoint
  await tx.db.webhookEndpoint.updateMany({
    where: { id },
    data: { status: 'disabled', disabled_by: 'instance', disabled_reason: reason, updated_at: tx.now() },
  })
  await notify(tx, {
    kind: 'webhook_disabled',
    key: `${id} ${tx.now().toISOString()}`,
    path: `/settings/webhooks/${id}`,
    email: () => forbiddenEndpointEmail({ id, name, url, reason }),
  })
  await failPendingDeliveries(tx, { legacy: false, hook_id: id })
  return { name, before: status === 'active' ? 'active' : `disabled by ${disabled_by ?? 'creator'}` }
}

/** Enables a disabled endpoint and emails the owners. Returns the name. Throws not_found. */
export async function allowEndpoint(tx: Tx, { id }: { id: number }): Promise<{ name: string; before: string }> {
  const endpoint = await tx.db.webhookEndpoint.findFirst({
    where: { id, status: 'disabled' },
    select: { name: true, url: true, disabled_by: true },
  })
  if (!endpoint) throw notFound('This webhook is not disabled')
  const { name, url, disabled_by } = endpoint
  await enable(tx, id)
  await emailOwners(tx, () => allowedEndpointEmail({ id, name, url }))
  return { name, before: `disabled by ${disabled_by ?? 'creator'}` }
}
