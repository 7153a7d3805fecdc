import { expect, type Page, test } from '@playwright/test'
import { messageTo } from './support/mailbox.ts'
import { expectNotice } from './support/notices.ts'
import { examineOpen, hydrated, PHONE, untilShown } from './support/page-checks.ts'
import { restingPlace } from './support/places.ts'
import { ask, call, newAddress, newUser, saveMossWeekly, signUp } from './support/user.ts'

test('a welcome sequence sends its first email to a subscriber', async ({ page }) => {
  const ida = newUser('Ida')
  const lin = newAddress('lin')
  await signUp(page, ida)
  await saveMossWeekly(page)
  await call(page, 'subscribers.add', { email_address: lin, first_name: 'Lin' })

  await page.goto('/sequences')
  await expect(page.getByRole('heading', { name: 'No sequences yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New sequence' }).first().click()
  await page.getByLabel('Name').fill('Welcome')
  await page.getByRole('button', { name: 'Create sequence' }).click()
  // An email that was opened and left untouched is not part of the sequence.
  await page.getByRole('button', { name: 'Add first email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Untitled email' })).toBeVisible()
  await page.getByRole('link', { name: 'Welcome', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No emails yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add first email' }).click()
  await page.getByLabel('Subject').fill('Hello from the moss')
  await page.getByRole('textbox', { name: 'Content' }).fill('Good that you are here.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Welcome', exact: true }).click()
  await expect(page.getByText('Immediately')).toBeVisible()
  await page.getByRole('tab', { name: 'Subscribers', exact: true }).click()
  await page.getByRole('button', { name: 'Add subscriber' }).click()
  await page.getByRole('option', { name: /Lin/ }).click()
  await expectNotice(page, 'Lin added to the sequence')

  const email = await messageTo(lin)
  expect(email).toMatchObject({ subject: 'Hello from the moss', from: { address: ida.email_address } })
  expect(email.text).toContain('Good that you are here.')
  await page.reload()
  await expect(page.getByRole('row', { name: /Lin/ })).toContainText('Completed')
  await page.getByRole('button', { name: 'Add subscriber' }).click()
  const known = page.getByRole('option', { name: /Lin/ })
  await expect(known).toContainText('Has completed this sequence')
  await expect(known).toBeDisabled()

  // Also from a subscriber's page, on a phone.
  const mai = await call<{ id: number }>(page, 'subscribers.add', {
    email_address: newAddress('mai'),
    first_name: 'Mai',
  })
  await page.setViewportSize(PHONE.viewport)
  await page.goto(`/subscribers/${mai.id}`)
  await page.getByRole('button', { name: 'Add to a sequence' }).click()
  await page.getByRole('option', { name: 'Welcome' }).click()
  await expectNotice(page, 'Mai added to “Welcome”')
  await page.goto('/sequences')
  await page.getByRole('link', { name: 'Welcome', exact: true }).click()
  await page.getByRole('tab', { name: 'Subscribers', exact: true }).click()
  await expect(page.getByText('Mai').first()).toBeVisible()
  await untilShown(page)
  await examineOpen(page)
})

test('emails can be reordered by keyboard and dragging, an immediate email stays first, and all are read in order', async ({
  page,
}) => {
  const ida = newUser('Ida')
  await signUp(page, ida)
  const { id } = await call<{ id: number }>(page, 'sequences.create', { name: 'Course' })
  for (const [place, subject] of ['One', 'Two', 'Three'].entries())
    await call(page, 'sequences.createEmail', {
      sequence_id: id,
      subject,
      content: '<p>Moss grows where nothing else does.</p>',
      delay_value: place,
      delay_unit: 'days',
    })
  await page.goto(`/sequences/${id}`)
  await expect(page.getByRole('article')).toHaveCount(3)
  await hydrated(page)

  await page.getByRole('button', { name: /^Move “Three”/ }).press('ArrowUp')
  await expect.poll(() => stored(page, id)).toEqual(['One', 'Three', 'Two'])
  await expect(page.getByRole('button', { name: /^Move “Three”: position 2 of 3/ })).toBeFocused()

  const [handle, target] = [
    await restingPlace(page.getByRole('button', { name: /^Move “Two”/ })),
    await restingPlace(page.getByRole('button', { name: /^Move “Three”/ })),
  ]
  await page.mouse.move(handle.x + 12, handle.y + 12)
  await page.mouse.down()
  await page.mouse.move(target.x + 40, target.y + 20, { steps: 12 })
  await page.mouse.up()
  await expect.poll(() => stored(page, id)).toEqual(['One', 'Two', 'Three'])

  await page.getByRole('button', { name: /^Move “One”/ }).press('ArrowDown')
  await expectNotice(page, 'Only the first email can be sent immediately')
  await expect(page.getByRole('article').first()).toContainText('One')
  expect(await stored(page, id)).toEqual(['One', 'Two', 'Three'])

  await page.setViewportSize(PHONE.viewport)
  await page.getByRole('button', { name: /^Move “Three”/ }).press('ArrowUp')
  await expect.poll(() => stored(page, id)).toEqual(['One', 'Three', 'Two'])

  await page.getByRole('button', { name: 'Actions for Course' }).click()
  await page.getByRole('menuitem', { name: 'Send me all emails' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send yourself all emails?' })
  await expect(dialog.getByText(`They go to ${ida.email_address}.`)).toBeVisible()
  await examineOpen(page)
  await dialog.getByRole('button', { name: 'Send 3 emails' }).click()
  await expectNotice(page, '3 emails sent to you')
  for (const subject of ['One', 'Three', 'Two'])
    await messageTo(ida.email_address, (message) => message.subject === `[Test] ${subject}`)

  await page.getByRole('link', { name: 'Three', exact: true }).click()
  const place = page.getByRole('navigation', { name: 'Emails of the sequence' })
  await expect(place).toHaveText('2 of 3')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await preview.getByRole('button', { name: 'Next email' }).click()
  await expect(preview.getByText('Two', { exact: true })).toBeVisible()
  await expect(preview.getByText('3 of 3')).toBeVisible()
  await examineOpen(page)
  await page.keyboard.press('Escape')
  await place.getByRole('link', { name: 'Next email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two' })).toBeVisible()
  await expect(place.getByRole('button', { name: 'Next email' })).toBeDisabled()
})

/** Returns the subjects in stored order. */
async function stored(page: Page, id: number): Promise<string[]> {
  const { steps } = await ask<{ steps: { subject: string }[] }>(page, 'sequences.get', { id })
  return steps.map(({ subject }) => subject)
}
