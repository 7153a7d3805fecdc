import { setTimeout as pause } from 'node:timers/promises'
import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { advanceAutomation } from '../../modules/automations/running/advance.ts'
import './keep-compiled.ts'

// A process of its own that moves the subscribers of an automation until no one is due.
// node automation-child.ts '{"settings": {...}, "account_id": 1, "automation_id": 2}'

const { settings, account_id, automation_id: id } = JSON.parse(process.argv[2] ?? '{}')
setEnv({ WARM_UP: 'off', ...settings, DATABASE_CHECK: 'on' })
configureLog('silent')
openDatabase(settings.DATABASE_URL)
for (;;) {
  const { state } = await advanceAutomation(systemCtx(account_id), { id, work_ms: 1_000, most: 100 })
  if (state === 'finished') break
  if (state === 'wait') await pause(50)
}
await closeDatabase()
