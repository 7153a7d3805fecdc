import { expect, type Page } from '@playwright/test'
import type { Receiver } from '../../server/testing/servers/webhook-receiver.ts'
import type { SeededInstance } from '../support/seeded-instance.ts'
import { call, newAddress } from '../support/user.ts'

/** Work that continues in an account until `end`. */
export interface Work {
  /** Rounds of work so far. Each changes a subscriber and creates a tag, both reported by webhooks. */
  rounds: () => number
  /** A broadcast that is being sent. One message waits until the mailbox accepts messages to `held`. */
  broadcast_id: number
  held: string
  /** Resolves once all its messages are sent. */
  untilSent: () => Promise<void>
  endpoint_id: number
  secret: string
  api_key: string
  end: () => Promise<void>
}

const RECIPIENTS = 12

/** Sends a broadcast in the open account, and continuously changes subscribers and tags. */
export async function startWork(
  page: Page,
  { administrator, query }: SeededInstance,
  receiver: Receiver,
): Promise<Work> {
  const { key: api_key } = await call<{ key: string }>(page, 'api_keys.create', { name: 'A program', scope: 'public' })
  const { id: endpoint_id, secret } = await call<{ id: number; secret: string }>(page, 'webhooks.create', {
    url: receiver.url,
    events: ['subscriber.created', 'tag.created'],
  })
  const held = `held.${newAddress('moss')}`
  const addresses = [held, ...Array.from({ length: RECIPIENTS - 1 }, () => newAddress('moss'))]
  for (const email_address of addresses) await call(page, 'subscribers.add', { email_address, first_name: 'Moss' })
  const [changed] = await query<{ id: number }>('select id::int from subscriber where email_address = $1', [
    addresses[1],
  ])
  const subscriber_id = changed?.id
  await call(page, 'account.saveSettings', {
    name: administrator.account_name,
    time_zone: 'UTC',
    postal_address: 'Mosegata 4, 5003 Bergen, Norway',
    open_tracking_enabled: true,
    click_tracking_enabled: true,
    undo_seconds: 0,
  })
  const { id: broadcast_id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'The moss is out',
    content: '<p>Moss grows where nothing else does.</p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  await call(page, 'broadcasts.send', { id: broadcast_id })
  const sent = async () => {
    const [row] = await query<{ sent: number }>(
      `select count(*)::int as sent from delivery d join mail m on m.account_id = d.account_id and m.id = d.mail_id
       where m.broadcast_id = $1 and d.state = 'sent'`,
      [broadcast_id],
    )
    return row?.sent
  }
  // Some messages wait behind the held one, on the same connection.
  await expect.poll(sent).toBeGreaterThan(RECIPIENTS / 2)

  let [rounds, has_ended] = [0, false]
  const running = (async () => {
    while (!has_ended) {
      rounds += 1
      await call(page, 'subscribers.update', { id: subscriber_id, first_name: `Moss ${rounds}` })
      await call(page, 'tags.create', { name: `Moss ${rounds}` })
    }
  })()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(RECIPIENTS)
  return {
    rounds: () => rounds,
    broadcast_id,
    held,
    endpoint_id,
    secret,
    api_key,
    untilSent: () => expect.poll(sent).toBe(RECIPIENTS),
    end: async () => {
      has_ended = true
      await running
    },
  }
}
