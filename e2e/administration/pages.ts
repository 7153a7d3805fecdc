import { type Browser, expect, type Page } from '@playwright/test'
import { heading, press } from '../support/administration.ts'
import { DESK, examine, hydrated, PHONE } from '../support/page-checks.ts'
import { adminPages } from '../support/page-list.ts'
import type { SeededInstance } from '../support/seeded-instance.ts'

/** Views of pages that only their URL opens. */
const VIEWS = ['/admin/jobs?view=jobs', '/admin/webhooks?tab=calls']

/** Opens every administration page with the records of many accounts. pages.spec.ts opens them with few records. */
export async function lookAtPages(browser: Browser, instance: SeededInstance): Promise<void> {
  for (const device of [PHONE, DESK]) {
    const page = await instance.signedIn(browser, device, instance.administrator)
    await examine(page, [...(await adminPages(page)), ...VIEWS], { by_links: true })
    await page.context().close()
  }
}

/** Presses the keys that lead through lists and between pages. */
export async function pressKeys(page: Page): Promise<void> {
  await page.goto('/admin')
  await hydrated(page)
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('suspend')
  await expect(palette.getByRole('option', { name: 'Accounts', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Accounts')).toBeVisible()
  await expect(palette).toBeHidden()
  const links = page.locator('tbody [data-row-link]')
  await expect(links.nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(links.nth(0)).toBeFocused()
  const account = (await links.nth(0).getAttribute('href')) ?? ''
  expect(account).toMatch(/^\/admin\/accounts\/\d+$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(account)
}

/** The instance's mail server works, but bounces are not set up. */
export async function testSetup(page: Page): Promise<void> {
  await page.goto('/admin/setup')
  const part = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(part('Outgoing mail')).toContainText('answers and accepts us')
  await expect(part('Bounces and complaints')).toContainText('Needs attention')
  await expect(part('Bounces and complaints')).toContainText('Set BOUNCE_DOMAIN')
  await expect(part('Addresses and TLS')).toContainText('reaches this machine only')
  const again = page.waitForResponse(/admin\.testSetup/)
  await press(part('Storage').getByRole('button', { name: 'Test storage' }))
  await again
  await expect(part('Storage')).toContainText('a file was written to')
  await expect(part('Background jobs')).toContainText('done in a day')
}
