import { expect, test } from '@playwright/test'
import { chooseFiles } from './support/files.ts'
import { examineOpen } from './support/page-checks.ts'
import { call, newUser, signUp } from './support/user.ts'

test('a deleted section of a landing page comes back and takes nothing that was typed since', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await page.goto('/forms/templates?name=Spring%20course')
  await page.getByRole('button', { name: 'Use Course waitlist' }).click()
  const sections = page.getByRole('list', { name: 'Sections' })
  await expect(sections.getByRole('listitem')).toHaveCount(7)
  const notice = page.locator('[data-sonner-toast]').filter({ hasText: 'deleted' })
  await sections
    .getByRole('button', { name: /^Actions for / })
    .nth(1)
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(sections.getByRole('listitem')).toHaveCount(6)
  await sections.getByRole('button', { name: /^Hero/ }).click()
  await page.getByLabel('Heading', { exact: true }).fill('Finish something')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Heading', { exact: true })).toHaveValue('Finish something')
  await page.getByRole('button', { name: 'All sections' }).click()
  await expect(sections.getByRole('listitem')).toHaveCount(7)
  // By keys: the section is gone again, and comes back.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sections.getByRole('listitem')).toHaveCount(6)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(sections.getByRole('listitem')).toHaveCount(7)
  await expect(sections.getByRole('listitem').first()).toContainText('Finish something')
})

test('the list of forms is searched and sorted', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await call(page, 'forms.create', { name: 'Guide', type: 'embed', format: 'modal' })
  await call(page, 'forms.create', { name: 'Newsletter', type: 'embed', format: 'inline' })
  await page.goto('/forms')
  const rows = page.getByRole('table', { name: 'Forms' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Newsletter')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(rows.nth(1)).toContainText('Guide')
  await page.getByRole('searchbox', { name: 'Search forms' }).fill('news')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Newsletter')
  await examineOpen(page)
})

test('a form gives its file back after it was removed', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const { id } = await call<{ id: number }>(page, 'forms.create', { name: 'Guide', type: 'embed', format: 'inline' })
  await page.goto(`/forms/${id}?tab=after`)
  const file = { name: 'Kiln guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 kilns') }
  await chooseFiles(page.getByLabel('File for subscribers'), file)
  await expect(page.getByText('Kiln guide.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Remove file' }).click()
  await expect(page.getByText('Kiln guide.pdf')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Kiln guide.pdf')).toBeVisible()
})
