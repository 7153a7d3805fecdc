import type { Page, Response } from '@playwright/test'

/** Returns problems while a page loaded: it showed placeholders, or shifted visible content. */
export async function arrivalOf(page: Page, path: string, opened: Response): Promise<string[]> {
  const html = await opened.text()
  const placeholders = placeholdersIn(html)
  const is_empty = TAB.test(path) && (await page.evaluate(isEmptyIn, html))
  const bytes = await page.evaluate(scriptBytes)
  const most = mostScripts(path)
  const shifts = await page.evaluate(shiftsOf)
  const shift = shifts.reduce((sum, { value }) => sum + value, 0)
  return [
    ...(placeholders > 0 ? [`arrives with ${placeholders} placeholders instead of its data`] : []),
    ...(is_empty ? ['arrives with nothing below its heading and tabs'] : []),
    ...(bytes > most ? [`loads ${bytes} bytes of scripts without a click; ${most} are allowed`] : []),
    ...(shift > MAX_SHIFT
      ? [`moves what it has shown by ${shift.toFixed(3)}: ${shifts.flatMap(({ moved }) => moved).join(', ')}`]
      : []),
  ]
}

/** Maximum layout shift, as a share of the screen. Shifts after input do not count. */
const MAX_SHIFT = 0.05

/**
 * Returns the open page's layout shifts since it started loading, as recorded by the browser. Sandboxed frames would reject a script in
 * every document.
 */
const shiftsOf = () => {
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type: 'layout-shift', buffered: true })
  const shifts = observer.takeRecords() as (PerformanceEntry & LayoutShift)[]
  observer.disconnect()
  return shifts
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : '?')),
    }))
}

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Counts the loading placeholders left at the end of a page’s HTML. Placeholders replaced later in the same response do not count. */
function placeholdersIn(html: string): number {
  const last = html
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replaceAll(/<!--\$\?--><template id="B:(\w+)"><\/template>.*?<!--\/\$-->/gs, (pending, id: string) =>
      html.includes(`id="S:${id}"`) ? '' : pending,
    )
  return last.split('skeleton-shimmer').length - 1
}

/** A page's tab whose content arrives with it, unlike others, which may be a canvas that only the browser can lay out. */
const TAB = /^\/(?!admin)[^?]*\?tab=/

/** Returns true if a response's main area has only a heading and tabs. Runs in the browser, which can parse HTML. */
function isEmptyIn(html: string): boolean {
  const answer = new DOMParser().parseFromString(html, 'text/html')
  // Move parts that arrive later in the same response into their places.
  for (const part of answer.querySelectorAll('[id^="S:"]'))
    answer.getElementById(part.id.replace('S', 'B'))?.replaceWith(...part.childNodes)
  const main = answer.querySelector('main')
  if (!main) return false
  main.querySelector('header')?.remove()
  for (const other of main.querySelectorAll('[role=tablist], script, style, template')) other.remove()
  return !main.textContent.trim() && !main.querySelector('img, input, textarea, iframe')
}

/**
 * Maximum bytes of scripts that a page may load without a click, compressed as sent, including editors that it always shows, which are
 * loaded on demand (docs/measurements.md). scripts/checks/first-load.ts measures the first load alone.
 */
const MAX_SCRIPTS: [page: RegExp, bytes: number][] = [
  // Editors of emails, posts and snippets.
  [/^\/(broadcasts|posts|snippets)\/\d+$|^\/sequences\/\d+\/emails\/\d+$/, 440_000],
  // An automation's canvas, and a rule's form.
  [/^\/automations\/\d+(\?at=\w+)?$/, 380_000],
  // The landing page builder with its preview.
  [/^\/forms\/\d+\/landing/, 240_000],
  // Charts.
  [/^\/$|^\/analytics|^\/broadcasts\/\d+\?|^\/forms\/\d+\?tab=results$|^\/settings\/webhooks\/\d+$/, 350_000],
  // A segment's filters and chart, which is near the lower edge of the screen. Below a longer list it is not drawn yet.
  [/^\/segments\/\d+$/, 360_000],
  // A form's designer, and a new segment's filters.
  [/^\/forms\/\d+(\?|$)|^\/segments\//, 270_000],
]
const mostScripts = (path: string): number =>
  MAX_SCRIPTS.find(([page]) => page.test(path))?.[1] ?? Number.POSITIVE_INFINITY

/** Returns the size of the open document’s scripts so far, including cached ones. */
function scriptBytes(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = new Map(
    loaded
      .filter(({ name }) => /\/_next\/static\/.*\.js/.test(name))
      .map((entry) => [entry.name, entry.encodedBodySize]),
  )
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
}
