import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { chromium as playwright } from '@playwright/test'
import { chromium } from '../e2e/support/chromium.ts'

// Renders the stored typical emails at 600 and 375 px, light and dark: node scripts/email-pictures.ts FOLDER

const RENDERED = new URL('../server/mail/testing/rendered/', import.meta.url)
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1072" height="600"><rect width="1072" height="600" fill="#94a3b8"/></svg>'

const [folder = 'test-results/emails'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const emails = readdirSync(RENDERED).filter((file) => file.endsWith('.html.txt'))

const browser = await playwright.launch(await chromium())
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    await page.route('**/*.png', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
    for (const file of emails) {
      await page.setContent(readFileSync(new URL(file, RENDERED), 'utf8'))
      for (const width of [600, 375]) {
        await page.setViewportSize({ width, height: 700 })
        const name = file.slice(0, -'.html.txt'.length)
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      }
    }
    await context.close()
  }
} finally {
  await browser.close()
}
