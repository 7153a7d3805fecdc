import { setTimeout as pause } from 'node:timers/promises'
import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { workSequence } from '../../modules/sequences/sending/sending.ts'
import { closeTransports } from '../../modules/transports/open-transports.ts'
import './keep-compiled.ts'

// A separate process that works on a sequence until it is killed.
// node sequence-child.ts '{"settings": {...}, "account_id": 1, "sequence_id": 2}'

const { settings, account_id, sequence_id } = JSON.parse(process.argv[2] ?? '{}')
setEnv({ WARM_UP: 'off', ...settings, DATABASE_CHECK: 'on' })
configureLog('silent')
openDatabase(settings.DATABASE_URL)
const ctx = systemCtx(account_id)
const isDone = async () =>
  !(await ctx.sql.one(
    `select 1 from enrollment where account_id = $1 and state = 'active' and next_at <= now()
     union all select 1 from delivery where account_id = $1 and state = 'queued'
     union all select 1 from send_batch where account_id = $1 limit 1`,
  ))
while (!(await isDone())) {
  const { state } = await workSequence(ctx, { id: sequence_id, work_ms: 2_000 })
  if (state === 'finished') await pause(50)
}
await closeTransports()
await closeDatabase()
