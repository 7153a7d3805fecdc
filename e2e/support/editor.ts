import { expect, type Page } from '@playwright/test'

/** Types what opens the menu at the cursor, and takes its first option. */
export async function chooseAtCursor(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
}
