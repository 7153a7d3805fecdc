import { notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { env } from '../../../env.ts'
import { emailOwners } from '../../accounts/team/owners.ts'
import { notify } from '../../notifications/notify.ts'
import { failPendingDeliveries } from '../delivery/endpoint-queue.ts'
import { enable } from '../service.ts'

/**
 * Disables an endpoint for the instance, fails its waiting deliveries and emails the owners the reason. Returns the name. Throws
 * not_found.
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
  const { action } = footOf(id)
  await notify(tx, {
    kind: 'webhook_disabled',
    key: `${id} ${tx.now().toISOString()}`,
    path: `/settings/webhooks/${id}`,
    email: {
      subject: `Your webhook “${name}” was disabled`,
      heading: 'A webhook was disabled',
      paragraphs: [
        `An administrator of this service disabled the webhook at ${new URL(url).host}, so nothing more is sent there.`,
        `Reason: ${reason}`,
        'You cannot enable it until the administrator allows it again. Failed deliveries are stored for 30 days and can then be resent.',
      ],
      action,
    },
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
  await emailOwners(tx, {
    subject: `Your webhook “${name}” was enabled`,
    heading: 'A webhook was enabled',
    paragraphs: [
      `An administrator of this service enabled the webhook at ${new URL(url).host}. New events are sent there.`,
      'What failed while it was disabled can be resent.',
    ],
    ...footOf(id),
  })
  return { name, before: `disabled by ${disabled_by ?? 'creator'}` }
}

const footOf = (id: number) => ({
  action: { label: 'View deliveries', url: `${env().APP_URL}/settings/webhooks/${id}` },
  footnote: 'You received this email because you own the account of this webhook.',
})
