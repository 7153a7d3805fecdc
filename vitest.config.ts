import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE } from './server/testing/patience.ts'
import { freshForks } from './server/testing/runner/fresh-forks.ts'

const IS_DEEP = process.env.DEEP === 'on'

/** Files that take longest, longest first. A clean checkout knows no durations, and one that begins last keeps the other workers waiting. */
const LONGEST = [
  'server/modules/imports/kill',
  'server/modules/backups/backups',
  'server/rest/answers',
  'server/rest/request/idempotency-crash',
  'server/rest/one-connection',
  'server/modules/sequences/sending/crash',
  'server/cli/jobs',
  'server/stop',
  'server/modules/delivery/sending/failed-store',
  'server/modules/broadcasts/sending/stages',
  'server/jobs/again',
  'server/modules/webhooks/delivery/batches',
  'server/modules/imports/rules/expected-rows',
  'server/jobs/testing/real-sizes',
  'server/jobs/testing/step-sizes',
  'server/modules/bounces/apply',
  'server/modules/sequences/changes/changes',
  'server/modules/imports/preview/preview',
  // Waits for the build, which runs at the same time.
  'server/build/bundle/bundle',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['{server,sdk,scripts,bench,app,components}/**/*.test.{ts,tsx}'],
    // `npm run test:deep` alone has the tests that are too slow for each change.
    exclude: IS_DEEP ? configDefaults.exclude : [...configDefaults.exclude, '**/*.deep.test.ts'],
    globalSetup: 'server/testing/global-setup.ts',
    provide: {
      property_seed: Number(process.env.PROPERTY_SEED ?? 20_261_121),
      is_deep: IS_DEEP,
      kills: Number(process.env.KILLS ?? 2),
      model_runs: Number(process.env.MODEL_RUNS ?? 4),
      model_shrink: process.env.MODEL_SHRINK === 'on',
      hostile_requests: Number(process.env.HOSTILE_REQUESTS ?? 1_000),
      migrated_rows: Number(process.env.MIGRATED_ROWS ?? 10_000),
      inngest_server: process.env.CONFORMANCE_SERVER ?? '',
      // In memory during `npm test` (scripts/memory.mjs), and kept from run to run otherwise.
      cluster: path.join(
        process.env.TEST_FOLDER ?? path.join(import.meta.dirname, 'node_modules/.cache'),
        'envoi-test',
      ),
    },
    setupFiles: 'server/testing/setup.ts',
    // Node runs the sources as they are. The module runner of Vite would rewrite each one, which takes a fifth more processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      '--import',
      path.join(import.meta.dirname, 'server/testing/runner/native-modules.ts'),
      // With a small nursery, what a test makes outlives it, and threads that collect garbage do a third of the work.
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
    ],
    // Tests make their own accounts and share nothing else, so files may share a process: starting one costs more than a file.
    pool: freshForks,
    isolate: false,
    // More than half of their time they wait, for PostgreSQL and for other processes; the default would be one worker on two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The speed of a machine proves nothing: only a test that hangs takes this long.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: PATIENCE },
  },
})
