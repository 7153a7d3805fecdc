import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Page, test } from '@playwright/test'
import { makeAdministrator } from './support/database.ts'
import { DESK, PHONE, pageOn, untilShown } from './support/page-checks.ts'
import { ADMIN_PAGES, FORMS, LISTS, particulars } from './support/page-list.ts'
import { startProduct } from './support/process.ts'
import { running } from './support/running.ts'
import { ask, demoOwner, signIn } from './support/user.ts'

// Pictures of every page, not a test: see scripts/pictures.mjs. PICTURES names the folder, PAGES a part of the addresses wanted.

const folder = process.env.PICTURES ?? ''
const wanted = (address: string) => address.includes(process.env.PAGES ?? '')
const SIGNED_OUT = ['/login', '/sign-up', '/forgot-password', '/apps', '/docs', '/no-such-page']

const looks = [DESK, PHONE].flatMap((device) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...device, colorScheme })),
)

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  const { data_dir = '' } = running() ?? {}
  const { email_address } = demoOwner()
  await makeAdministrator(email_address)
  const seed = await startProduct({ DATA_DIR: data_dir }, { program: 'cli', args: ['seed', '--accounts', '200'] })
  await once(seed.child, 'exit')
})

for (const look of looks) {
  const size = `${look.viewport.width}-${look.colorScheme}`
  test(`pictures at ${size}`, async ({ browser }) => {
    const out = await pageOn(browser, look)
    for (const address of SIGNED_OUT.filter(wanted)) await take(out, { address, size })
    await out.context().close()
    const page = await pageOn(browser, look)
    await page.goto('/login')
    await signIn(page, demoOwner())
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const pages = [...LISTS, ...FORMS, ...(await particulars(page)), ...(await adminPages(page))]
    for (const address of pages.filter(wanted)) await take(page, { address, size })
    await page.context().close()
  })
}

/** With the ids of records that exist. */
async function adminPages(page: Page): Promise<string[]> {
  const { rows: accounts } = await ask<{ rows: { id: number }[] }>(page, 'admin.accounts.list', {
    per_page: 5,
    sort: 'subscribers',
  })
  const { rows: users } = await ask<{ rows: { id: number }[] }>(page, 'admin.users.list', { per_page: 1 })
  return ADMIN_PAGES.map((address) =>
    address.replace('/accounts/1', `/accounts/${accounts[0]?.id}`).replace('/users/1', `/users/${users[0]?.id}`),
  )
}

async function take(page: Page, { address, size }: { address: string; size: string }): Promise<void> {
  const name = address.slice(1).replaceAll(/[^\w-]+/g, '_') || 'home'
  await page.goto(address)
  // A page that stays empty is a finding of its own, and the next ones are wanted too.
  await untilShown(page).catch(({ message }: Error) => console.error(`${address}: ${message.split('\n')[0]}`))
  await page.screenshot({ path: path.join(folder, `${name}-${size}.png`), fullPage: true })
}
