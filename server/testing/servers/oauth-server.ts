import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { POST as decide } from '../../../app/oauth/decision/route.ts'
import { env, setEnv } from '../../env.ts'
import { createHttp } from '../../http/listener.ts'
import { freePort } from '../../lib/net/free-port.ts'
import { restApp } from '../../rest/app.ts'

/**
 * Starts the service on a loopback socket, with that address as its own.
 * @param whenDone takes what stops it. Default: it stops when the test ends
 */
export async function oauthServer(whenDone: (stop: () => void) => void = onTestFinished): Promise<string> {
  const port = await freePort()
  const BASE_URL = `http://127.0.0.1:${port}`
  const { DATABASE_URL, DATA_DIR, SECRET_KEY } = env()
  const settings = { NODE_ENV: 'test', DATABASE_URL, DATA_DIR, SECRET_KEY }
  setEnv({ ...settings, BASE_URL })
  const rest = restApp({ base_url: BASE_URL, metrics_token: undefined })
  // The only route of the pages with a decision.
  const pages = getRequestListener((request) =>
    new URL(request.url).pathname === '/oauth/decision' ? decide(request) : new Response(null, { status: 404 }),
  )
  const server = createHttp(rest, pages, { app_url: BASE_URL })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  whenDone(() => {
    server.closeAllConnections()
    server.close()
    setEnv(settings)
  })
  return BASE_URL
}
