import type { Ctx } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import { markQueueChanged } from '../delivery/endpoint-queue.ts'
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../schema.ts'
import { getOwn, getWebhookEndpoint } from '../service.ts'
import { makeSecret, type SealedSecrets, sealSecret } from './secrets.ts'

const WINDOW_MS = 24 * 3_600_000

/**
 * Creates a new secret. For 24 hours deliveries are also signed with the previous one. Throws conflict during that time, unless `force`
 * drops the oldest secret.
 */
export async function rotateSecret(
  ctx: Ctx,
  { id, force }: { id: number; force: boolean },
): Promise<WebhookEndpointWithSecret> {
  const { name } = await getOwn(ctx, { id })
  return write(ctx, async (tx) => {
    const { secret: current, previous_secret, previous_secret_expires_at: end } = await lockSecrets(tx, id)
    if (previous_secret && end && end > tx.now() && !force)
      throw conflict('The previous signing secret is still within its rotation window.')
    const secret = makeSecret()
    await tx.db.webhookEndpoint.updateMany({
      where: { id },
      data: {
        secret: sealSecret(secret),
        previous_secret: current,
        previous_secret_expires_at: new Date(tx.now().getTime() + WINDOW_MS),
      },
    })
    await markQueueChanged(tx, { legacy: false, hook_id: id })
    if (tx.actor.kind !== 'oauth')
      await recordSecurityEvent(tx, {
        kind: 'webhook_secret_rotated',
        summary: `The webhook “${name}” was given a new signing secret`,
      })
    return { ...(await getWebhookEndpoint(tx, { id })), secret }
  })
}

/** Ends the rotation, so only the current secret signs. Changes nothing without a rotation. */
export async function revokePreviousSecret(ctx: Ctx, { id }: { id: number }): Promise<WebhookEndpoint> {
  await getOwn(ctx, { id })
  return write(ctx, async (tx) => {
    await tx.db.webhookEndpoint.updateMany({
      where: { id },
      data: { previous_secret: null, previous_secret_expires_at: null },
    })
    await markQueueChanged(tx, { legacy: false, hook_id: id })
    return getWebhookEndpoint(tx, { id })
  })
}

async function lockSecrets(tx: Tx, id: number): Promise<SealedSecrets> {
  const row = await tx.sql.one<SealedSecrets>(
    `select secret, previous_secret, previous_secret_expires_at from webhook_endpoint
     where account_id = $1 and id = $2 for update`,
    [id],
  )
  if (!row) throw notFound()
  return row
}
