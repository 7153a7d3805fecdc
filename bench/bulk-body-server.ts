import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { configureLog } from '../server/core/log.ts'
import { openDatabase } from '../server/db/client.ts'
import { setEnv } from '../server/env.ts'
import { createHttp } from '../server/http/listener.ts'
import { restApp } from '../server/rest/app.ts'

// The product that bench/bulk-body.ts sends to, in a process of its own. Asked to `begin`, it forgets what it has seen so far.

const [url = ''] = process.argv.slice(2)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks' })
openDatabase(url)
const server = createHttp(restApp({ base_url: 'http://localhost', metrics_token: undefined }), () => {}, {
  app_url: 'http://localhost',
})
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
const rss = () => process.memoryUsage().rss
let [before, peak] = [rss(), rss()]
setInterval(() => {
  peak = Math.max(peak, rss())
}, 10)

process.on('message', (message) => {
  if (message === 'begin') {
    globalThis.gc?.()
    before = rss()
    peak = before
    delay.reset()
  }
  process.send?.({ grew: peak - before, held_up_ms: delay.max / 1e6 })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
