import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { measureCredentialAge } from '../core/credential.ts'
import { configureLog } from '../core/log.ts'
import { openDatabase } from '../db/client.ts'
import { setEnv } from '../env.ts'
import { restApp } from '../rest/app.ts'

// A process that answers /v4 on a loopback port until it is killed. Prints the port.
// With `keeps_credentials`, a credential that was looked up once never gets old.
// node rest-child.ts '{"settings": {...}, "keeps_credentials": true}'

const { settings, keeps_credentials } = JSON.parse(process.argv[2] ?? '{}') as {
  settings: Record<string, string>
  keeps_credentials?: boolean
}
setEnv({ ...settings, DATABASE_CHECK: 'on' })
configureLog('silent')
openDatabase(settings.DATABASE_URL ?? '', { max: 8 })
if (keeps_credentials) measureCredentialAge(() => 0)
const server = createServer(
  getRequestListener(restApp({ base_url: 'http://envoi.test', metrics_token: undefined }).fetch),
)
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
