import { expect, request, test } from '@playwright/test'
import { pressKeys } from './administration/pages.ts'
import { makeAdministrator } from './support/database.ts'
import { IS_DEEP } from './support/deep.ts'
import { recordsOfOwnAccount } from './support/own-account.ts'
import { DESK, examine, PHONE, pageOn, SCREENS } from './support/page-checks.ts'
import { addressesOf, type Found, particulars, standalonePages } from './support/page-list.ts'
import {
  ADMIN_LIVE,
  ADMIN_PAGES,
  FORMS,
  GUIDES,
  LISTS,
  NOTHING_THERE,
  OLD_LINKS,
  OWN_VIEWS,
  PUBLIC_VIEWS,
  SIGNED_OUT,
} from './support/pages.ts'
import { ask, demoOwner, newUser, signIn, signUp } from './support/user.ts'

/** Former addresses. */
const MOVED = ['/admin/apps', '/admin/templates']

for (const device of SCREENS) {
  test(`a full account, ${device.name}`, async ({ browser }) => {
    const page = await pageOn(browser, device)
    await page.goto('/login')
    await signIn(page, demoOwner())
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    const paths = [...LISTS, ...FORMS, ...(await particulars(page)), ...(await standalonePages(page))]
    await examine(page, paths, { by_links: device === PHONE })
    await page.context().close()
  })
}

test('changing a list’s filter shows its first page', async ({ page }) => {
  await page.goto('/login')
  await signIn(page, demoOwner())
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const sent = await ask<Found>(page, 'broadcasts.list', { per_page: 50, status: 'completed' })
  await page.goto(`/broadcasts/${sent.rows[0]?.id}`)
  await page.getByRole('tab', { name: 'Recipients' }).click()
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page).toHaveURL(/after=/)
  await page.getByLabel('Filter recipients').selectOption({ label: 'Opened' })
  await expect(page).toHaveURL(/who=opened/)
  await expect(page).not.toHaveURL(/after=/)
})

test('clicks before a page’s scripts arrive take effect afterward', async ({ page }) => {
  await page.goto('/login')
  await signIn(page, demoOwner())
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  let scripts = Promise.withResolvers<void>()
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/tags', { waitUntil: 'commit' })
  const search = page.getByRole('searchbox')
  await search.fill('course')
  const typed_on = search.evaluate(typeWhenReady, 's')
  await page.getByRole('button', { name: 'New tag' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  scripts.resolve()
  await typed_on
  await expect(page.getByRole('dialog', { name: 'New tag' })).toBeVisible()
  await expect(page).toHaveURL(/q=courses(&|$)/)
  await expect(page).toHaveURL(/new=true/)
  scripts = Promise.withResolvers<void>()
  await page.goto('/analytics', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Period' }).selectOption('90')
  scripts.resolve()
  await expect(page).toHaveURL(/days=90/)
})

/** Runs in the page. Types at the end of a field as soon as React handles it, before earlier typing is replayed. */
async function typeWhenReady(field: HTMLInputElement, text: string): Promise<void> {
  while (!Object.keys(field).some((name) => name.startsWith('__reactProps$'))) await new Promise(requestAnimationFrame)
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  document.execCommand('insertText', false, text)
}

// The same components with little content, on the narrowest screen.
test('an empty account, on a phone', async ({ page, browser, baseURL }) => {
  await signUp(page, newUser('Ida'))
  const same = await pageOn(browser, PHONE, await page.context().storageState())
  await examine(
    same,
    [
      ...LISTS,
      '/settings/fields',
      '/settings/api-keys',
      '/settings/webhooks',
      '/subscribers?q=unknown',
      '/broadcasts/4711',
    ],
    { by_links: true, missing: ['/broadcasts/4711', 'broadcasts.get'] },
  )
  await same.context().close()
  // Administration pages do not exist for other users, whether or not their records do.
  expect(ADMIN_PAGES).toContain('/admin/settings')
  const visitor = await request.newContext({ baseURL })
  for (const asker of [page.request, visitor]) {
    for (const path of ADMIN_PAGES) {
      const answer = await asker.get(path, { maxRedirects: 0 })
      const text = await answer.text()
      // An instance setting: a layout that refuses does not withhold the props of its page.
      expect([path, text.includes('audit_days')]).toEqual([path, false])
      const titles = [...text.matchAll(/<title>([^<]*)/g)].map(([, title]) => title)
      expect([path, answer.status(), ...new Set(titles)]).toEqual([path, 404, 'Not found · Envoi'])
    }
    for (const path of ['/admin/never-was', '/api/admin/audit'])
      expect([path, (await asker.get(path, { maxRedirects: 0 })).status()]).toEqual([path, 404])
    expect(await (await asker.get('/')).text()).not.toContain('href="/admin')
  }
  await visitor.dispose()
})

test('administration pages with little content, and their keys', async ({ page, browser }) => {
  const user = newUser('Kai')
  await signUp(page, user)
  await makeAdministrator(user.email_address)
  const session = await page.context().storageState()
  for (const device of SCREENS) {
    const same = await pageOn(browser, device, session)
    await examine(same, [...ADMIN_LIVE, '/admin/jobs?view=jobs'], { by_links: true })
    await same.context().close()
  }
  await page.goto('/admin')
  await expect(page.getByText(/^Accounts by day appear here from/)).toBeVisible()
  for (const path of MOVED) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/admin\/review/)
  }
  await pressKeys(page)
})

test('pages without a session, and pages for which the demo account has no records', async ({ page, browser }) => {
  const records = await recordsOfOwnAccount(page)
  const session = await page.context().storageState()
  if (IS_DEEP) {
    const on_desk = await pageOn(browser, DESK)
    await examine(on_desk, [...SIGNED_OUT, ...addressesOf(PUBLIC_VIEWS, records), ...GUIDES])
    await on_desk.context().close()
  }
  const on_phone = await pageOn(browser, PHONE)
  const about_records = addressesOf(PUBLIC_VIEWS, records)
  await examine(on_phone, [...SIGNED_OUT, ...OLD_LINKS, ...NOTHING_THERE, ...about_records], { missing: NOTHING_THERE })
  await on_phone.context().close()
  const same = await pageOn(browser, DESK, session)
  await examine(same, addressesOf(OWN_VIEWS, records))
  await same.context().close()
})
