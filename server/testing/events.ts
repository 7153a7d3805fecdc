import { systemPool } from '../core/context.ts'
import type { PublicEventType } from '../core/events.ts'
import { unscoped } from '../db/client.ts'

/** Somebody in the account listens: from now on these events reach the outbox. */
export async function listenTo(account_id: number, events: PublicEventType[]): Promise<void> {
  await unscoped().webhookEndpoint.create({
    data: { account_id, name: 'Listener', url: 'https://hooks.example/in', secret: 'unused', events },
  })
}

export interface OutboxEvent {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape and assert what they find
  data: any
}

/** Takes the account's events out of the outbox, oldest first. */
export async function takeEvents(account_id: number): Promise<OutboxEvent[]> {
  const { rows } = await systemPool().query<OutboxEvent>(
    `with gone as (delete from outbox where account_id = $1 returning id, type, data)
     select type, data from gone order by id`,
    [account_id],
  )
  return rows
}
