import { expect, test } from '@playwright/test'
import { examineOnBoth } from './support/page-checks.ts'
import { call, newAddress, newUser, signUp } from './support/user.ts'

test('a dry run shows who would have entered before an automation is published', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const tag = await call<{ id: number }>(page, 'tags.create', { name: 'Early bird' })
  const automation = await call<{ id: number }>(page, 'automations.create', {
    name: 'Welcome early birds',
    kind: 'visual',
    graph: {
      triggers: [{ id: 't', on: { type: 'tag_added', tag_id: tag.id } }],
      first: 'w',
      steps: [{ id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 1440 }, next: null }],
    },
  })
  await page.goto(`/automations/${automation.id}`)
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByRole('button', { name: 'Start dry run' }).click()
  await expect(page.getByRole('heading', { name: 'No one would have entered in the last 30 days' })).toBeVisible()

  const lin = { email_address: newAddress('lin'), first_name: 'Lin' }
  const { id } = await call<{ id: number }>(page, 'subscribers.add', lin)
  await call(page, 'tags.tag', { id, tag_id: tag.id })
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('tab', { name: /Subscribers/ }).click()
  await page.getByRole('button', { name: /Lin/ }).click()
  const comparison = page.getByRole('dialog')
  await expect(comparison.getByText('Entered: gets the tag “Early bird”.')).toBeVisible()
  await expect(comparison.getByText('No emails in this time.')).toBeVisible()
  await examineOnBoth(page)
})
