import { z } from 'zod'
import { BigId, Id } from '../../core/wire.ts'
import { member, router, verb } from '../../trpc/init.ts'
import { attemptsByHour, listEndpointHealth } from './endpoints/health-report.ts'
import { revokePreviousSecret, rotateSecret } from './endpoints/rotation.ts'
import { getDeliveryHistory, listDeliveryHistory } from './history/history.ts'
import { resendDeliveries, sendSample } from './history/resend.ts'
import { DeliveryHistoryFilter } from './history-schema.ts'
import { deleteLegacyWebhook, listLegacyWebhookRows } from './legacy/legacy.ts'
import { ResendInput, RotateInput, SampleInput, WebhookEndpointChange, WebhookEndpointInput } from './schema.ts'
import { createWebhookEndpoint, deleteWebhookEndpoint, getWebhookEndpoint, updateWebhookEndpoint } from './service.ts'

const ById = z.object({ id: Id })

export const webhooksRouter = router({
  list: member('admin').query(verb((ctx) => listEndpointHealth(ctx))),
  get: member('admin').input(ById).query(verb(getWebhookEndpoint)),
  create: member('admin').input(WebhookEndpointInput).mutation(verb(createWebhookEndpoint)),
  update: member('admin').input(WebhookEndpointChange.extend(ById.shape)).mutation(verb(updateWebhookEndpoint)),
  delete: member('admin').input(ById).mutation(verb(deleteWebhookEndpoint)),
  rotate: member('admin').input(RotateInput.extend(ById.shape)).mutation(verb(rotateSecret)),
  revoke_previous: member('admin').input(ById).mutation(verb(revokePreviousSecret)),
  deliveries: member('admin').input(DeliveryHistoryFilter).query(verb(listDeliveryHistory)),
  delivery: member('admin')
    .input(z.object({ delivery_id: BigId }))
    .query(verb(getDeliveryHistory)),
  hours: member('admin')
    .input(z.object({ endpoint_id: Id, days: z.int().min(1).max(30) }))
    .query(verb(attemptsByHour)),
  resend: member('admin').input(ResendInput).mutation(verb(resendDeliveries)),
  legacy: member('admin').query(verb(listLegacyWebhookRows)),
  delete_legacy: member('admin').input(ById).mutation(verb(deleteLegacyWebhook)),
  sample: member('admin').input(SampleInput).mutation(verb(sendSample)),
})
