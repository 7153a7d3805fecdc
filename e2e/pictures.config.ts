import config from '../playwright.config.ts'

export default {
  ...config,
  testDir: '.',
  testMatch: 'pictures.ts',
  globalSetup: './support/service.ts',
  timeout: 1_800_000,
  // Less patience than tests have: a page that does not show is named, and the others follow.
  use: { ...config.use, actionTimeout: 30_000, navigationTimeout: 60_000 },
}
