import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type ConsoleMessage, expect, type Page, test } from '@playwright/test'

/** The screens that pages are examined on. Both have the same colors, so each page is examined once in either theme. */
export const DESK = { name: 'on a desk', viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const
export const PHONE = {
  name: 'on a phone in the dark',
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
} as const

/** A page in a browser of its own on that device; signed in when given the state of one that is. */
export async function pageOn(
  browser: Browser,
  { name: _name, ...device }: typeof DESK | typeof PHONE,
  storageState?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
): Promise<Page> {
  const { baseURL, locale, timezoneId } = test.info().project.use
  return (await browser.newContext({ baseURL, locale, timezoneId, storageState, ...device })).newPage()
}

/**
 * Opens each address and asks what no page may have: something the console calls an error (a breach of the content security
 * policy is one), a violation that axe finds, a width beyond the screen's. All findings are told together.
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

async function violations(page: Page): Promise<string[]> {
  // What Swagger UI draws at /docs is its own; the page around it is ours. No page has a frame of another origin.
  const { violations } = await new AxeBuilder({ page }).exclude('#reference').setLegacyMode().analyze()
  return violations.map(
    ({ id, nodes }) =>
      `violates ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
  )
}

/** Browsers report it when a page or a record that is asked for does not exist, which some of these pages are about. */
function isMissing(message: ConsoleMessage): boolean {
  if (!message.text().endsWith('status of 404 (Not Found)')) return false
  const { pathname } = new URL(message.location().url)
  return pathname.startsWith('/api/trpc/') || !/\.\w+$/.test(pathname)
}
