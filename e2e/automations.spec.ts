import { expect, type Locator, type Page, test } from '@playwright/test'
import { onlyAutomation, openForm, saveAddress, subscribeBy } from './support/automations.ts'
import { messageTo } from './support/mailbox.ts'
import { expectNotice } from './support/notices.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

test('an automation is drawn by mouse and published, and its trace shows what it did', { tag: '@deep' }, async ({
  page,
}) => {
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

  // Days before a date. The trigger counts once its custom field is chosen.
  await panel.getByRole('button', { name: 'Add another trigger' }).click()
  await page.getByRole('menuitem', { name: 'Date in a custom field' }).click()
  await expect(panel.getByText('The trigger counts once it is complete.')).toBeVisible()
  await panel.getByLabel('Days', { exact: true }).fill('400')
  await expect(panel.getByText('Enter 0 to 366')).toBeVisible()
  await panel.getByLabel('Days', { exact: true }).fill('3')
  await panel.getByLabel('When').click()
  await page.getByRole('option', { name: 'Before the date' }).click()
  await panel.getByRole('button', { name: 'Custom field', exact: true }).click()
  await page.getByPlaceholder('Find or create a custom field').fill('Birthday')
  await page.getByRole('option', { name: 'Create “Birthday”' }).click()
  await expect(page.getByRole('button', { name: /Starts when a subscriber.*3 days before Birthday/s })).toBeVisible()
  await panel.getByRole('button', { name: 'Remove “Date in a custom field”' }).click()

  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('option', { name: 'Add a tag', exact: true }).click()
  await panel.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByPlaceholder('Find or create a tag').fill('Welcomed')
  await page.getByRole('option', { name: 'Create “Welcomed”' }).click()
  await expect(page.getByRole('button', { name: /Add a tag.*Welcomed/s })).toBeVisible()

  // Publishing saves pending changes first.
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expectNotice(page, 'Published version 1')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  // The canvas library has its own theme, which must not change the colors of its content.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: /Add a tag.*Welcomed/s })).toHaveCSS('color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: null })

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

  // From three automations on, there is a search.
  for (const other of ['Birthday', 'Course']) {
    const step = { id: 'a', kind: 'action', action: { type: 'add_tag', tag_id }, next: null }
    const { id, revision } = await call<{ id: number; revision: number }>(page, 'automations.create', {
      name: other,
      kind: 'visual',
      graph: { triggers: [], first: 'a', steps: [step] },
    })
    await call(page, 'automations.publish', { id, revision, enter_existing: [] })
    await call(page, 'automations.addSubscribers', { id, subscriber_ids: [lin.id] })
  }
  await page.goto(`/subscribers/${lin.id}`)
  await expect(page.getByRole('button', { name: 'Course', exact: true })).toBeVisible()
  await page.getByLabel('Search automations').fill('welcome')
  await expect(page.getByRole('button', { name: 'Course', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Welcome new subscribers' }).click()
  const trace = page.getByRole('dialog')
  await expect(trace.getByText('Completed', { exact: true })).toBeVisible()
  await expect(trace.getByText('Entered: gets the tag “Early bird”.')).toBeVisible()
  await expect(trace.getByText('Add the tag “Welcomed”')).toBeVisible()
})

test('a welcome automation is built and published by keyboard, and a form sign-up runs it', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await saveAddress(page)
  const form = await openForm(page)
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  const panel = page.getByRole('complementary')

  await page.goto('/automations')
  await expect(page.getByRole('heading', { name: 'No automations yet' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'New automation' }).first())
  await keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await keyboard.type('Welcome')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()

  // The trigger: any form.
  const triggers = page.getByRole('button', { name: /Starts when a subscriber/ })
  await tabTo(page, triggers)
  await keyboard.press('Enter')
  await tabTo(page, panel.getByRole('button', { name: 'Add trigger' }))
  await keyboard.press('Enter')
  // A single character, because menus forget typed text after a second, which a slow machine may need per key.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await keyboard.press('j')
  await expect(page.getByRole('menuitem', { name: 'Joins a form' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(triggers).toContainText('Any form')
  await tabTo(page, panel.getByRole('button', { name: 'Add another trigger' }))
  await keyboard.press('Escape')
  await expect(triggers).toBeFocused()

  // An email, written in its sheet.
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await pick(page, 'Send an email')
  await tabTo(page, panel.getByRole('button', { name: 'Write email' }))
  await keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Subject'))
  await keyboard.type('Good that you are here')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Content' }))
  await keyboard.type('Moss grows where nothing else does.')
  await tabTo(page, dialog.getByRole('button', { name: 'Done' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await tabTo(page, panel.getByRole('button', { name: 'Close panel' }), 'Shift+Tab')
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Send an email.*Good that you are here/s })).toBeFocused()

  // Adds a new tag after it, then undoes and redoes that.
  await keyboard.press('a')
  await pick(page, 'Add a tag')
  await tabTo(page, panel.getByRole('button', { name: 'Tag', exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByPlaceholder('Find or create a tag')).toBeFocused()
  await keyboard.type('Welcomed')
  await expect(page.getByRole('option', { name: 'Create “Welcomed”', selected: true })).toBeVisible()
  await keyboard.press('Enter')
  const tagged = page.getByRole('button', { name: /Add a tag.*Welcomed/s })
  await expect(tagged).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Tag', exact: true })).toBeFocused()
  await keyboard.press('Escape')
  await expect(tagged).toBeFocused()
  await keyboard.press('ControlOrMeta+z')
  await expect(tagged).toBeHidden()
  // The email above it is selected.
  await keyboard.press('ArrowUp')
  await expect(triggers).toBeFocused()
  await keyboard.press('ControlOrMeta+y')
  await expect(tagged).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Publish' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(dialog.getByText('This is version 1.')).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Publish' }))
  await keyboard.press('Enter')
  await expectNotice(page, 'Published version 1')

  const lin = newAddress('lin')
  await subscribeBy(page, form, lin)
  expect((await messageTo(lin)).subject).toBe('Good that you are here')

  const { id } = await onlyAutomation(page)
  await expect.poll(async () => (await onlyAutomation(page)).completed).toBe(1)
  await page.goto(`/automations/${id}?tab=subscribers&state=completed`)
  // A server-rendered page does not handle keys until it is hydrated.
  await expect(async () => {
    if (!(await dialog.isVisible())) {
      await tabTo(page, page.getByRole('button', { name: lin }))
      await keyboard.press('Enter')
    }
    await expect(dialog.getByText('Entered: joins “Footer”.')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(dialog.getByText('Send “Good that you are here”')).toBeVisible()
  await expect(dialog.getByText('Add the tag “Welcomed”')).toBeVisible()
  await expect(dialog.getByText('Completed the automation.')).toBeVisible()
})

const MAX_TABS = 80

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  await expect(control).toBeEnabled()
  for (let pressed = 0; pressed <= MAX_TABS; pressed++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${MAX_TABS} × ${key} did not reach ${control}`)
}

/** Chooses a step in the newly opened panel. */
async function pick(page: Page, step: string): Promise<void> {
  await expect(page.getByPlaceholder('Find a step')).toBeFocused()
  await page.keyboard.type(step)
  await expect(page.getByRole('option', { name: step, exact: true, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
}
