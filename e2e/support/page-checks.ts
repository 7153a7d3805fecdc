import {
  type Browser,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type Response,
  test,
} from '@playwright/test'
import axe from 'axe-core'
import { arrivalOf } from './arrival.ts'
import { IS_DEEP } from './deep.ts'
import { callsOf, lateQueries } from './late-queries.ts'
import { titleOfAnother } from './page-title.ts'
import { running } from './running.ts'

/** A page's data is refetched after this time (components/trpc-provider.tsx). */
const FRESH_MS = 20_000

/** A screen to view pages on. */
export interface Screen {
  name: string
  viewport: { width: number; height: number }
  isMobile?: boolean
  hasTouch?: boolean
  colorScheme: 'light' | 'dark'
}

/** The checked screens. Each page is checked once in each theme. */
export const DESK: Screen = { name: 'on a desk', viewport: { width: 1440, height: 900 }, colorScheme: 'light' }
export const PHONE: Screen = {
  name: 'on a phone in the dark',
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
}

/** Screens of a journey that is the same on both: a phone, and in deep tests also a desktop. */
export const SCREENS: readonly Screen[] = IS_DEEP ? [PHONE, DESK] : [PHONE]

/** Opens a page in a new browser context on the device, optionally with a session, or of another product than the shared one. */
export async function pageOn(
  browser: Browser,
  { name: _name, ...device }: Screen,
  storageState?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
  base_url?: string,
): Promise<Page> {
  const { baseURL: shared, locale, timezoneId, contextOptions } = test.info().project.use
  const baseURL = base_url ?? shared
  const context = await browser.newContext({ ...contextOptions, baseURL, locale, timezoneId, storageState, ...device })
  const page = await context.newPage()
  if (base_url) own_products.set(page, base_url)
  return page
}

const own_products = new WeakMap<Page, string>()

/** Returns the product that the page uses: the shared one, unless it was opened with another. */
export const productOf = (page: Page): string => own_products.get(page) ?? running()?.base_url ?? ''

/** Share of pages that axe checks outside deep tests, because it takes longer than all other checks. */
const PAGES_PER_AXE = 3

interface Examination {
  by_links?: boolean
  missing?: readonly string[]
  look?: (page: Page) => Promise<string[]>
}

/**
 * Opens each path and collects console errors (including content security policy violations), axe violations and horizontal overflow. Fails
 * with all findings at the end. With `by_links`, pages after the first are opened by links, as in most visits, which takes half as long.
 * `missing` lists URLs and queries that answer 404 on purpose. `look` returns other problems of each page.
 */
