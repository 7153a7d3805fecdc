import type { AddressInfo } from 'node:net'
import { watchInstanceSettings } from '../server/core/instance/settings.ts'
import { configureLog, rootLogger } from '../server/core/log.ts'
import { configureOutbound } from '../server/core/outbound.ts'
import { openDatabase } from '../server/db/client.ts'
import { setEnv } from '../server/env.ts'
import { createHttp } from '../server/http/listener.ts'
import { restApp } from '../server/rest/app.ts'
import { startWebhooks, type Webhooks } from '../server/webhooks.ts'
import { startProfile } from './cpu-parts.ts'
import { SECRET_KEY } from './list-data.ts'

// The product as `npm start` serves /v4, in a separate process: the whole HTTP server, with log lines and metrics.
// product-server.ts <database>

const [url = ''] = process.argv.slice(2)
configureLog('info')
setEnv({ NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY })
openDatabase(url)
await watchInstanceSettings()
await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
const app_url = 'http://localhost'
const rest = restApp({ base_url: app_url, metrics_token: undefined })
const server = createHttp(rest, (_request, response) => void response.writeHead(404).end(), { app_url })
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

let webhooks: Webhooks | undefined
let stopProfile: Awaited<ReturnType<typeof startProfile>> | undefined
process.on('message', async (message) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else if (message === 'deliver') {
    webhooks = await startWebhooks({ work: true, log: rootLogger() })
    process.send?.({})
  } else if (message === 'stop delivering') {
    await webhooks?.stop(1_000)
    process.send?.({})
  } else if (message === 'memory') {
    globalThis.gc?.()
    process.send?.({ rss: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed })
  } else if (message === 'profile') {
    stopProfile = await startProfile()
    process.send?.({})
  } else if (message === 'profiled') process.send?.(await stopProfile?.())
})
