import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { clock } from '../../core/clock.ts'
import { systemCtx } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import { configureOutbound } from '../../core/outbound.ts'
import { closeDatabase, database, openDatabase } from '../../db/client.ts'
import { Dispatcher } from '../../modules/webhooks/delivery/dispatcher.ts'
import type { EndpointKey } from '../../modules/webhooks/delivery/due.ts'
import { attemptRetries, drainRetries } from '../../modules/webhooks/retries/retries.ts'
import { makeDatabase, type TestDatabase } from '../database/database.ts'
import { PATIENCE } from '../patience.ts'
import { type Receiver, webhookReceiver } from '../servers/webhook-receiver.ts'

/** Sets up a database that no other test writes to, because deliveries are sent for all accounts. Allows calls to loopback. */
export function testWebhooks() {
  let own_database: TestDatabase
  const receivers: Receiver[] = []
  const { now } = clock

  beforeAll(async () => {
    own_database = await makeDatabase(inject('server_url'))
    // Retries of a test may begin or end at the same moment, and the last one waits until the others need no connection.
    openDatabase(own_database.url, { max: 12, wait_ms: PATIENCE.timeout })
    await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  })
  // The clock is frozen, so nothing becomes due on a slow machine.
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
    await own_database.drop()
  })

  const sendFirst = () => new Dispatcher({ log: rootLogger() }).settle()

  return {
    url: () => own_database.url,
    receiver: async () => {
      const receiver = await webhookReceiver()
      receivers.push(receiver)
      return receiver
    },
    /** Makes first attempts and leaves retries to the jobs. */
    sendFirst,
    /** Sends everything that is due at the clock's time, including retries. */
    settle: async () => {
      await sendFirst()
      for (;;) {
        const { rows } = await database().pool.query<EndpointKey>(
          `select account_id, legacy, hook_id from webhook_retry
           where due_at <= $1 and (leased_until is null or leased_until <= now())`,
          [clock.now()],
        )
        if (rows.length === 0) return
        await Promise.all(rows.map((endpoint) => attemptRetries(systemCtx(endpoint.account_id), endpoint)))
        await drainRetries(60_000)
      }
    },
    /** Sets the clock forward. */
    pass: (ms: number) => {
      const at = clock.now().getTime() + ms
      clock.now = () => new Date(at)
    },
  }
}
