import { expect, type Page } from '@playwright/test'
import { button, confirm, expectEntry, heading, press, submit } from '../support/administration.ts'
import { call } from '../support/user.ts'

/** Decides about an app that its developer submits, after a test install. */
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
