import { systemCtx } from '../core/context.ts'
import { configureLog } from '../core/log.ts'
import { closeDatabase, openDatabase } from '../db/client.ts'
import { setEnv } from '../env.ts'
import { runBulk } from '../modules/bulk-requests/run/run.ts'

// A process of its own that works at one bulk request, so that a test can kill it: url, account, request.
const [DATABASE_URL = '', account_id, id] = process.argv.slice(2)
const SECRET_KEY = 'only-for-tests-only-for-tests-only-for-tests'
setEnv({ NODE_ENV: 'test', DATABASE_CHECK: 'on', DATABASE_URL, SECRET_KEY })
configureLog('silent')
openDatabase(DATABASE_URL, { max: 2 })
process.stdout.write('begun\n')
while (await runBulk(systemCtx(Number(account_id)), { id: Number(id), budget_ms: 500 }));
await closeDatabase()
