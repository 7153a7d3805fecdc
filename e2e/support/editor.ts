import { expect, type Page } from '@playwright/test'

/** Types the text that opens the menu at the cursor, and selects its first option. */
export async function chooseAtCursor(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Writes an email with the toolbar and keyboard, with a heading, merge tags and a link. */
export async function writeEmail(page: Page, link: string): Promise<void> {
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.click()
  await chooseAtCursor(page, '/head', 'Heading 1')
  await page.keyboard.type('The moss is out')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Dear ')
  await page.getByRole('button', { name: 'Personalize' }).click()
  await page.getByRole('menuitem', { name: 'First name' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  // The text gets the focus back a moment after the menu closes.
  await expect(content).toBeFocused()
  await page.keyboard.type(' from ')
  await chooseAtCursor(page, '{{ho', 'Home town')
  await page.keyboard.type('.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Read the field guide')
  await page.keyboard.press('Shift+Home')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('URL').fill(link)
  await page.getByRole('button', { name: 'Set link' }).click()
  await expect(page.getByRole('link', { name: 'Read the field guide' })).toBeVisible()
}
