import { onEventsWritten } from './core/events/outbox.ts'
import type { Logger } from './core/log.ts'
import { database } from './db/client.ts'
import { Dispatcher } from './modules/webhooks/delivery/dispatcher.ts'
import { drainRetries } from './modules/webhooks/retries/retries.ts'

const CHANNEL = 'webhook_events'
/** Minimum interval in milliseconds at which a web process notifies workers. */
const TELL_MS = 50

/** The webhooks of this process. */
export interface Webhooks {
  stop: (grace_ms: number) => Promise<void>
}

/** Starts sending deliveries. A process that only serves the web notifies workers instead. */
export async function startWebhooks({ work, log }: { work: boolean; log: Logger }): Promise<Webhooks> {
  if (!work) {
    onEventsWritten(tellWorkers())
    return { stop: async () => onEventsWritten(undefined) }
  }
  const dispatcher = new Dispatcher({ log })
  const leaveSession = await database().session.use({
    channels: [CHANNEL],
    onNotification: () => dispatcher.wake(),
    prepare: (client) => dispatcher.acquireLease(client),
    finish: (client) => dispatcher.releaseLease(client),
  })
  dispatcher.start()
  return {
    stop: async (grace_ms) => {
      await Promise.all([dispatcher.stop(grace_ms), drainRetries(grace_ms)])
      await leaveSession()
    },
  }
}

function tellWorkers(): () => void {
  let willTell = false
  const tell = async () => {
    willTell = false
    // A lost notification causes a delay of up to four seconds, because workers also poll.
    await database()
      .pool.query('select pg_notify($1, $2)', [CHANNEL, ''])
      .catch(() => undefined)
  }
  return () => {
    if (!willTell) setTimeout(tell, TELL_MS)
    willTell = true
  }
}
