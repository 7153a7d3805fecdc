import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { runBulk } from '../../modules/bulk-requests/run/run.ts'
import { bulkOperations } from '../../rest/registry.ts'
import './keep-compiled.ts'

// A separate process that works on one bulk request, which a test can kill. Arguments: database URL, account, request.
const [DATABASE_URL = '', account_id, id] = process.argv.slice(2)
const SECRET_KEY = 'only-for-tests-only-for-tests-only-for-tests'
setEnv({ NODE_ENV: 'test', DATABASE_CHECK: 'on', DATABASE_URL, SECRET_KEY })
configureLog('silent')
openDatabase(DATABASE_URL, { max: 2 })
process.stdout.write('begun\n')
const work = { id: Number(id), operations: bulkOperations, budget_ms: 500 }
while (await runBulk(systemCtx(Number(account_id)), work));
await closeDatabase()
