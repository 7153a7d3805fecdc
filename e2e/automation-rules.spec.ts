import { expect, test } from '@playwright/test'
import { openForm, subscribeBy } from './support/automations.ts'
import { expectNotice } from './support/notices.ts'
import { ask, newAddress, newUser, signUp } from './support/user.ts'

test('rules are built in an empty account and refused while one is invalid, a sign-up runs both, and one is converted', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const form = await openForm(page)
  const dialog = page.getByRole('dialog')
  const card = (name: string) =>
    page.getByRole('list', { name: 'Actions' }).getByRole('listitem').filter({ hasText: name })
  const publish = async (version: number) => {
    await dialog.getByRole('button', { name: /^Publish/ }).click()
    await expectNotice(page, `Published version ${version}`)
  }
  const startRule = async (name: string, trigger: string) => {
    await page.getByRole('button', { name: 'New rule' }).first().click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create rule' }).click()
    await page.getByRole('button', { name: 'Add trigger' }).click()
    await page.getByRole('menuitem', { name: trigger }).click()
  }
  const addAction = async (name: string) => {
    await page.getByRole('button', { name: /^Add (another )?action$/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  await page.goto('/automations?tab=rule')
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
  await startRule('Welcome by form', 'Joins a form')
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await page.getByRole('option', { name: 'Footer' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Add an action: the rule does nothing yet.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await addAction('Add a tag')
  // A missing value is reported at its field.
  await page.getByRole('switch').click()
  const tag = card('Add a tag').getByRole('button', { name: 'Tag', exact: true })
  await expect(tag).toBeFocused()
  await expect(tag).toHaveAccessibleDescription('Choose a tag')
  await expect(dialog).toHaveCount(0)
  await tag.click()
  await page.getByPlaceholder('Find or create a tag').fill('New')
  await page.getByRole('option', { name: 'Create “New”' }).click()
  await addAction('Add to a sequence')
  await card('Add to a sequence').getByRole('button', { name: 'Sequence', exact: true }).click()
  await page.getByPlaceholder('Find or create a sequence').fill('Moss course')
  await page.getByRole('option', { name: 'Create “Moss course”' }).click()
  await expect(
    page.getByText('When a subscriber joins a form (Footer): add a tag (New), then add to a sequence (Moss course).'),
  ).toBeVisible()
  await page.getByRole('switch', { name: 'Off' }).click()
  await publish(1)
  await expect(page.getByRole('switch', { name: 'On' })).toBeChecked()

  // The second rule starts where the first one ends.
  await page.goto('/automations?tab=rule')
  await startRule('Note the source', 'Gets a tag')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('option', { name: 'New', exact: true }).click()
  await addAction('Set a custom field')
  const field = card('Set a custom field')
  const value = field.getByLabel('Value', { exact: true })
  // Text typed while the custom field is being created stays.
  const typed = Promise.withResolvers<void>()
  await page.route(/custom_fields\.create/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await field.getByRole('button', { name: 'Custom field', exact: true }).click()
  await page.getByPlaceholder('Find or create a custom field').fill('Source')
  const asked = page.waitForRequest(/custom_fields\.create/)
  await page.getByRole('option', { name: 'Create “Source”' }).click()
  await asked
  await value.fill('{{ footer')
  typed.resolve()
  await expect(field.getByRole('button', { name: 'Custom field', exact: true })).toContainText('Source')
  await expect(value).toHaveValue('{{ footer')
  await expect(value).toHaveAccessibleDescription(/The value has a mistake: /)
  await page.getByRole('switch', { name: 'Off' }).click()
  await expect(dialog.getByText('Fix the fields marked in red first.')).toBeVisible()
  await expect(dialog.getByText(/^The value has a mistake: /)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await value.fill('Footer')
  await expect(value).not.toHaveAttribute('aria-invalid')
  await page.getByRole('switch', { name: 'Off' }).click()
  await publish(1)

  const lin = newAddress('lin')
  await subscribeBy(page, form, lin)
  const rules = async () =>
    (
      await ask<{ rows: { id: number; name: string; completed: number }[] }>(page, 'automations.list', {
        per_page: 25,
        kind: 'rule',
      })
    ).rows
  await expect.poll(async () => (await rules()).map(({ completed }) => completed)).toEqual([1, 1])
  const idOf = (found: Awaited<ReturnType<typeof rules>>, wanted: string) =>
    found.find(({ name }) => name === wanted)?.id
  for (const [name, ...lines] of [
    ['Welcome by form', 'Entered: joins “Footer”.', 'Add the tag “New”'],
    ['Note the source', 'Entered: gets the tag “New”.', 'Set it to “Footer”.'],
  ] as const) {
    await page.goto(`/automations/${idOf(await rules(), name)}`)
    // Rendered by the page’s scripts, which then open the tab.
    await expect(page.getByRole('list', { name: 'Actions' })).toBeVisible()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('button', { name: lin }).click()
    for (const line of [...lines, 'Completed the automation.']) await expect(dialog.getByText(line)).toBeVisible()
  }

  await page.goto(`/automations/${idOf(await rules(), 'Note the source')}`)
  await value.fill('Footer form')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  // Publishing asks about subscribers who already have the tag.
  await dialog.getByRole('radio', { name: /^Leave them out/ }).click()
  await publish(2)
  await page.getByRole('switch', { name: 'On' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('No one is inside. No one enters until you resume it.')).toBeVisible()
  await question.getByRole('button', { name: 'Pause rule' }).click()
  await expectNotice(page, 'Paused “Note the source”')
  await expect(page.getByRole('switch', { name: 'Off' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Actions for Note the source' }).click()
  await page.getByRole('menuitem', { name: 'Convert to automation' }).click()
  await expectNotice(page, 'This rule is now an automation')
  await expect(page.getByRole('button', { name: /^Set a custom field.*Source.*Footer form/s })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  // Its history stays.
  await page.getByRole('tab', { name: 'Subscribers' }).click()
  await page.getByLabel('State').selectOption('Completed')
  await page.getByRole('button', { name: lin }).click()
  await expect(dialog.getByText('Set it to “Footer”.')).toBeVisible()
})
