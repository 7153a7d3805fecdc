/**
 * Time until the largest paint and layout shift of pages, and time of navigations by the sidebar until the page shows its rows, with a warm server and
 * a warm browser. Each page is compared with a bare one: the same HTML and styles without scripts, from a server that only copies bytes.
 *
 *   node bench/pages.ts [--rounds 7] [--only report]
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { startDemo } from './demo-product.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, only: { type: 'string', default: '' } },
})
const rounds = Number(values.rounds)

interface Paint {
  largest_ms: number
  shift: number
  requests: number
}

const ms = (value: number) => `${Math.round(value)} ms`.padStart(7)

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const demo = await startDemo()
const bare = new Map<string, string>()
const bare_server = createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(bare.get(request.url ?? '') ?? '')
}).listen(0, '127.0.0.1')
await once(bare_server, 'listening')
try {
  const bare_url = `http://127.0.0.1:${(bare_server.address() as AddressInfo).port}`
  const all = { ...demo.pages.dashboard, ...demo.pages.visitors }
  for (const [name, address] of Object.entries(all)) {
    if (!name.includes(values.only)) continue
    const url = new URL(address, demo.base_url).href
    const html = await (await demo.context.request.get(url)).text()
    const skeletons = html.split('skeleton-shimmer').length - 1
    bare.set(`/${name.replaceAll(' ', '-')}`, withoutScripts(html))
    const paints: Paint[] = []
    const floors: Paint[] = []
    for (let round = 0; round <= rounds; round++) {
      paints.push(await paintOf(demo.context, url))
      floors.push(await paintOf(demo.context, `${bare_url}/${name.replaceAll(' ', '-')}`))
    }
    // The first of each warms the server and the browser’s cache.
    const [warm, floor] = [paints.slice(1), floors.slice(1)]
    const largest = median(warm.map(({ largest_ms }) => largest_ms))
    const least = median(floor.map(({ largest_ms }) => largest_ms))
    const shift = Math.max(...warm.map(({ shift: one }) => one))
    console.log(
      `${name.padEnd(15)} largest paint ${ms(largest)}, slowest ${ms(Math.max(...warm.map(({ largest_ms }) => largest_ms)))},`,
      `bare ${ms(least)}, ratio ${(largest / least).toFixed(1)}; shift ${shift.toFixed(3)}; requests ${warm[0]?.requests}; skeletons ${skeletons}`,
    )
  }
  await navigations(demo.context)
} finally {
  bare_server.close()
  await demo.close()
}

/** Returns the page with style sheets and images from the product. */
function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link[^>]+rel="(?:preload|modulepreload)"[^>]*>/g, '')
    .replaceAll(/(href|src)="\//g, `$1="${demo.base_url}/`)
}

async function paintOf(context: BrowserContext, url: string): Promise<Paint> {
  const page = await context.newPage()
  try {
    let requests = 0
    page.on('request', () => {
      requests += 1
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    const timings = await page.evaluate(
      () =>
        new Promise<{ largest_ms: number; shift: number }>((resolve) => {
          let largest_ms = 0
          let shift = 0
          new PerformanceObserver((list) => {
            for (const { startTime } of list.getEntries()) largest_ms = startTime
          }).observe({ type: 'largest-contentful-paint', buffered: true })
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => setTimeout(() => resolve({ largest_ms, shift }), 50))
        }),
    )
    return { ...timings, requests }
  } finally {
    await page.close()
  }
}

/** Follows the links of the sidebar, each from Home. */
async function navigations(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/', { waitUntil: 'networkidle' })
  const links = page.getByRole('navigation', { name: 'Main' }).first().getByRole('link')
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  for (const href of hrefs.filter((one) => one !== '/')) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      times.push(await timeOf(page, href))
      await timeOf(page, '/')
    }
    const warm = times.slice(1)
    console.log(
      `to ${href.padEnd(13)} ${ms(median(warm))}, slowest ${ms(Math.max(...warm))}, first ${ms(times[0] ?? 0)}`,
    )
  }
}

/** Returns the time from the click to the frame after the one in which the page has its heading and its data. */
function timeOf(page: Page, href: string): Promise<number> {
  return page.evaluate(async (to) => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)
    if (!link) throw new Error(`No link to ${to}`)
    const old_heading = document.querySelector('main h1')
    const began = performance.now()
    link.click()
    const isThere = () => {
      const heading = document.querySelector('main h1')
      return (
        location.pathname === to &&
        heading?.checkVisibility() &&
        heading !== old_heading &&
        !document.querySelector('.skeleton-shimmer, table[aria-busy=true]')
      )
    }
    while (!isThere()) await new Promise((resume) => requestAnimationFrame(resume))
    const took = performance.now() - began
    // Later requests of the page are not part of the next navigation.
    await new Promise((resume) => setTimeout(resume, 300))
    return took
  }, href)
}
