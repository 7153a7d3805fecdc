import { setTimeout as pause } from 'node:timers/promises'
import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { sendBroadcast } from '../../modules/broadcasts/sending/sending.ts'
import { closeTransports } from '../../modules/transports/open-transports.ts'
import './keep-compiled.ts'

// A separate process that sends a broadcast's queued messages, for tests that kill it.
// node send-child.ts '{"settings": {...}, "account_id": 1, "broadcast_id": 2}'

const { settings, account_id, broadcast_id } = JSON.parse(process.argv[2] ?? '{}')
setEnv({ WARM_UP: 'off', ...settings, DATABASE_CHECK: 'on' })
configureLog('silent')
openDatabase(settings.DATABASE_URL)
for (;;) {
  const { state } = await sendBroadcast(systemCtx(account_id), { id: broadcast_id, work_ms: 5_000 })
  if (state === 'finished') break
  if (state === 'wait') await pause(50)
}
await closeTransports()
await closeDatabase()
