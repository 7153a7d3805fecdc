import { expect, type Page, test } from '@playwright/test'
import { makeAdministrator } from './support/database.ts'
import { DESK, PHONE, untilShown } from './support/page-checks.ts'
import { call, newUser, signUp } from './support/user.ts'

// Links and buttons visible without scrolling, and the direction of texts.

test('a 900 px high sidebar shows Settings without scrolling, and administration has a separate sidebar with a link back', async ({
  page,
}) => {
  const ida = newUser('Ida')
  await signUp(page, ida)
  await makeAdministrator(ida.email_address)
  await page.setViewportSize(DESK.viewport)
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Exports and jobs', 'Settings', 'Administration'])
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Administration', exact: true }).click()
  const back = nav.getByRole('link', { name: 'Back to your account' })
  await expect(back).toBeInViewport({ ratio: 1 })
  await expect(nav.getByRole('link', { name: 'Broadcasts' })).toHaveCount(0)
  for (const link of await nav.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
  await back.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

  await test.step('on a phone, the pages of the settings are a list in groups, with whole names', async () => {
    await page.setViewportSize(PHONE.viewport)
    await page.goto('/settings')
    const settings = page.getByRole('navigation', { name: 'Settings' }).filter({ visible: true })
    await expect(settings.getByRole('list')).not.toHaveCount(1)
    const links = await settings.getByRole('link').all()
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) expect(await link.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    await settings.getByRole('link', { name: 'Team' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
    await expect(settings).toBeHidden()
  })
})

test('editor toolbars fit one line at 1440 px, drafts show no results, and texts have their own direction', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  await page.setViewportSize(DESK.viewport)
  const content = '<p>Hello</p>'
  const broadcast = await call<{ id: number }>(page, 'broadcasts.create', { subject: 'The moss is out', content })
  const post = await call<{ id: number }>(page, 'posts.create', { title: 'Moss', content })
  for (const path of [`/broadcasts/${broadcast.id}`, `/posts/${post.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('toolbar').first()).toBeVisible()
    expect([path, await linesOf(page)]).toEqual([path, [1]])
  }

  await page.goto(`/broadcasts/${broadcast.id}`)
  for (const [text, direction] of [
    ['الطحلب ينمو', 'rtl'],
    ['Moss grows', 'ltr'],
  ] as const) {
    await page.getByLabel('Subject').fill(text)
    await expect(page.getByLabel('Subject')).toHaveCSS('direction', direction)
    await expect(page.getByRole('heading', { level: 1 }).getByText(text)).toHaveCSS('direction', direction)
  }
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.setViewportSize(PHONE.viewport)
  for (const path of ['/broadcasts', '/']) {
    await page.goto(path)
    await untilShown(page)
    const row = page.getByRole('row').filter({ hasText: 'Moss grows' })
    await expect(row).toBeVisible()
    for (const label of ['Sent', 'Opened', 'Clicked', '–'])
      await expect(row.getByText(label, { exact: true }).filter({ visible: true })).toHaveCount(0)
  }
})

/** Returns the number of lines that each toolbar's buttons take. */
const linesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=toolbar]')].map((toolbar) => {
      const places = [...toolbar.querySelectorAll('button')]
        .map((button) => button.getBoundingClientRect())
        .filter(({ width }) => width > 0)
      return new Set(places.map(({ top, height }) => Math.round((top + height / 2) / 10))).size
    }),
  )
