import { expect, type Page, test } from '@playwright/test'
import { expectNotice, keepNotices, keepUndo } from './support/notices.ts'
import { DESK, examineOpen, hydrated, PHONE, untilShown } from './support/page-checks.ts'
import { mergeTags, tagSomeone } from './support/tags.ts'
import { call, newAddress, newUser, signUp, signUpAtHome } from './support/user.ts'

test('shortcuts and the command palette reach all pages without a mouse', async ({ page }) => {
  await signUpAtHome(page, newUser('Ida'))
  const lin = newAddress('lin')
  await call(page, 'subscribers.add', { email_address: lin, first_name: 'Lin' })
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

  // The second key must follow within a second, which a slow machine can miss.
  const go = (key: string, to: string) =>
    expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await expect(title(to)).toBeVisible({ timeout: 5_000 })
    }).toPass()
  await go('t', 'Tags')
  await go('s', 'Subscribers')
  const search = page.getByRole('searchbox', { name: 'Search subscribers' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  // Shortcuts are off in text fields.
  await page.keyboard.type('g tea')
  await expect(page).toHaveURL('/subscribers?q=g+tea')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: lin })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('unicorn')
  await expect(palette.getByText('Nothing found for “unicorn”.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('api')
  await expect(palette.getByRole('option', { selected: true })).toContainText('API keys')
  await page.keyboard.press('Enter')
  await expect(title('API keys')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(lin.slice(0, 8))
  await expect(palette.getByRole('option', { name: lin, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(title('Lin')).toBeVisible()

  await call(page, 'custom_fields.create', { label: 'Kiln size' })
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('kiln')
  await expect(palette.getByRole('option', { name: 'Kiln size', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit field' }).getByLabel('Label')).toHaveValue('Kiln size')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/settings\/fields$/)
  // Without a query, the palette shows recent changes.
  await call(page, 'segments.create', { name: 'Kiln owners', definition: { conditions: [] } })
  await page.keyboard.press('ControlOrMeta+k')
  await palette.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Kiln owners' }).click()
  await expect(title('Kiln owners')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('New broadcast')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('J and K move through a list, Enter and V open a row, and all matches are tagged, untagged and saved as a segment', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const addresses = ['ann', 'bo', 'cy'].map(newAddress)
  await call(page, 'custom_fields.create', { label: 'Age', type: 'number' })
  await call(page, 'custom_fields.create', { label: 'Colors', type: 'choices', choices: ['Blue', 'Light blue'] })
  for (const [n, email_address] of addresses.entries()) {
    const fields = { age: ['9', '10', ''][n], colors: ['Light blue', 'Blue, Light blue', ''][n] }
    await call(page, 'subscribers.add', { email_address, fields })
  }
  const [oldest = '', middle = '', newest = ''] = addresses
  const row = (address: string) => page.getByRole('link', { name: address })

  await page.goto('/subscribers')
  await expect(row(oldest)).toBeVisible()
  await hydrated(page)
  await page.keyboard.press('j')
  await expect(row(newest)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(row(oldest)).toBeFocused()
  await page.keyboard.press('j')
  await expect(row(oldest)).toBeFocused()
  await page.keyboard.press('k')
  await expect(row(middle)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: middle })).toBeVisible()
  await page.getByLabel('New note').fill('Met at the fair')
  await page.getByRole('button', { name: 'Add note' }).click()
  await keepUndo(page)
  await page.getByRole('button', { name: 'Delete note' }).click()
  await expect(page.getByText('No notes yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Met at the fair')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.goBack()
  await expect(row(newest)).toBeVisible()

  await row(middle).focus()
  await page.keyboard.press('v')
  const look = page.getByRole('dialog', { name: middle })
  await expect(look.getByRole('heading', { name: 'Recent activity' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(look).toBeHidden()
  await row(middle).focus()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Select all 3' }).click()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  const tagging = page.getByRole('dialog', { name: 'Add a tag' })
  await tagging.getByLabel('Tag', { exact: true }).click()
  await page.getByPlaceholder('Find or create a tag').fill('Potters')
  await expect(page.getByRole('option', { name: 'Create “Potters”' })).toBeVisible()
  await examineOpen(page)
  await page.getByRole('option', { name: 'Create “Potters”' }).click()
  await page.setViewportSize(PHONE.viewport)
  await untilShown(page)
  await examineOpen(page)
  await tagging.getByRole('button', { name: 'Tag 3 subscribers' }).click()
  // A toast says the same, for users who have left the page.
  const tagged = page.getByRole('region', { name: 'Add a tag' })
  await expect(tagged.getByText('Tagged 3 subscribers.')).toBeVisible()
  await tagged.getByRole('button', { name: 'Undo' }).click()
  await expect(tagged.getByText('Undone for 3 subscribers.')).toBeVisible()
  await page.goto('/activity')
  await expect(page.getByRole('region', { name: 'Bulk changes' }).getByText('Add a tag “Potters”')).toBeVisible()
  await page.setViewportSize(DESK.viewport)

  await mergeTags(page, addresses)
  await page.goto('/subscribers')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('menuitem', { name: 'Subscribed', exact: true }).click()
  await expect(page.getByText('3 subscribers in all states, 3 active')).toBeVisible()
  await page.getByRole('button', { name: 'Save as segment' }).click()
  const saving = page.getByRole('dialog', { name: 'Save as segment' })
  await saving.getByLabel('Name').fill('New ones')
  await saving.getByRole('button', { name: 'Save segment' }).click()
  await expect(page.getByText('Saved “New ones”')).toBeVisible()
  await expect(page).toHaveURL(/filter=/)

  // With a filter, by a number field, empty ones last in both directions.
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByLabel('Age', { exact: true }).click()
  await columns.getByRole('button', { name: 'Save columns' }).click()
  const header = page.getByRole('columnheader', { name: 'Age', exact: true })
  const rows = page.locator('[data-row-link]')
  await header.getByRole('button').click()
  await expect(page).toHaveURL(/sort=field_/)
  await expect(rows).toContainText([middle, oldest, newest])
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows).toContainText([oldest, middle, newest])
  await page.reload()
  await expect(rows).toContainText([oldest, middle, newest])

  // Column heads are hidden on phones.
  const { viewport } = DESK
  await page.setViewportSize(PHONE.viewport)
  await expect(header.getByRole('button')).toBeHidden()
  const sort = page.getByLabel('Sort by')
  await sort.selectOption('Newest first')
  await expect(rows).toContainText([newest, middle, oldest])
  await expect(page).not.toHaveURL(/sort=/)
  await sort.selectOption('Age')
  await expect(rows).toContainText([middle, oldest, newest])
  await page.getByRole('button', { name: 'Sort ascending' }).press('Enter')
  await expect(page).toHaveURL(/order=asc/)
  await expect(rows).toContainText([oldest, middle, newest])
  await examineOpen(page)
  await page.setViewportSize(viewport)

  // A condition offers the comparisons of its field's type.
  await page.goto('/segments/new')
  await page.getByRole('button', { name: 'Add condition' }).first().click()
  await page.getByRole('menuitem', { name: 'Custom field', exact: true }).click()
  const condition = page.getByRole('group', { name: 'Custom field', exact: true })
  await condition.getByRole('button', { name: 'Custom field', exact: true }).click()
  await page.getByRole('option', { name: 'Age' }).click()
  const comparison = condition.getByLabel('Comparison')
  await expect(comparison.locator('option')).toHaveText([
    'is',
    'is more than',
    'is at least',
    'is less than',
    'is at most',
    'has any value',
    'is empty',
  ])
  await expect(page.getByText('Complete the conditions to see who matches.')).toBeVisible()
  await comparison.selectOption('is empty')
  const polarity = condition.getByLabel('Custom field: matches or not')
  await expect(polarity.locator('option:checked')).toHaveText('Custom field is empty')
  await expect(page.getByText('1 person')).toBeVisible()
  // The default condition of a new segment is meaningless with "any of these", so it is removed.
  const states = page.getByRole('group', { name: 'State', exact: true })
  await expect(states).toBeVisible()
  await page.getByLabel('Subscribers who match').selectOption('any of these')
  await expect(states).toBeHidden()
  await expect(page.getByText('1 person')).toBeVisible()
  // One of several choices must not match as part of another.
  await condition.getByRole('button', { name: 'Custom field', exact: true }).click()
  await page.getByRole('option', { name: 'Colors' }).click()
  await expect(comparison.locator('option')).toHaveText(['includes', 'has any value', 'is empty'])
  await comparison.selectOption('includes')
  await condition.getByLabel('Value').selectOption('Light blue')
  await expect(polarity.locator('option:checked')).toHaveText('Custom field matches')
  await expect(page.getByText('2 people')).toBeVisible()
  await condition.getByLabel('Value').selectOption('Blue')
  await expect(page.getByText('1 person')).toBeVisible()
})

test('a dialog traps the focus and returns it', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await keepNotices(page)
  await page.goto('/tags')
  await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible()
  await hydrated(page)
  const opener = page.getByRole('button', { name: 'New tag' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New tag' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  for (const _stop of ['cancel', 'create', 'close', 'name', 'cancel']) {
    await page.keyboard.press('Tab')
    expect(await focusIsIn(page, '[role=dialog]')).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Patrons')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Patrons' })).toBeVisible()
  const actions = page.getByRole('button', { name: 'Actions for Patrons' })
  const chooseDelete = async () => {
    await actions.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await keepUndo(page)
  // No one has the tag, so there is no confirmation, and Z restores it.
  await chooseDelete()
  await expectNotice(page, 'Deleted “Patrons”')
  await page.keyboard.press('z')
  await expectNotice(page, 'Restored “Patrons”')
  await expect(page.getByRole('link', { name: 'Patrons' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)

  await tagSomeone(page, 'Patrons')
  await chooseDelete()
  const confirm = page.getByRole('alertdialog', { name: 'Delete “Patrons”?' })
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(actions).toBeFocused()
})

const focusIsIn = (page: Page, selector: string) =>
  page.evaluate((within) => document.activeElement?.closest(within) !== null, selector)
