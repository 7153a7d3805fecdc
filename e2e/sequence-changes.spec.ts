import { expect, type Page, test } from '@playwright/test'
import { expectNotice } from './support/notices.ts'
import { call, newAddress, newUser, saveMossWeekly, signUp } from './support/user.ts'

test('adding a segment, an edit, a restart and a removal each preview their effect on a sequence’s subscribers', {
  tag: '@deep',
}, async ({ page }) => {
  const lin = newAddress('lin')
  const id = await courseWithSegment(page, lin)
  await page.goto(`/sequences/${id}`)
  await page.getByRole('tab', { name: 'Subscribers', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const impact = page.getByRole('list', { name: 'Impact on subscribers in the sequence' })

  await changeMany(page, 'Add by tag or segment')
  await dialog.getByLabel('Subscribers').selectOption('Segment: Everyone')
  await expect(impact).toContainText('2 subscribers are added; first email: “One”')
  await dialog.getByRole('button', { name: 'Add 2 subscribers' }).click()
  await expect(page.getByText('Added 2 subscribers · Segment “Everyone”')).toBeVisible()

  await page
    .getByRole('row', { name: new RegExp(lin) })
    .getByRole('link')
    .first()
    .click()
  const calendar = page.getByRole('listitem').filter({ hasText: 'Course' })
  await expect(calendar.filter({ hasText: 'One' })).toBeVisible()
  await expect(calendar.filter({ hasText: 'Two' })).toBeVisible()

  await calendar.getByRole('link', { name: 'One' }).click()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(impact).toContainText('2 subscribers were to get it and will skip it')
  await page.getByRole('button', { name: 'Unpublish email' }).click()
  await expectNotice(page, 'Email unpublished')

  await page.goto(`/sequences/${id}`)
  await page.getByRole('tab', { name: 'Subscribers', exact: true }).click()
  await page.getByRole('checkbox', { name: `Select ${lin}` }).click()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Restart' }).click()
  await expect(impact).toContainText('1 subscriber starts again; first email: “Two”')
  await dialog.getByRole('button', { name: 'Restart 1 subscriber' }).click()
  await expect(page.getByText('Restarted 1 subscriber · Selected subscribers')).toBeVisible()

  await changeMany(page, 'Remove subscribers')
  await dialog.getByLabel('Subscribers').selectOption('Everyone in the sequence')
  await expect(impact).toContainText('2 subscribers are removed and get no more emails of it')
  await dialog.getByRole('button', { name: 'Remove 2 subscribers' }).click()
  await expect(page.getByRole('heading', { name: 'No subscribers yet' })).toBeVisible()
})

/** Creates a sequence with two published emails, and a segment of two subscribers. */
async function courseWithSegment(page: Page, email_address: string): Promise<number> {
  await signUp(page, newUser('Ida'))
  await saveMossWeekly(page)
  await call(page, 'subscribers.add', { email_address })
  await call(page, 'subscribers.add', { email_address: newAddress('mia') })
  const definition = { all: [{ type: 'subscriber_state', states: ['active'] }] }
  await call(page, 'segments.create', { name: 'Everyone', definition })
  const { id } = await call<{ id: number }>(page, 'sequences.create', { name: 'Course' })
  for (const subject of ['One', 'Two']) {
    const content = '<p>Moss grows where nothing else does.</p>'
    const email = { subject, delay_value: 1, delay_unit: 'days', content, published: true }
    await call(page, 'sequences.createEmail', { sequence_id: id, ...email })
  }
  return id
}

async function changeMany(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Change many' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
