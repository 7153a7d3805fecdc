import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{server,sdk,scripts,bench,app,components}/**/*.test.{ts,tsx}'],
    globalSetup: 'server/testing/global-setup.ts',
    provide: {
      property_seed: Number(process.env.PROPERTY_SEED ?? 20_261_121),
      inngest_server: process.env.CONFORMANCE_SERVER ?? '',
    },
    setupFiles: 'server/testing/setup.ts',
    // Tests make their own accounts and share nothing else, so files may share a process: starting one costs more than a file.
    pool: 'forks',
    isolate: false,
    // Half of what they do is to wait for PostgreSQL; the default would be one worker on two cores.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
