import type { Logger } from '../../../core/log.ts'
import { Signal } from '../../../lib/concurrency/signal.ts'

export interface Listener {
  port: number
  close: () => Promise<void>
}

const RETRY_MS = 5_000

/**
 * Listens at a port that several processes of one machine may share: the first process gets it, and another takes over when that one ends,
 * as in a restart where the new process starts before the old one stops. Throws errors of `open`, except that the port is in use.
 */
export async function listenInTurn(
  open: () => Promise<Listener>,
  { log, retry_ms = RETRY_MS }: { log: Logger; retry_ms?: number | undefined },
): Promise<{ port?: number; close: () => Promise<void> }> {
  let listener = await openUnlessInUse(open)
  if (!listener) log.warn('another process receives reports at BOUNCE_SMTP_PORT; this one takes over when it stops')
  const signal = new Signal()
  let isClosing = false
  const wait = async () => {
    for (;;) {
      await signal.wait(retry_ms)
      if (isClosing) return
      try {
        listener = await openUnlessInUse(open)
      } catch (error) {
        log.warn({ err: error }, 'BOUNCE_SMTP_PORT cannot be used and will be retried')
      }
      if (listener) return log.info({ port: listener.port }, 'this process now receives reports')
    }
  }
  const pending_wait = listener ? undefined : wait()
  return {
    ...(listener && { port: listener.port }),
    close: async () => {
      isClosing = true
      signal.close()
      await pending_wait
      await listener?.close()
    },
  }
}

async function openUnlessInUse(open: () => Promise<Listener>): Promise<Listener | undefined> {
  try {
    return await open()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}
