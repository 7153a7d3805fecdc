import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Env, SettingError } from '../env.ts'

type Address = Pick<Env, 'PORT' | 'HOST'>

// Time for a predecessor that is stopping to release the port.
const PATIENCE_MS = 2_000

/** Throws an error of one line if the port is not available, before anything is changed. */
export async function checkPort(address: Address): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const probe = createServer()
    try {
      await listen(probe, address)
      await new Promise((resolve) => probe.close(resolve))
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(100)
    }
  }
}

export async function listen(server: Server, { PORT, HOST }: Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
    reject(new SettingError(refusal(code, message, { PORT, HOST }))),
  )
  server.listen({ port: PORT, host: HOST }, resolve)
  await promise
}

function refusal(code: string | undefined, message: string, { PORT, HOST }: Address): string {
  if (code === 'EADDRINUSE')
    return `PORT ${PORT} is taken by another program. Stop it, or start with another one: PORT=${PORT + 1} npm start`
  if (code === 'EACCES') return `PORT ${PORT} is not open to this user. Use one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${HOST} is not an address of this machine.`
  return `PORT ${PORT} cannot be listened on: ${message}.`
}
