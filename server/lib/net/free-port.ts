import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems assign to outgoing connections (Linux from 32768, macOS and Windows from 49152), so no connection takes the port
 * between this call and its use.
 */
const FIRST = 20_000
const LAST = 32_767

/**
 * Returns a port of 127.0.0.1 that nothing listens on, preferably `port`. Another program may still take it before its use; a caller that must
 * not fail then asks again.
 */
export async function freePort(port = randomInt(FIRST, LAST + 1)): Promise<number> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}
