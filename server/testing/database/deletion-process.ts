import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { deleteDueAccounts } from '../../modules/deletion/delete.ts'
import '../processes/keep-compiled.ts'

// A separate process that deletes due accounts, which a test can kill. Arguments: url, time.
const [DATABASE_URL = '', now = ''] = process.argv.slice(2)
const SECRET_KEY = 'only-for-tests-only-for-tests-only-for-tests'
setEnv({ NODE_ENV: 'test', DATABASE_CHECK: 'on', DATABASE_URL, SECRET_KEY })
configureLog('silent')
openDatabase(DATABASE_URL, { max: 3 })
await deleteDueAccounts({ now: new Date(now) })
await closeDatabase()
