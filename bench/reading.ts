import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { systemCtx } from '../server/core/context.ts'
import { createHttp } from '../server/http/listener.ts'
import { createApiKey } from '../server/modules/api-keys/service.ts'
import { restApp } from '../server/rest/app.ts'

interface Reads {
  median_ms: number
  p95_ms: number
  p99_ms: number
}

/** Runs the product's server in this process, with its jobs as in `npm start`. Another process requests one subscriber. */
export async function openReading(account_id: number, subscriber_id: number) {
  const app_url = 'http://localhost'
  const rest = restApp({ base_url: app_url, metrics_token: undefined })
  const server = createHttp(rest, (_request, response) => void response.writeHead(404).end(), { app_url })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v4/subscribers/${subscriber_id}`
  return {
    read: async (requests: number): Promise<Reads> => {
      const times: number[] = []
      const script = path.join(import.meta.dirname, 'read-client.ts')
      while (times.length < requests) {
        const { key } = await createApiKey(systemCtx(account_id), { name: 'Measured', scope: 'public' })
        const most = Math.min(OF_A_KEY, requests - times.length)
        const [some] = await once(fork(script, [url, key, String(most), String(PAUSE_MS)]), 'message')
        times.push(...(some as number[]))
      }
      times.sort((a, b) => a - b)
      const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
      return { median_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) }
    },
    close: () => server.close(),
  }
}

const PAUSE_MS = 30
/** Requests per key, which allows 120 a minute. */
const OF_A_KEY = 100
