import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, type Page, test } from '@playwright/test'
import { makeAdministrator } from './support/database.ts'
import { recordsOfOwnAccount } from './support/own-account.ts'
import { DESK, PHONE, pageOn, untilShown } from './support/page-checks.ts'
import { addressesOf, adminPages, particulars, type Records, standalonePages } from './support/page-list.ts'
import { FORMS, GUIDES, LISTS, OWN_VIEWS, PUBLIC_VIEWS, SIGNED_OUT } from './support/pages.ts'
import { startProduct } from './support/process.ts'
import { running } from './support/running.ts'
import { demoOwner, signIn } from './support/user.ts'

// Takes images of every page, not a test: see scripts/pictures.mjs. PICTURES is the folder, PAGES a part of the URLs to include.

const folder = process.env.PICTURES ?? ''
const wanted = (address: string) => address.includes(process.env.PAGES ?? '')
/** In pixels. Longer pages are cut off. */
const HIGHEST = 12_000

const looks = [DESK, PHONE].flatMap((device) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...device, colorScheme })),
)

test.describe.configure({ mode: 'serial' })

/** Records that the demo account lacks, and public pages. */
let own: { records: Records; session: Awaited<ReturnType<BrowserContext['storageState']>> }

test.beforeAll(async ({ browser }) => {
  mkdirSync(folder, { recursive: true })
  const { data_dir = '' } = running() ?? {}
  const { email_address } = demoOwner()
  await makeAdministrator(email_address)
  const seed = await startProduct({ DATA_DIR: data_dir }, { program: 'cli', args: ['seed', '--accounts', '200'] })
  await once(seed.child, 'exit')
  const page = await pageOn(browser, DESK)
  own = { records: await recordsOfOwnAccount(page), session: await page.context().storageState() }
  await page.context().close()
})

for (const look of looks) {
  const size = `${look.viewport.width}-${look.colorScheme}`
  test(`pictures at ${size}`, async ({ browser }) => {
    const out = await pageOn(browser, look)
    const public_pages = [...SIGNED_OUT, ...GUIDES, ...addressesOf(PUBLIC_VIEWS, own.records), '/no-such-page']
    for (const address of public_pages.filter(wanted)) await take(out, { address, size })
    await out.context().close()
    const owner = await pageOn(browser, look, own.session)
    for (const address of addressesOf(OWN_VIEWS, own.records).filter(wanted)) await take(owner, { address, size })
    await owner.context().close()
    const page = await pageOn(browser, look)
    await page.goto('/login')
    await signIn(page, demoOwner())
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const records = [...(await particulars(page)), ...(await standalonePages(page)), ...(await adminPages(page))]
    const pages = [...LISTS, ...FORMS, ...records]
    for (const address of pages.filter(wanted)) await take(page, { address, size })
    await page.context().close()
  })
}

async function take(page: Page, { address, size }: { address: string; size: string }): Promise<void> {
  const name = address.slice(1).replaceAll(/[^\w-]+/g, '_') || 'home'
  const screen = page.viewportSize()
  await page.goto(address)
  await untilComplete(page, address)
  // On a screen as tall as the page, sticky bars cover nothing and frames further down are loaded.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (screen && height > screen.height) {
    await page.setViewportSize({ ...screen, height: Math.min(height, HIGHEST) })
    // Charts are drawn when they become visible, so hidden ones never are.
    if (height <= HIGHEST)
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLElement>('[data-plot]:empty')].every((plot) => plot.offsetParent === null),
      )
    await untilComplete(page, address)
  }
  await page.screenshot({ path: path.join(folder, `${name}-${size}.png`), fullPage: true })
  if (screen) await page.setViewportSize(screen)
}

/** Waits for content that a page loads on demand: charts, editors, frames. */
async function untilComplete(page: Page, address: string): Promise<void> {
  // A page that stays empty is reported, and the next ones are still taken.
  await untilShown(page).catch(({ message }: Error) => console.error(`${address}: ${message.split('\n')[0]}`))
  // Some pages never stop requesting, such as a job's progress, so stop waiting.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await untilShown(page).catch(() => undefined)
}
