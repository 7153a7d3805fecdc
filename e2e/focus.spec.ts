import { expect, test } from '@playwright/test'
import { openForm } from './support/automations.ts'
import { hydrated, SCREENS } from './support/page-checks.ts'
import { call, newUser, signUp } from './support/user.ts'

for (const { name, viewport } of SCREENS)
  test(`on a long page, neither the focused element nor its error is behind the action bar, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await signUp(page, newUser('Ida'))
    const { id } = await call<{ id: number }>(page, 'forms.create', { name: 'Moss', type: 'embed', format: 'inline' })
    await page.goto(`/forms/${id}?tab=content`)
    await hydrated(page)
    const first = page.getByLabel('Heading', { exact: true })
    await first.focus()
    const behind: string[] = []
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate(nameIfBehind)
      if (hidden) behind.push(hidden)
    }
    expect(behind).toEqual([])
    await page.getByLabel('Redirect URL').fill('not a url')
    await first.focus()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByLabel('Redirect URL')).toBeFocused()
    await expect.poll(() => page.evaluate(nameIfBehind)).toBeNull()
  })

test('a menu opened while a popover closes stays open', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await openForm(page)
  const dialog = page.getByRole('dialog')
  await page.goto('/automations?tab=rule')
  await page.getByRole('button', { name: 'New rule' }).first().click()
  await dialog.getByLabel('Name').fill('Welcome')
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('button', { name: 'Add trigger' }).click()
  await page.getByRole('menuitem', { name: 'Joins a form' }).click()
  await page.getByRole('button', { name: 'Add action' }).click()
  await page.getByRole('menuitem', { name: 'Add a tag', exact: true }).click()
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(page.getByRole('option', { name: 'Footer' })).toBeVisible()
  // Before the popover returns the focus to its button.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[role=option]')?.click()
    const button = [...document.querySelectorAll('button')].find((one) =>
      one.textContent?.includes('Add another action'),
    )
    button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }))
  })
  await page.getByRole('menuitem', { name: 'Add a tag', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Actions' }).getByRole('listitem')).toHaveCount(2)
})

/** Runs in the page. Returns the name of the focused field or button, or its error message, if another element covers it. */
function nameIfBehind(): string | null {
  const focused = document.activeElement
  if (!focused?.matches('form :is(input, select, textarea, button)')) return null
  const described = focused.getAttribute('aria-describedby')?.split(' ') ?? []
  for (const element of [focused, ...described.map((id) => document.getElementById(id))]) {
    if (!element) continue
    const { x, y, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!found || !(element.contains(found) || found.contains(element)))
      return `${(element.textContent || element.getAttribute('name') || '').slice(0, 80)} at ${Math.round(y)}`
  }
  return null
}
