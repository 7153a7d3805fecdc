import { setTimeout as pause } from 'node:timers/promises'
import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { makeCalls } from '../../modules/automations/apps/calls.ts'
import { sendEmails } from '../../modules/automations/emails/sending.ts'
import { advanceAutomation } from '../../modules/automations/running/advance.ts'
import { closeTransports } from '../../modules/transports/open-transports.ts'
import './keep-compiled.ts'

// A separate process that moves the subscribers of an automation, sends its emails and calls its apps, until nothing more can be done now.
// node automation-child.ts '{"settings": {...}, "account_id": 1, "automation_id": 2}'

const { settings, account_id, automation_id: id } = JSON.parse(process.argv[2] ?? '{}')
setEnv({ WARM_UP: 'off', ...settings, DATABASE_CHECK: 'on' })
configureLog('silent')
openDatabase(settings.DATABASE_URL)
const ctx = systemCtx(account_id)
const isDone = async () =>
  !(await ctx.sql.one(
    `select 1 from automation_run where account_id = $1 and ended_at is null and due_at <= now()
     union all select 1 from delivery where account_id = $1 and state = 'queued'
     union all select 1 from send_batch where account_id = $1
     union all select 1 from automation_call where account_id = $1 and state in ('queued', 'retrying') and next_attempt_at <= now() limit 1`,
  ))
do {
  const { state } = await advanceAutomation(ctx, { id, work_ms: 500, most: 100 })
  if (state === 'wait') await pause(50)
  await makeCalls({ now: () => new Date(), budget_ms: 200 })
  await sendEmails(ctx, { id, work_ms: 500 })
} while (!(await isDone()))
await closeTransports()
await closeDatabase()
