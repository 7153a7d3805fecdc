import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { runSlice } from '../../modules/imports/apply/slice.ts'
import { previewSlice } from '../../modules/imports/preview/slice.ts'
import './keep-compiled.ts'

// A separate process that runs one import or its preview, which a test can kill. Arguments: url, account, import, batch size.
const [DATABASE_URL = '', account_id, import_id, batch_rows, work] = process.argv.slice(2)
const SECRET_KEY = 'only-for-tests-only-for-tests-only-for-tests'
setEnv({ NODE_ENV: 'test', DATABASE_CHECK: 'on', DATABASE_URL, SECRET_KEY })
configureLog('silent')
openDatabase(DATABASE_URL, { max: 2 })
const ctx = systemCtx(Number(account_id))
process.stdout.write('begun\n')
const slice = work === 'preview' ? previewSlice : runSlice
while (await slice(ctx, { id: Number(import_id), batch_rows: Number(batch_rows), budget_ms: 500 }));
await closeDatabase()
