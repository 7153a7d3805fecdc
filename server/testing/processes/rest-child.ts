import type { AddressInfo } from 'node:net'
import { measureCredentialAge } from '../../core/credential.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { createHttp, listenUntilStopped } from '../../http/listener.ts'
import { restApp } from '../../rest/app.ts'
import { runUntilStopped } from '../../stop.ts'
import './keep-compiled.ts'

// A process that serves /v4 on a loopback port, like the service, until it is stopped or killed. Prints the port. With `keeps_credentials`,
// cached credentials never expire. With `as_product`, it migrates the database and has the figures of /metrics, like the product.
// node rest-child.ts '{"settings": {...}, "keeps_credentials": true}'

const {
  settings,
  keeps_credentials,
  as_product,
  port = 0,
} = JSON.parse(process.argv[2] ?? '{}') as {
  settings: Record<string, string>
  keeps_credentials?: boolean
  as_product?: boolean
  port?: number
}
const app_url = 'http://envoi.test'
await runUntilStopped(async (closing) => {
  setEnv({ ...settings, DATABASE_CHECK: 'on' })
  configureLog('silent')
  if (as_product) {
    const { openJobs, openRuntime } = await import('../../boot.ts')
    const runtime = await openRuntime({ exclusive: false })
    closing.runtime(runtime.close)
    await openJobs(runtime, { work: false, closing })
  } else {
    openDatabase(settings.DATABASE_URL ?? '', { max: 8 })
    closing.runtime(closeDatabase)
  }
  if (keeps_credentials) measureCredentialAge(() => 0)
  const rest = restApp({ base_url: app_url, metrics_token: undefined, metrics_public: true })
  const server = createHttp(rest, (_request, response) => void response.writeHead(404).end(), { app_url })
  await listenUntilStopped(server, { PORT: port, HOST: '127.0.0.1', closing })
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
