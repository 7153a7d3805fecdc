import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { configureLog } from '../server/core/log.ts'
import { setPace } from '../server/core/texts/long-texts.ts'
import { openTextThreads } from '../server/core/texts/text-work.ts'
import { openDatabase } from '../server/db/client.ts'
import { setEnv } from '../server/env.ts'
import { createHttp } from '../server/http/listener.ts'
import { Pace } from '../server/lib/concurrency/pace.ts'
import { TextThreads } from '../server/mail/threads/text-threads.ts'
import { restApp } from '../server/rest/app.ts'
import { answerPost } from '../server/trpc/http.ts'

// The product that bench/hostile-texts.ts sends to: the API, calls of the dashboard, and threads. A message requests the blocking times since
// the last one.

const [url = '', SECRET_KEY = '', pace = 'on'] = process.argv.slice(2)
const app_url = 'http://localhost'
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY, APP_URL: app_url })
openDatabase(url)
openTextThreads(new TextThreads())
if (pace === 'off') setPace(new Pace({ per_second: 1e12, burst: 0, max_wait_ms: 1 }))
const rest = restApp({ base_url: app_url, metrics_token: undefined })
const server = createHttp(rest, getRequestListener(answerPost), { app_url })
/** Processor time of this thread between two turns of the event loop, which other processes do not affect. */
const held_ms: number[] = []
let before = cpuMs()
setInterval(() => {
  const now = cpuMs()
  held_ms.push(now - before)
  before = now
}, 5)
process.on('message', () => process.send?.({ held_ms: held_ms.splice(0) }))

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
