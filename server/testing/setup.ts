import fc from 'fast-check'
import { beforeEach, inject } from 'vitest'
import { provideServer } from '../auth/loaded-server.ts'
import { configureLog } from '../core/log.ts'
import { setPace } from '../core/texts/long-texts.ts'
import { openDatabase } from '../db/client.ts'
import { setEnv } from '../env.ts'
import { Pace } from '../lib/concurrency/pace.ts'
import { LoggedErrors } from './logged-errors.ts'
import { TEST_POOL } from './patience.ts'

// Generated examples are the same in every run, so only a code change can break a test. `npm run soak` tries new ones.
fc.configureGlobal({ seed: inject('property_seed') })

// Vitest sets Vite's own BASE_URL, which processes started by tests would mistake for ours.
// biome-ignore lint/style/noProcessEnv: it is not read
delete process.env.BASE_URL

// The same settings on every machine, whatever its environment.
setEnv({
  NODE_ENV: 'test',
  // Work that requests a second connection while it has one fails.
  DATABASE_CHECK: 'on',
  DATABASE_URL: inject('database_url'),
  DATA_DIR: inject('data_dir'),
  SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
  // Tests share domains. Tests of the warm-up have separate ones.
  WARM_UP: 'off',
})
// Long texts in a test do not wait for each other. Tests of the pace set their own.
setPace(new Pace({ per_second: Number.POSITIVE_INFINITY, burst: 0, max_wait_ms: 0 }))
const errors = new LoggedErrors()
configureLog('error', errors)
beforeEach(({ onTestFailed }) => {
  errors.clear()
  onTestFailed(() => {
    const text = errors.describe()
    if (text) console.error(text)
  })
})
openDatabase(inject('database_url'), TEST_POOL)
provideServer(() => import('../trpc/for-pages.ts'))
