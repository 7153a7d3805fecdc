import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { workOnAction } from '../../modules/bulk-actions/apply.ts'
import { runSlice } from '../../modules/imports/apply/slice.ts'
import { previewSlice } from '../../modules/imports/preview/slice.ts'
import './keep-compiled.ts'

// A separate process that runs one import, its preview or a bulk action, which a test can kill. Arguments: url, account, id, batch size.
const [DATABASE_URL = '', account_id, given_id, batch_rows, work] = process.argv.slice(2)
const SECRET_KEY = 'only-for-tests-only-for-tests-only-for-tests'
setEnv({ NODE_ENV: 'test', DATABASE_CHECK: 'on', DATABASE_URL, SECRET_KEY })
configureLog('silent')
openDatabase(DATABASE_URL, { max: 2 })
const ctx = systemCtx(Number(account_id))
process.stdout.write('begun\n')
const id = Number(given_id)
const rows = Number(batch_rows)
const slice = work === 'preview' ? previewSlice : runSlice
if (work === 'action') await workOnAction(ctx, { id, rows })
else while (await slice(ctx, { id, batch_rows: rows, budget_ms: 500 }));
await closeDatabase()
