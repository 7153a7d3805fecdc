import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { runExport } from '../../modules/exports/run.ts'
import './keep-compiled.ts'

// A separate process that creates one export, which a test can kill. Arguments: url, account, export.
const [DATABASE_URL = '', account_id, id] = process.argv.slice(2)
const SECRET_KEY = 'only-for-tests-only-for-tests-only-for-tests'
setEnv({ NODE_ENV: 'test', DATABASE_CHECK: 'on', DATABASE_URL, SECRET_KEY })
configureLog('silent')
openDatabase(DATABASE_URL, { max: 3 })
process.stdout.write('begun\n')
await runExport(systemCtx(Number(account_id)), { id: Number(id) })
await closeDatabase()
