import { globSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { makeAdministrator } from './support/database.ts'
import { messageTo } from './support/mailbox.ts'
import { DESK, examine, PHONE, pageOn } from './support/page-checks.ts'
import { ask, call, demoOwner, newAddress, newUser, signIn, signUp } from './support/user.ts'

const LISTS = [
  '/',
  '/broadcasts',
  '/sequences',
  '/automations',
  '/automations?tab=rule',
  '/mail',
  '/subscribers',
  '/subscribers/import',
  '/forms',
  '/segments',
  '/tags',
  '/posts',
  '/templates',
  '/snippets',
  '/purchases',
  '/activity',
]
const FORMS = [
  '/subscribers/new',
  '/segments/new',
  '/snippets/new',
  '/settings',
  '/settings/sending-addresses',
  '/settings/sending-domains',
  '/settings/profile',
  '/settings/fields',
  '/settings/apps',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/team',
  '/settings/plan',
  '/settings/security',
]

const ADMIN_PAGES = globSync('app/(dashboard)/admin/**/page.tsx').map((file) =>
  file.replace('app/(dashboard)', '').replace('/page.tsx', '').replace('[id]', '1'),
)

/** Pages of administrators that show what the instance does now. */
const ADMIN_LIVE = ADMIN_PAGES.filter((path) =>
  /^\/admin\/(jobs|mail|review|webhooks)$|^\/admin\/mail\/(domains|messages|test)$/.test(path),
)
/** Former addresses. */
const MOVED = ['/admin/apps', '/admin/templates']

for (const device of [DESK, PHONE]) {
  test(`a full account, ${device.name}`, async ({ browser }) => {
    const page = await pageOn(browser, device)
    await page.goto('/login')
    await signIn(page, demoOwner())
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await examine(page, [...LISTS, ...FORMS, ...(await particulars(page))], { by_links: device === PHONE })
    await page.context().close()
  })
}

test('a changed filter of a list shows its first page', async ({ page }) => {
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

// The same components with little content, on the narrowest screen.
test('an empty account, on a phone', async ({ page, browser }) => {
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
    { by_links: true },
  )
  await same.context().close()
  // Pages of administrators do not exist for others, whether or not what they would show does.
  expect(ADMIN_PAGES).toContain('/admin/settings')
  for (const path of ADMIN_PAGES) expect([path, (await page.request.get(path)).status()]).toEqual([path, 404])
})

test('pages of administrators with little content', async ({ page, browser }) => {
  const user = newUser('Kai')
  await signUp(page, user)
  await makeAdministrator(user.email_address)
  const session = await page.context().storageState()
  for (const device of [DESK, PHONE]) {
    const same = await pageOn(browser, device, session)
    await examine(same, [...ADMIN_LIVE, '/admin/jobs?view=jobs'], { by_links: true })
    await same.context().close()
  }
  for (const path of MOVED) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/admin\/review/)
  }
})

test('pages without a session', async ({ page, browser }) => {
  const on_desk = await pageOn(browser, DESK)
  await examine(on_desk, ['/login', '/sign-up', '/docs', '/docs/webhooks', '/apps'])
  await on_desk.context().close()
  const on_phone = await pageOn(browser, PHONE)
  await examine(on_phone, [
    '/login',
    '/sign-up',
    '/forgot-password',
    '/reset-password/never-was',
    '/invitations/never-was',
    '/confirm-sending-address/never-was',
    '/no-such-page',
    '/docs',
    '/apps',
    '/apps/4711',
    '/u/never-was',
    '/f/never-was',
    '/confirm/never-was',
    await unsubscribeAddress(page),
  ])
  await on_phone.context().close()
})

interface Found {
  rows: { id: number; status: string }[]
}

