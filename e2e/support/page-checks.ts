import { type Browser, type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'

/** The checked screens. Each page is checked once in each theme. */
export const DESK = { name: 'on a desk', viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const
export const PHONE = {
  name: 'on a phone in the dark',
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
} as const

/** Opens a page in a new browser context on the device, optionally with a session. */
export async function pageOn(
  browser: Browser,
  { name: _name, ...device }: typeof DESK | typeof PHONE,
  storageState?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
): Promise<Page> {
  const { baseURL, locale, timezoneId } = test.info().project.use
  return (await browser.newContext({ baseURL, locale, timezoneId, storageState, ...device })).newPage()
}

/**
 * Opens each path and collects console errors (including content security policy violations), axe violations and horizontal overflow. Fails with all findings at the end.
 */
export async function examine(page: Page, paths: readonly string[]): Promise<void> {
  const findings: string[] = []
  let path = ''
  page.on('console', (message) => {
    if (message.type() === 'error' && !isMissing(message)) findings.push(`${path} says: ${message.text()}`)
  })
  page.on('pageerror', ({ message }) => findings.push(`${path} throws: ${message}`))
  for (path of paths) {
    const answer = await page.goto(path)
    await expect(page.locator('h1, h2').first()).toBeVisible()
    await expect(page.locator('.skeleton-shimmer')).toHaveCount(0)
    if ((answer?.status() ?? 500) >= 500) findings.push(`${path} answers ${answer?.status()}`)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (beyond > 0) findings.push(`${path} is ${beyond} px too wide`)
    findings.push(...(await violations(page)).map((line) => `${path} ${line}`))
  }
  expect(findings).toEqual([])
}

/** Runs axe in the page. Its package for Playwright also returns everything that passes, which takes twice as long. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  // Skips the markup of Swagger UI at /docs. No page has frames of another origin.
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run({ exclude: [['#reference']] }, { resultTypes: ['violations'] }),
  )
  return violations.map(
    ({ id, nodes }) =>
      `violates ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
  )
}

/** Browsers log missing pages and records, which some of these pages show on purpose. */
function isMissing(message: ConsoleMessage): boolean {
  if (!message.text().endsWith('status of 404 (Not Found)')) return false
  const { pathname } = new URL(message.location().url)
  return pathname.startsWith('/api/trpc/') || !/\.\w+$/.test(pathname)
}
