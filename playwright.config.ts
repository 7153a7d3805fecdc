import { defineConfig } from '@playwright/test'
import { chromium } from './e2e/support/chromium.ts'
import { IS_DEEP } from './e2e/support/deep.ts'
import { running } from './e2e/support/running.ts'
import { PATIENCE } from './server/testing/patience.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/service.ts',
  // Journeys with this tag are a part of `npm run test:deep` alone.
  ...(IS_DEEP ? {} : { grepInvert: /@deep/ }),
  // Every journey has an account of its own.
  fullyParallel: true,
  workers: 2,
  // The speed of a machine proves nothing: only a journey that hangs takes this long.
  timeout: 3_600_000,
  expect: { timeout: PATIENCE.timeout },
  use: {
    // Without one, a control that never appears would be waited for until the whole test is over.
    actionTimeout: PATIENCE.timeout,
    navigationTimeout: PATIENCE.timeout,
    // Workers read this file again, after the product has started.
    baseURL: running()?.base_url,
    browserName: 'chromium',
    launchOptions: await chromium(),
    locale: 'en-US',
    // Frames of moving placeholders and dialogs cost more processor time than the product on a machine without a graphics card.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Oslo',
    screenshot: 'only-on-failure',
    // Actions and their output, without a film: filming doubles the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
})
