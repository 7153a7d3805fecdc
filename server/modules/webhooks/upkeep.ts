import { systemPool } from '../../core/context.ts'

const HISTORY_DAYS = 30
const ROWS = 20_000

/** Deliveries of more than 30 days ago go, with their attempts; events go when no delivery of theirs can be left. */
export async function sweepWebhooks({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - HISTORY_DAYS * 86_400_000)
  await inParts(
    `delete from webhook_delivery where (account_id, id) in (
       select account_id, id from webhook_delivery where created_at < $1 and next_attempt_at is null limit ${ROWS})`,
    before,
  )
  await inParts(
    `delete from webhook_event where (account_id, id) in (
       select account_id, id from webhook_event where kept_until < $1 limit ${ROWS})`,
    now,
  )
  // How a hook stands is kept as long as the hook is there. A lane that somebody works with is there to be swept another time.
  await systemPool().query(
    `delete from webhook_lane l using (
       select account_id, legacy, hook_id from webhook_lane o where due_at is null and holder is null
         and not exists (select from webhook_endpoint w where not o.legacy and w.account_id = o.account_id and w.id = o.hook_id)
         and not exists (select from legacy_webhook g where o.legacy and g.account_id = o.account_id and g.id = o.hook_id)
       for update of o skip locked
     ) idle where l.account_id = idle.account_id and l.legacy = idle.legacy and l.hook_id = idle.hook_id`,
  )
}

/** Small transactions: writers never wait long for a sweep. */
async function inParts(statement: string, moment: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await systemPool().query(statement, [moment])
    if ((rowCount ?? 0) < ROWS) return
  }
}