/** One record of each type in the demo account. */
async function particulars(page: Page): Promise<string[]> {
  const { rows: broadcasts } = await ask<Found>(page, 'broadcasts.list', { per_page: 50 })
  const draft = broadcasts.find(({ status }) => status === 'draft')?.id
  const sent = broadcasts.find(({ status }) => status === 'completed')?.id
  const kinds = ['subscribers', 'forms', 'sequences', 'segments', 'snippets', 'posts']
  const [subscriber, form, sequence, segment, snippet, post] = await Promise.all(
    kinds.map(async (kind) => (await ask<Found>(page, `${kind}.list`, { per_page: 1 })).rows[0]?.id),
  )
  expect([draft, sent, subscriber, form, sequence, segment, snippet, post]).not.toContain(undefined)
  const [webhook] = await ask<{ id: number }[]>(page, 'webhooks.list', {})
  const { steps } = await ask<{ steps: { id: number }[] }>(page, 'sequences.get', { id: sequence })
  return [
    `/broadcasts/${draft}`,
    `/broadcasts/${sent}`,
    `/subscribers/${subscriber}`,
    '/subscribers?status=cancelled',
    `/forms/${form}`,
    `/forms/${form}?tab=share`,
    `/forms/${form}?tab=subscribers`,
    `/sequences/${sequence}`,
    `/sequences/${sequence}?tab=subscribers`,
    `/sequences/${sequence}?tab=settings`,
    `/sequences/${sequence}/emails/${steps[0]?.id}`,
    `/segments/${segment}`,
    `/snippets/${snippet}`,
    `/posts/${post}`,
    `/settings/webhooks/${webhook?.id}`,
    ...(await ofApps(page)),
    `/activity?request=${await bulkRequestWithFailures(page)}`,
    ...(await automationPages(page)),
  ]
}

/** The views of an automation with subscribers inside, and of a rule. */
async function automationPages(page: Page): Promise<string[]> {
  const { rows } = await ask<{ rows: { id: number; kind: string; held: number; state: string }[] }>(
    page,
    'automations.list',
    { per_page: 50 },
  )
  const held = rows.find((row) => row.held > 0)?.id
  const rule = rows.find(({ kind, state }) => kind === 'rule' && state === 'live')?.id
  const { emails } = await ask<{ emails: { id: number }[] }>(page, 'automations.get', { id: held })
  const email = `/automations/${held}/emails/${emails[0]?.id}`
  return [
    `/automations/${held}`,
    `/automations/${held}?at=care`,
    `/automations/${held}?tab=subscribers&state=held`,
    `/automations/${held}?tab=versions`,
    email,
    `${email}?tab=recipients`,
    `/automations/${rule}`,
    `/automations/${rule}?tab=subscribers`,
  ]
}

async function bulkRequestWithFailures(page: Page): Promise<number | undefined> {
  type Found = { requests: { id: number; failed_count: number }[] }
  const { requests } = await ask<Found>(page, 'bulk_requests.list', {})
  const id = requests.find(({ failed_count }) => failed_count > 0)?.id
  expect(id).toBeDefined()
  return id
}

/** A store page and all tabs of an unpublished app. */
async function ofApps(page: Page): Promise<string[]> {
  const { apps } = await ask<{ apps: { id: number }[] }>(page, 'apps.store', {})
  const own = await ask<{ id: number; status: string }[]>(page, 'apps.develop.list', {})
  const draft = own.find(({ status }) => status === 'unpublished')?.id
  expect([apps[0]?.id, draft]).not.toContain(undefined)
  const parts = ['access', 'plugins', 'events', 'publish'].map((tab) => `/apps/develop/${draft}?tab=${tab}`)
  return [`/apps/${apps[0]?.id}`, `/apps/develop/${draft}`, ...parts]
}

/** Sends one email and returns its unsubscribe link. */
async function unsubscribeAddress(page: Page): Promise<string> {
  const recipient = newAddress('lin')
  const ida = newUser('Ida')
  await signUp(page, ida)
  await call(page, 'account.saveSettings', {
    name: 'The Moss Weekly',
    time_zone: 'Europe/Oslo',
    postal_address: 'Mosegata 4, 5003 Bergen, Norway',
    open_tracking_enabled: true,
    click_tracking_enabled: true,
    undo_seconds: 0,
  })
  await call(page, 'subscribers.add', { email_address: recipient })
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'Hello',
    content: '<p>Hello</p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  await call(page, 'broadcasts.send', { id })
  const { html = '' } = await messageTo(recipient)
  const address = /https?:\/\/[^"]+\/u\/[^"]+/.exec(html)?.[0]
  if (!address) throw new Error(`No way to unsubscribe in: ${html}`)
  return address
}
