import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { clock } from '../core/clock.ts'
import { rootLogger } from '../core/log.ts'
import { configureOutbound } from '../core/outbound.ts'
import { closeDatabase, openDatabase } from '../db/client.ts'
import { Dispatcher } from '../modules/webhooks/dispatcher.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { type Receiver, webhookReceiver } from './webhook-receiver.ts'

/** A database that no other test writes to, since deliveries are sent for all accounts; loopback may be called. */
export function testWebhooks() {
  let own: TestDatabase
  const receivers: Receiver[] = []
  const { now } = clock

  beforeAll(async () => {
    own = await makeDatabase(inject('server_url'))
    openDatabase(own.url, { max: 12 })
    await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  })
  // It stands still, so that a slow machine lets nothing fall due.
  beforeEach(() => {
    const at = Date.now()
    clock.now = () => new Date(at)
  })
  afterEach(async () => {
    clock.now = now
    for (const receiver of receivers.splice(0)) await receiver.close()
  })
  afterAll(async () => {
    await configureOutbound()
    await closeDatabase()
    await own.drop()
  })

  return {
    url: () => own.url,
    receiver: async () => {
      const receiver = await webhookReceiver()
      receivers.push(receiver)
      return receiver
    },
    /** Sends everything that is due at this moment of the clock. */
    settle: () => new Dispatcher({ log: rootLogger() }).settle(),
    /** Sets the clock on. */
    pass: (ms: number) => {
      const at = clock.now().getTime() + ms
      clock.now = () => new Date(at)
    },
  }
}
