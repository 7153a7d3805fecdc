import { expect, type Page } from '@playwright/test'
import { button, confirm, expectEntry, heading, press, submit } from '../support/administration.ts'
import { publishedAutomation } from '../support/developer.ts'
import { call } from '../support/user.ts'

/** Reviews an app submitted by its developer, after a test install. */
export async function reviewApp(page: Page, { id, name }: { id: number; name: string }): Promise<void> {
  await call(page, 'apps.develop.submit', { id })
  await page.goto('/admin/review')
  await press(page.getByRole('link', { name }))
  await expect(heading(page, name)).toBeVisible()
  await press(button(page, 'Start review'))
  await expect(page.getByText('You are reviewing this')).toBeVisible()
  await expectEntry(page, 'review_claimed', { name })
  await page.getByLabel('New note').fill('The logo is a plain square.')
  await press(button(page, 'Add note'))
  await expectEntry(page, 'review_note_added', { name })
  const account = 'Zoe’s newsletter'
  await page.getByLabel('Account', { exact: true }).selectOption({ label: account })
  await press(button(page, 'Install test'))
  await expect(heading(page, `${name} is installed`)).toBeVisible()
  await expectEntry(page, 'test_install_started', { name, account })
  await press(page.getByRole('link', { name: 'Back to the review' }))
  await expect(page.getByText('Installed', { exact: true })).toBeVisible()
  await press(button(page, 'Remove test'))
  await confirm(page, 'Remove test')
  await expectEntry(page, 'test_install_removed', { name, account })
  await press(button(page, 'Reject'))
  await submit(page, 'Reject', { 'Required changes': 'Draw a logo.' })
  await expectEntry(page, 'app_rejected', { name, note: 'Draw a logo.' })

  await call(page, 'apps.develop.submit', { id })
  await page.reload()
  await press(button(page, 'Start review'))
  await press(button(page, 'Stop review'))
  await expect(page.getByText('No one is reviewing this')).toBeVisible()
  await expectEntry(page, 'review_released', { name })
  await press(button(page, 'Approve'))
  await submit(page, 'Approve and publish', {})
  await expectEntry(page, 'app_approved', { name })
  await page.goto('/admin/review')
  await press(page.getByRole('tab', { name: 'In the store' }))
  await expect(page.getByRole('link', { name })).toBeVisible()
}

/** Rejects a published app's template, and approves it after a correction. */
export async function reviewTemplate(page: Page, app: { id: number; name: string }): Promise<void> {
  const name = `Course of ${app.name}`
  const automation_id = await publishedAutomation(page)
  const content = { name, labels: ['courses'], automation_id }
  const { id } = await call<{ id: number }>(page, 'automation_templates.develop.create', {
    app_id: app.id,
    ...content,
    description: 'The best course of all times, which makes you rich and famous.',
  })
  const open = async () => {
    await call(page, 'automation_templates.develop.submit', { id })
    await page.goto('/admin/review?kind=template')
    await press(page.getByRole('link', { name }))
    await expect(heading(page, name)).toBeVisible()
  }
  await open()
  await press(button(page, 'Start review'))
  await expectEntry(page, 'review_claimed', { name })
  await press(button(page, 'Reject'))
  await submit(page, 'Reject template', { 'Required changes': 'Say what it does.' })
  await expectEntry(page, 'template_rejected', { name, note: 'Say what it does.' })

  await call(page, 'automation_templates.develop.edit', {
    id,
    ...content,
    description: 'Welcomes those who ask for the course, and sends the first lesson.',
  })
  await open()
  await press(button(page, 'Approve'))
  await submit(page, 'Approve template', { 'Note for the developers': 'Two days is a good pause.' })
  await expectEntry(page, 'template_approved', { name, note: 'Two days is a good pause.' })
}
