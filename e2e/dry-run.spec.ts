import { expect, type Page, test } from '@playwright/test'
import { expectNotice } from './support/notices.ts'
import { DESK, examineOnScreens, examineOpen, PHONE } from './support/page-checks.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

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
  await expect(comparison.getByText('No emails in this period.')).toBeVisible()
  await examineOnScreens(page)
})

test('a problem is shown at its step and blocks publishing, including on a phone', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const [kept, deleted] = [
    await call<{ id: number }>(page, 'tags.create', { name: 'Guest' }),
    await call<{ id: number }>(page, 'tags.create', { name: 'Old' }),
  ]
  for (const name of ['ann', 'bo']) {
    const { id } = await call<{ id: number }>(page, 'subscribers.add', { email_address: newAddress(name) })
    await call(page, 'tags.tag', { id, tag_id: kept.id })
  }
  const created = await call<{ id: number; revision: number }>(page, 'automations.create', {
    name: 'Guests',
    kind: 'visual',
  })
  const { id } = created
  const email = await call<{ id: number }>(page, 'automations.emails.create', { automation_id: id })
  const act = (step: string, action: object, next: string | null) => ({ id: step, kind: 'action', action, next })
  const steps = [
    act('mail', { type: 'send_email', email_id: email.id }, 'old'),
    act('old', { type: 'add_tag', tag_id: deleted.id }, 'guest'),
    act('guest', { type: 'remove_tag', tag_id: kept.id }, 'old'),
    { id: 'lost', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: null },
  ]
  const triggers = [{ id: 't', on: { type: 'tag_added', tag_id: kept.id } }]
  const graph = { triggers, first: 'mail', steps }
  await call(page, 'automations.save', { id, revision: created.revision, name: 'Guests', reentry: 'never', graph })
  await call(page, 'tags.delete', { id: deleted.id })

  await page.goto(`/automations/${id}`)
  const dialog = page.getByRole('dialog')
  const panel = page.getByRole('complementary')
  const wrong = {
    loop: 'Subscribers would go around here without end.',
    lost: 'No step leads here, so no one gets here.',
    email: 'Write a subject for the email.',
    tag: 'The tag was deleted.',
  }
  // At each step, and together in the publish dialog.
  await expect(page.getByRole('button', { name: new RegExp(`^Send an email.*${wrong.email}`, 's') })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^Wait.*${wrong.lost}`, 's') })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  for (const text of Object.values(wrong)) await expect(dialog.getByText(text)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Wait: 1 hour' }).click()
  await expect(panel.getByText(wrong.lost)).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: /^Send an email/ }).click()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: new RegExp(`^Add a tag.*${wrong.tag}`, 's') }).click()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: /^Remove a tag.*Guest/s }).click()
  await expect(panel.getByText(wrong.loop)).toBeVisible()

  // On a phone, the step is edited in a sheet, and every control is reachable.
  await page.setViewportSize(PHONE.viewport)
  await dialog.getByLabel('Continues with').selectOption('End here')
  await expect(dialog.getByText(wrong.loop)).toHaveCount(0)
  await examineOpen(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const list = page.getByRole('list', { name: 'Steps' })
  await list.getByRole('button', { name: 'Add step' }).click()
  await dialog.getByRole('option', { name: 'Wait', exact: true }).click()
  await dialog.getByLabel('For', { exact: true }).fill('2')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(list.getByRole('button', { name: 'Wait 2 days' })).toBeVisible()
  await examineOpen(page)
  expect(await tooSmall(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('2 subscribers match “Gets a tag: Guest” already.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await dialog.getByRole('radio', { name: /^Enter 2 subscribers now/ }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectNotice(page, 'Published version 1')
  await page.setViewportSize(DESK.viewport)
  const waiting = { id, per_page: 25, state: 'waiting' }
  await expect
    .poll(async () => (await ask<{ rows: object[] }>(page, 'automations.subscribers', waiting)).rows.length)
    .toBe(2)
})

/** Returns the steps' buttons that are too small for a finger: less than 40 px high or wide. */
const tooSmall = (page: Page) =>
  page
    .getByRole('region', { name: 'Steps' })
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { width, height } = button.getBoundingClientRect()
        return Math.min(width, height) < 40
          ? [`${button.getAttribute('aria-label') ?? button.textContent}: ${width} × ${height}`]
          : []
      }),
    )
