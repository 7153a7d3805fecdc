import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { configureLog } from '../core/log.ts'
import { openDatabase } from '../db/client.ts'
import { setEnv } from '../env.ts'
import { restApp } from '../rest/app.ts'

// A process that answers /v4 on a loopback port until it is killed. Prints the port.
// node rest-child.ts '{"settings": {...}}'

const { settings } = JSON.parse(process.argv[2] ?? '{}') as { settings: Record<string, string> }
setEnv({ ...settings, DATABASE_CHECK: 'on' })
configureLog('silent')
openDatabase(settings.DATABASE_URL ?? '', { max: 8 })
const server = createServer(
  getRequestListener(restApp({ base_url: 'http://envoi.test', metrics_token: undefined }).fetch),
)
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
