import { type Browser, type BrowserContext, type Page, chromium as playwright } from '@playwright/test'
import { chromium } from '../e2e/support/chromium.ts'
import { running } from '../e2e/support/running.ts'
import start from '../e2e/support/service.ts'
import { ask, call, demoOwner, signIn } from '../e2e/support/user.ts'

export interface DemoProduct {
  base_url: string
  browser: Browser
  /** Signed in as the owner of the demo account. */
  context: BrowserContext
  /** Pages of the dashboard, and pages for visitors, by name. */
  pages: { dashboard: Record<string, string>; visitors: Record<string, string> }
  close: () => Promise<void>
}

/** Starts the built product with its demo account, adds a landing page and a form to it, and signs in. */
export async function startDemo(): Promise<DemoProduct> {
  const stop = await start()
  const browser = await playwright.launch(await chromium())
  const close = async () => {
    await browser.close()
    await stop()
  }
  try {
    const base_url = running()?.base_url ?? ''
    const context = await browser.newContext({ baseURL: base_url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto('/login')
    await signIn(page, demoOwner())
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const pages = { dashboard: await pagesOfDashboard(page), visitors: await pagesOfVisitors(page) }
    await page.close()
    return { base_url, browser, context, pages, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function first<Row>(page: Page, procedure: string, input: object = {}): Promise<Row> {
  const { rows } = await ask<{ rows: Row[] }>(page, procedure, { per_page: 1, ...input })
  if (!rows[0]) throw new Error(`The demo account has nothing in ${procedure}`)
  return rows[0]
}

async function pagesOfDashboard(page: Page): Promise<Record<string, string>> {
  const report = await first<{ id: number }>(page, 'broadcasts.list', { status: 'completed' })
  const subscriber = await first<{ id: number }>(page, 'subscribers.list')
  return {
    home: '/',
    subscribers: '/subscribers',
    'one subscriber': `/subscribers/${subscriber.id}`,
    broadcasts: '/broadcasts',
    report: `/broadcasts/${report.id}?tab=overview`,
    sequences: '/sequences',
    automations: '/automations',
    forms: '/forms',
    tags: '/tags',
    segments: '/segments',
    posts: '/posts',
    templates: '/templates',
    snippets: '/snippets',
    images: '/images',
    analytics: '/analytics',
    purchases: '/purchases',
    activity: '/activity',
    settings: '/settings',
  }
}

async function pagesOfVisitors(page: Page): Promise<Record<string, string>> {
  type Form = { id: number; embed_url: string }
  const landing = await call<Form>(page, 'forms.landing.create', { name: 'Spring course', template: 'course' })
  const { draft } = await ask<{ draft: { version: number } }>(page, 'forms.landing.get', { id: landing.id })
  await call(page, 'forms.landing.publish', { id: landing.id, version: draft.version })
  const form = await call<Form>(page, 'forms.create', { name: 'Studio', type: 'hosted', format: null })
  const posts = await ask<{ rows: { public_url: string | null }[] }>(page, 'posts.list', { per_page: 10 })
  const post = posts.rows.find(({ public_url }) => public_url)?.public_url
  if (!post) throw new Error('The demo account has no published post')
  return { form: form.embed_url, 'landing page': landing.embed_url, post }
}
