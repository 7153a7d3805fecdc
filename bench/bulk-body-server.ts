import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { configureLog } from '../server/core/log.ts'
import { openDatabase } from '../server/db/client.ts'
import { setEnv } from '../server/env.ts'
import { createHttp } from '../server/http/listener.ts'
import { restApp } from '../server/rest/app.ts'

// The product that bench/bulk-body.ts sends to, in a separate process. On `begin`, it resets its measurements.

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
let [start_rss, peak] = [rss(), rss()]
setInterval(() => {
  peak = Math.max(peak, rss())
}, 10)

process.on('message', (message) => {
  if (message === 'begin') {
    globalThis.gc?.()
    start_rss = rss()
    peak = start_rss
    delay.reset()
  }
  process.send?.({ grew: peak - start_rss, held_up_ms: delay.max / 1e6 })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
