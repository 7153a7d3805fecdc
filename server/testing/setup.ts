import fc from 'fast-check'
import { beforeEach, inject } from 'vitest'
import { configureLog } from '../core/log.ts'
import { openDatabase } from '../db/client.ts'
import { setEnv } from '../env.ts'
import { LoggedErrors } from './logged-errors.ts'

// Generated examples are the same on every run, so only a change can fail it. `npm run soak` tries new ones.
fc.configureGlobal({ seed: inject('property_seed') })

// The same settings on every machine, regardless of its environment.
setEnv({
  NODE_ENV: 'test',
  // Work that requests a second connection while it has one fails.
  DATABASE_CHECK: 'on',
  DATABASE_URL: inject('database_url'),
  DATA_DIR: inject('data_dir'),
  SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
  // Tests share domains. Tests of the warm-up have one of their own.
  WARM_UP: 'off',
})
const errors = new LoggedErrors()
configureLog('error', errors)
beforeEach(({ onTestFailed }) => {
  errors.clear()
  onTestFailed(() => {
    const text = errors.describe()
    if (text) console.error(text)
  })
})
openDatabase(inject('database_url'), { max: 8 })
