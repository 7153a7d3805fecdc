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
/** Pixels; a longer page is cut. */
const HIGHEST = 12_000
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

interface Rows<Row> {
  rows: Row[]
}

/** With the ids of records that exist. */
async function adminPages(page: Page): Promise<string[]> {
  const accounts = await ask<Rows<{ id: number }>>(page, 'admin.accounts.list', { per_page: 1, sort: 'subscribers' })
  const users = await ask<Rows<{ id: number }>>(page, 'admin.users.list', { per_page: 1 })
  const webhooks = await ask<Rows<{ key: string }>>(page, 'admin.webhooks.endpoints', { per_page: 1 })
  const reviews = await ask<Rows<{ kind: string; id: number }>>(page, 'admin.reviews.list', { per_page: 50 })
  const reviewed = (wanted: string) => reviews.rows.find(({ kind }) => kind === wanted)?.id
  const found: Record<string, string | number | undefined> = {
    '/accounts/1': accounts.rows[0]?.id,
    '/users/1': users.rows[0]?.id,
    '/webhooks/1': webhooks.rows[0]?.key,
    '/apps/1': reviewed('app'),
    '/templates/1': reviewed('template'),
  }
  return ADMIN_PAGES.map((address) => {
    const part = Object.keys(found).find((ending) => address.endsWith(ending))
    if (part === undefined) return address
    if (found[part] === undefined) throw new Error(`Nothing to show at ${address}`)
    return address.replace(part, part.replace('1', String(found[part])))
  })
}

async function take(page: Page, { address, size }: { address: string; size: string }): Promise<void> {
  const name = address.slice(1).replaceAll(/[^\w-]+/g, '_') || 'home'
  const screen = page.viewportSize()
  await page.goto(address)
  await untilComplete(page, address)
  // On a screen as high as the page, bars that stick to its end cover nothing, and frames further down are loaded.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (screen && height > screen.height) {
    await page.setViewportSize({ ...screen, height: Math.min(height, HIGHEST) })
    // Charts are drawn once they are seen.
    if (height <= HIGHEST) await page.waitForFunction(() => !document.querySelector('[data-plot]:empty'))
    await untilComplete(page, address)
  }
  await page.screenshot({ path: path.join(folder, `${name}-${size}.png`), fullPage: true })
  if (screen) await page.setViewportSize(screen)
}

/** Waits for what a page loads on demand too: charts, editors, frames. */
async function untilComplete(page: Page, address: string): Promise<void> {
  // A page that stays empty is a finding of its own, and the next ones are wanted too.
  await untilShown(page).catch(({ message }: Error) => console.error(`${address}: ${message.split('\n')[0]}`))
  // A page that keeps asking, such as one with the progress of a job, is not waited for.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await untilShown(page).catch(() => undefined)
}
