import config from '../playwright.config.ts'

export default {
  ...config,
  testDir: '.',
  testMatch: 'pictures.ts',
  globalSetup: './support/service.ts',
  timeout: 1_800_000,
  // Shorter timeouts than in tests: a page that does not load is reported, and the others follow.
  use: { ...config.use, actionTimeout: 30_000, navigationTimeout: 60_000 },
}
