import { expect, type Page, test } from '@playwright/test'
import { newUser, signUpAtHome } from './support/user.ts'

const themeOf = (page: Page) =>
  page.evaluate(() => ['light', 'dark'].filter((name) => document.documentElement.classList.contains(name)))

test('a theme is kept, followed by other tabs, and set before a page is painted', async ({ page, context }) => {
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
