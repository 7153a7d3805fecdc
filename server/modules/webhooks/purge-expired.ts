import { systemPool } from '../../core/context.ts'
import type { Expired } from '../../db/purge.ts'

/** Deliveries with their attempts, events without deliveries, and queues of deleted endpoints. */
export const EXPIRED_WEBHOOKS: readonly Expired[] = [
  { table: 'webhook_delivery', where: 'created_at < $1 and next_attempt_at is null', kept_days: 'webhook_days' },
  { table: 'webhook_event', where: 'kept_until < $1' },
  { table: 'webhook_hour', where: 'hour < $1', kept_days: 30 },
  deleteUnusedQueues,
]

/** A queue has its endpoint's health, so it is kept as long as the endpoint. Skips locked queues. */
async function deleteUnusedQueues(): Promise<void> {
  await systemPool().query(
    `delete from webhook_queue l using (
       select account_id, legacy, hook_id from webhook_queue o where due_at is null and lease_owner is null
         and not exists (select from webhook_endpoint w where not o.legacy and w.account_id = o.account_id and w.id = o.hook_id)
         and not exists (select from legacy_webhook g where o.legacy and g.account_id = o.account_id and g.id = o.hook_id)
       for update of o skip locked
     ) idle where l.account_id = idle.account_id and l.legacy = idle.legacy and l.hook_id = idle.hook_id`,
  )
}
