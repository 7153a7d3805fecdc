import { expect, test } from '@playwright/test'
import { expectNotice } from './support/notices.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

test('an automation is drawn by mouse and published, and its trace shows what it did', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const lin = await call<{ id: number }>(page, 'subscribers.add', {
    email_address: newAddress('lin'),
    first_name: 'Lin',
  })

  await page.goto('/automations')
  await expect(page.getByRole('heading', { name: 'No automations yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New automation' }).first().click()
  await page.getByLabel('Name').fill('Welcome new subscribers')
  await page.getByRole('button', { name: 'Create automation' }).click()

  const panel = page.getByRole('complementary')
  await page.getByRole('button', { name: /Choose a trigger/ }).click()
  await panel.getByRole('button', { name: 'Add trigger' }).click()
  await page.getByRole('menuitem', { name: 'Gets a tag' }).click()
  await panel.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByPlaceholder('Find or create a tag').fill('Early bird')
  await page.getByRole('option', { name: 'Create “Early bird”' }).click()
  await expect(page.getByRole('button', { name: /Starts when a subscriber.*Early bird/s })).toBeVisible()

  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('option', { name: 'Add a tag', exact: true }).click()
  await panel.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByPlaceholder('Find or create a tag').fill('Welcomed')
  await page.getByRole('option', { name: 'Create “Welcomed”' }).click()
  await expect(page.getByRole('button', { name: /Add a tag.*Welcomed/s })).toBeVisible()

  // Also saves what was not saved yet.
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expectNotice(page, 'Published version 1')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const { rows } = await ask<{ rows: { id: number; name: string }[] }>(page, 'tags.list', { per_page: 50 })
  const tag_id = rows.find(({ name }) => name === 'Early bird')?.id
  await call(page, 'tags.tag', { id: lin.id, tag_id })
  await expect
    .poll(async () => {
      const list = await ask<{ rows: { completed: number }[] }>(page, 'automations.list', {
        per_page: 25,
        kind: 'visual',
      })
      return list.rows.map(({ completed }) => completed)
    })
    .toEqual([1])

  await page.goto(`/subscribers/${lin.id}`)
  await page.getByRole('button', { name: 'Welcome new subscribers' }).click()
  const trace = page.getByRole('dialog')
  await expect(trace.getByText('Completed', { exact: true })).toBeVisible()
  await expect(trace.getByText('Entered: gets the tag “Early bird”.')).toBeVisible()
  await expect(trace.getByText('Add the tag “Welcomed”')).toBeVisible()
})
