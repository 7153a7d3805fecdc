import { expect, test } from '@playwright/test'
import { ask, call, newUser, signUp } from './support/user.ts'

test('steps are copied within and between automations, undone, searched and zoomed, by mouse and keyboard', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const tags = ['Clay', 'Glaze', 'Kiln', 'Wheel', 'Studio', 'Guest']
  const ids = await Promise.all(tags.map((name) => call<{ id: number }>(page, 'tags.create', { name })))
  const create = (name: string, graph?: object) =>
    call<{ id: number }>(page, 'automations.create', { name, kind: 'visual', ...(graph ? { graph } : {}) })
  const steps = ids.map(({ id }, at) => ({
    id: `s${at}`,
    kind: 'action',
    action: { type: 'add_tag', tag_id: id },
    next: at + 1 < ids.length ? `s${at + 1}` : null,
  }))
  const { id } = await create('Course', { triggers: [], first: 's0', steps })
  const other = await create('Follow-up')
  const { keyboard } = page
  const box = (tag: string) => page.getByRole('button', { name: new RegExp(`^Add a tag.*${tag}`, 's') })

  await page.goto(`/automations/${id}`)
  await expect(page.getByRole('img', { name: 'Automation map' })).toBeVisible()
  await box('Clay').click()
  await keyboard.press('Escape')
  await expect(box('Clay')).toBeFocused()
  await keyboard.press('ControlOrMeta+c')
  await keyboard.press('ArrowDown')
  await expect(box('Glaze')).toBeFocused()
  await keyboard.press('ControlOrMeta+v')
  await expect(box('Clay')).toHaveCount(2)
  await expect(box('Clay').last()).toBeFocused()
  // Each step has its own position, below the previous one.
  const tops = await page
    .getByRole('button', { name: /^Add a tag/ })
    .evaluateAll((boxes) => boxes.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(7)
  await keyboard.press('ControlOrMeta+z')
  await expect(box('Clay')).toHaveCount(1)
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await expect(box('Clay')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(box('Clay')).toHaveCount(1)

  // The search steps through the matches, and closing it keeps the current one selected.
  await page.getByLabel('Search steps').fill('add a tag')
  await expect(page.getByText('6 found')).toBeVisible()
  // The search starts at the selected step.
  for (const at of [2, 3, 4]) {
    await keyboard.press('Enter')
    await expect(page.getByText(`${at} of 6`)).toBeVisible()
  }
  await keyboard.press('Escape')
  await expect(box('Wheel')).toBeFocused()
  await expect(page.getByLabel('Search steps')).toHaveValue('')
  await keyboard.press('/')
  await keyboard.type('guest')
  await keyboard.press('Enter')
  await expect(box('Guest')).toBeFocused()
  await expect(box('Guest')).toBeInViewport()

  const zoom = page.getByLabel('Zoom', { exact: true })
  const percent = async () => Number.parseInt((await zoom.textContent()) ?? '', 10)
  const before = await percent()
  await keyboard.press('-')
  // Zooming is animated, so a value may be read halfway. Zooming out makes it a sixth smaller, and zooming in may end a percent below the
  // start.
  await expect.poll(percent).toBeLessThan(before * 0.86)
  const smaller = await percent()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(percent).toBeGreaterThan(smaller)
  await page.getByRole('button', { name: 'Show everything' }).click()
  for (const tag of ['Clay', 'Guest']) await expect(box(tag)).toBeInViewport({ ratio: 1 })

  // By mouse, into another automation.
  await box('Guest').click()
  await page.getByRole('complementary').getByRole('button', { name: 'Copy', exact: true }).click()
  await page.goto(`/automations/${other.id}`)
  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('option', { name: 'Paste the copied step' }).click()
  await expect(box('Guest')).toBeFocused()
  await expect
    .poll(
      async () => (await ask<{ graph: { steps: object[] } }>(page, 'automations.get', { id: other.id })).graph.steps,
    )
    .toMatchObject([{ action: { tag_id: ids.at(-1)?.id } }])
})
