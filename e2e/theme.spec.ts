import { expect, type Page, test } from '@playwright/test'
import { hardToRead } from './support/page-checks.ts'
import { GUIDES } from './support/pages.ts'
import { newUser, signUpAtHome } from './support/user.ts'

/** Dark background of public pages without a style (server/lib/page/theme.ts). */
const DARK_PAPER = 'rgb(28, 25, 23)'

const themeOf = (page: Page) =>
  page.evaluate(() => ['light', 'dark'].filter((name) => document.documentElement.classList.contains(name)))

test('a theme is kept, applied in other tabs, and set before a page is painted', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const user = newUser('Ida')
  await signUpAtHome(page, user)
  expect(await themeOf(page)).toEqual(['light'])
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/tags')
  await page.getByRole('button', { name: user.email_address }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(() => themeOf(page)).toEqual(['dark'])
  await expect.poll(() => themeOf(other)).toEqual(['dark'])

  // Each later change would make the browser style the whole page again.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const root = document.documentElement
      new MutationObserver(() => root.setAttribute('data-changed', root.className)).observe(root, {
        attributeFilter: ['class'],
      })
    })
  })
  await page.goto('/tags')
  await page.getByRole('button', { name: 'New tag' }).click()
  await expect(page.getByRole('dialog', { name: 'New tag' })).toBeVisible()
  expect(await themeOf(page)).toEqual(['dark'])
  await expect(page.locator('html')).not.toHaveAttribute('data-changed')
  await page.keyboard.press('Escape')

  await page.evaluate(() => localStorage.setItem('theme', 'system'))
  await page.reload()
  expect(await themeOf(page)).toEqual(['light'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => themeOf(page)).toEqual(['dark'])
})

test('the API reference and the guides follow the system’s theme, and are readable in both', { tag: '@deep' }, async ({
  page,
}) => {
  for (const path of ['/docs', ...GUIDES]) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(path)
    const shown = page.locator('#reference .swagger-ui').first()
    await expect(shown.getByRole('heading').first()).toBeVisible()
    // The reference has its own colors in an open operation.
    const operation = page.locator('.opblock-summary-control').first()
    if (path === '/docs') await operation.click()
    await expect(shown).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    expect([path, await hardToRead(page, '#reference')]).toEqual([path, []])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(shown).toHaveCSS('background-color', DARK_PAPER)
    await expect(page.locator('html')).toHaveCSS('background-color', DARK_PAPER)
    expect([path, await hardToRead(page, '#reference')]).toEqual([path, []])
  }
})
