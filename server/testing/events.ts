import { systemPool } from '../core/context.ts'
import type { PublicEventType } from '../core/events/events.ts'
import { unscoped } from '../db/client.ts'
import type { AnyShape } from './api.ts'

/** Subscribes an endpoint of the account to these events, so they are written from now on. */
export async function subscribeTo(account_id: number, events: PublicEventType[]): Promise<void> {
  await unscoped().webhookEndpoint.create({
    data: { account_id, name: 'Subscriber', url: 'https://hooks.example/in', secret: 'unused', events },
  })
}

export interface WrittenEvent {
  type: string
  data: AnyShape
}

/** Removes and returns the account's events, oldest first. Within a transaction, internal events come before public ones. */
export async function takeEvents(account_id: number): Promise<WrittenEvent[]> {
  await systemPool().query('delete from webhook_outbox where account_id = $1', [account_id])
  const { rows } = await systemPool().query<WrittenEvent>(
    `with internal as (delete from outbox where account_id = $1 returning 0 as public, id, created_at, type, data::json),
          events as (delete from webhook_event where account_id = $1 returning 1 as public, id, created_at, type, data)
     select type, data from (select * from internal union all select * from events) e order by created_at, public, id`,
    [account_id],
  )
  return rows
}
