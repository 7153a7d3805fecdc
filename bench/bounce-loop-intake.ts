import { startReports } from '../server/bounces.ts'
import { configureLog, rootLogger } from '../server/core/log.ts'
import { openDatabase } from '../server/db/client.ts'
import { setEnv } from '../server/env.ts'

// Receives reports until it is killed: node bench/bounce-loop-intake.ts '{"settings": {...}, "port": 2525}'

const { settings, port } = JSON.parse(process.argv[2] ?? '{}')
setEnv(settings)
configureLog('warn')
openDatabase(settings.DATABASE_URL)
await startReports({
  settings: { HOST: '127.0.0.1', BOUNCE_DOMAIN: settings.BOUNCE_DOMAIN, BOUNCE_SMTP_PORT: port },
  log: rootLogger(),
  poll_ms: 50,
})
process.stdout.write('receives\n')
