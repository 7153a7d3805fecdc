import { expect, test } from '@playwright/test'
import { chooseFiles } from './support/files.ts'
import { expectNotice, keepUndo } from './support/notices.ts'
import { examineOpen } from './support/page-checks.ts'
import { call, newUser, signUp } from './support/user.ts'

test('restoring a deleted section of a landing page keeps text typed since', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await page.goto('/forms/templates?name=Spring%20course')
  await page.getByRole('button', { name: 'Use Course waitlist' }).click()
  const sections = page.getByRole('list', { name: 'Sections' })
  await expect(sections.getByRole('listitem')).toHaveCount(7)
  const notice = page.locator('[data-sonner-toast]').filter({ hasText: 'deleted' })
  await keepUndo(page)
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
  // By shortcut: the section is deleted again, and restored.
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

test('a removed file of a form can be restored', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const { id } = await call<{ id: number }>(page, 'forms.create', { name: 'Guide', type: 'embed', format: 'inline' })
  await page.goto(`/forms/${id}?tab=after`)
  const file = { name: 'Kiln guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 kilns') }
  await chooseFiles(page.getByLabel('File for subscribers'), file)
  await expect(page.getByText('Kiln guide.pdf')).toBeVisible()
  await keepUndo(page)
  await page.getByRole('button', { name: 'Remove file' }).click()
  await expect(page.getByText('Kiln guide.pdf')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Kiln guide.pdf')).toBeVisible()
})

test('a form opens the tab with the error, and keeps text typed while it is saved', { tag: '@deep' }, async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const { id } = await call<{ id: number }>(page, 'forms.create', { name: 'Guide', type: 'embed', format: 'modal' })
  await page.goto(`/forms/${id}?tab=behavior`)
  const seconds = page.getByLabel('Delay in seconds')
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(seconds).toHaveValue('5')
  for (const typed of ['', '-', '1.', '601']) {
    await seconds.fill(typed)
    await expect(seconds).toHaveValue(typed)
  }
  await page.getByLabel('Never show on these pages').fill('/blog\nshop')
  await page.getByRole('tab', { name: 'Content' }).click()
  await save.click()
  await expect(seconds).toBeFocused()
  await expect(page.getByText('Enter a whole number from 0 to 600')).toBeVisible()
  await expect(page.getByText('Enter paths such as /blog or /blog/*')).toBeVisible()
  await examineOpen(page)
  await seconds.fill('12')
  await page.getByLabel('Never show on these pages').fill('/shop')

  // Text typed before the response arrives is shown as unsaved.
  await page.getByRole('tab', { name: 'Content' }).click()
  const heading = page.getByLabel('Heading', { exact: true })
  await heading.fill('Kiln news')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/trpc\/forms\.update/, async (route) => {
    await answered
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/trpc\/forms\.update/)
  await save.click()
  await asked
  await heading.fill('Kiln news, weekly')
  answer()
  await expectNotice(page, 'Your sites update within a minute')
  await expect(save).toBeEnabled()
  await expect(heading).toHaveValue('Kiln news, weekly')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(heading).toHaveValue('Kiln news')
  await expect(save).toBeDisabled()

  // A failed save keeps all input, and a successful one shows the stored values.
  await page.unrouteAll({ behavior: 'wait' })
  await page.route(/\/api\/trpc\/forms\.update/, (route) => route.abort())
  await heading.fill('Studio news ')
  await save.click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(heading).toHaveValue('Studio news ')
  await expect(save).toBeEnabled()
  await page.unrouteAll({ behavior: 'wait' })
  await save.click()
  await expect(save).toBeDisabled()
  await expect(heading).toHaveValue('Studio news')
  await page.reload()
  await expect(heading).toHaveValue('Studio news')
})