export async function examine(
  page: Page,
  paths: readonly string[],
  { by_links = false, missing = [], look }: Examination = {},
): Promise<void> {
  const findings: string[] = []
  let path = ''
  const asking = new Set<Request>()
  page.on('requestfinished', (request) => asking.delete(request))
  page.on('requestfailed', (request) => asking.delete(request))
  let is_arriving = false
  const due_again_at = new Map<string, number>()
  const late = new Map<Request, number>()
  page.on('request', (request) => {
    if (!request.url().includes('/api/trpc/')) return
    asking.add(request)
    if (is_arriving && request.method() === 'GET') late.set(request, Date.now())
  })
  page.on('response', (response) => {
    const request = response.request()
    // The browser refetches refused queries, so the page shows the error.
    const asked_at = late.get(request)
    if (asked_at === undefined || response.status() >= 400) return
    // A page being left may still send requests, so check which page they come from.
    const from = addressOf(request.headers().referer) ?? path
    // Later requests are the page's own refreshes. On a slow machine its data may be due again before it is shown, or while it is left.
    if (asked_at >= (due_again_at.get(from) ?? due_again_at.get(path) ?? 0)) return
    const asked = lateQueries(request.url()).filter((call) => !missing.includes(call))
    if (asked.length > 0) findings.push(`${from} asks in the browser, although the server could: ${asked.join(', ')}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message, missing)) findings.push(`${path} says: ${message.text()}`)
  })
  page.on('pageerror', ({ message }) => findings.push(`${path} throws: ${message}`))
  for (const [index, one] of paths.entries()) {
    path = one
    const follows = by_links && path !== paths[0]
    is_arriving = true
    due_again_at.set(path, Date.now() + FRESH_MS)
    const opened = follows ? null : await page.goto(path)
    const status = follows ? await follow(page, path) : opened?.status()
    await untilShown(page)
    // Wait for data that arrives later, on machines of any speed.
    await expect.poll(() => asking.size, { message: `${path} waits for data` }).toBe(0)
    await untilShown(page)
    is_arriving = false
    if (opened) findings.push(...(await arrivalOf(page, path, opened)).map((line) => `${path} ${line}`))
    if (follows) {
      await page.waitForFunction(() => document.querySelector('p[aria-live=assertive]')?.textContent === document.title)
      if (await page.evaluate(() => (window as unknown as Watched).had_no_title)) findings.push(`${path} had no title`)
    }
    if ((status ?? 500) >= 500) findings.push(`${path} answers ${status}`)
    // Not innerWidth, which on phones grows with overflowing content.
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (beyond > 0) findings.push(`${path} is ${beyond} px too wide`)
    findings.push(...(await titleOfAnother(page)).map((title) => `${path} has the title of another: ${title}`))
    if (await page.evaluate(coversTime)) findings.push(`${path} has times below the link of their row`)
    const violated = IS_DEEP || index % PAGES_PER_AXE === 0 ? await violations(page) : []
    findings.push(...[...violated, ...((await look?.(page)) ?? [])].map((line) => `${path} ${line}`))
  }
  expect(findings).toEqual([])
}

/** Returns true if a row's link covers a time, which then cannot show its time zone on hover. */
const coversTime = () =>
  [...document.querySelectorAll('[data-row-link]')].some((link) =>
    [...(link.closest('tr')?.querySelectorAll('time[title]') ?? [])].some((time) => {
      const { left, top, width, height } = time.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      return there !== null && !time.contains(there) && there.contains(link)
    }),
  )

/** Examines the open page on a phone, and in deep tests on a desktop, then restores its size. */
export async function examineOnScreens(page: Page): Promise<void> {
  const screen = page.viewportSize()
  for (const { viewport } of SCREENS) {
    await page.setViewportSize(viewport)
    await examineOpen(page)
  }
  if (screen) await page.setViewportSize(screen)
}

/** Runs axe in the open page, and checks for horizontal overflow. */
export async function examineOpen(page: Page): Promise<void> {
  await untilColored(page)
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect([...(beyond > 0 ? [`${page.url()} is ${beyond} px too wide`] : []), ...(await violations(page))]).toEqual([])
}

/** A newly pressed button, or a link whose theme has changed, may be between two colors. */
const untilColored = (page: Page) =>
  page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))

/** Waits until a server-rendered page is completely hydrated. Earlier key presses are lost. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    interface Fiber {
      memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null
      child: Fiber | null
      sibling: Fiber | null
    }
    const roots = document as unknown as Record<string, { stateNode: { current: Fiber } } | undefined>
    const root = roots[Object.keys(roots).find((key) => key.startsWith('__reactContainer$')) ?? '']?.stateNode.current
    if (!root) return false
    const fibers = [root]
    for (const { memoizedState, child, sibling } of fibers) {
      if (memoizedState?.isDehydrated || memoizedState?.dehydrated) return false
      fibers.push(...[child, sibling].filter((fiber) => fiber !== null))
    }
    return true
  })

/** Waits until a page shows its data and is stable. */
export async function untilShown(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      // Phones may have another heading than wide screens.
      [...document.querySelectorAll('h1, h2')].some((one) => one.checkVisibility({ visibilityProperty: true })) &&
      !document.querySelector('.skeleton-shimmer') &&
      // A list that is being replaced is dimmed for a moment.
      !document.querySelector('table[aria-busy=true]') &&
      !document.getAnimations().some((animation) => animation instanceof CSSTransition),
  )
}

function addressOf(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  return pathname + search
}

interface Watched {
  next: { router: { push: (to: string) => void } }
  had_no_title?: boolean
}

/** Opens a page of the same session by a link, and checks that it always has a title. Returns the worst status of its requests. */
async function follow(page: Page, path: string): Promise<number> {
  let status = 200
  const note = (response: Response) => {
    status = Math.max(status, response.status())
  }
  page.on('response', note)
  await page.evaluate((to) => {
    const watched = window as unknown as Watched
    if (watched.had_no_title === undefined) {
      const look = () => {
        if (document.title === '') watched.had_no_title = true
      }
      new MutationObserver(look).observe(document.head, { childList: true, subtree: true, characterData: true })
    }
    watched.had_no_title = false
    watched.next.router.push(to)
  }, path)
  await page.waitForURL((url) => url.pathname + url.search === path)
  page.off('response', note)
  return status
}

interface Parts {
  include?: string[][]
  exclude?: string[][]
}

// Skips Swagger UI's markup at /docs, and links written by creators. No page has frames of another origin.
const OWN_MARKUP: Parts = { exclude: [['#reference'], ['.ProseMirror a']] }

/** Runs axe in the page. Its Playwright package also returns everything that passes, which takes twice as long. */
async function violations(page: Page, context = OWN_MARKUP, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ({ context, rules }) =>
      (window as unknown as { axe: typeof axe }).axe.run(context as axe.ElementContext, {
        resultTypes: ['violations'],
        // Only rules that are off by default need style sheets.
        preload: false,
        ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
      }),
    { context, rules },
  )
  return violations.map(
    ({ id, nodes }) =>
      `violates ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
  )
}

/** Returns elements with too little color contrast in a part of the open page. */
export async function hardToRead(page: Page, selector: string): Promise<string[]> {
  await untilColored(page)
  return violations(page, { include: [[selector]] }, ['color-contrast'])
}

/** Browsers log every missing page, and each failed call of a batch. */
function isExpected(message: ConsoleMessage, missing: readonly string[]): boolean {
  if (!message.text().endsWith('status of 404 (Not Found)')) return false
  const { pathname } = new URL(message.location().url)
  return callsOf(pathname).every((call) => missing.includes(call))
}
