import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { serve } from '@hono/node-server'
import { systemCtx } from '../server/core/context.ts'
import { createApiKey } from '../server/modules/api-keys/service.ts'
import { restApp } from '../server/rest/app.ts'

interface Reads {
  median_ms: number
  p95_ms: number
}

/** Runs the product's server in this process, with its jobs as in `npm start`. Another process requests one subscriber. */
export async function openReading(account_id: number, subscriber_id: number) {
  const { fetch } = restApp({ base_url: 'http://localhost', metrics_token: undefined })
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address() as { port: number }
  const url = `http://127.0.0.1:${address.port}/v4/subscribers/${subscriber_id}`
  return {
    read: async (requests: number): Promise<Reads> => {
      // One key may ask 120 times a minute.
      const { key } = await createApiKey(systemCtx(account_id), { name: 'Measured', scope: 'public' })
      const script = path.join(import.meta.dirname, 'read-client.ts')
      const [reads] = await once(fork(script, [url, key, String(requests), String(PAUSE_MS)]), 'message')
      return reads as Reads
    },
    close: () => server.close(),
  }
}

const PAUSE_MS = 30
