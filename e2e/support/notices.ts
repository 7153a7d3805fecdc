import { expect, type Page } from '@playwright/test'

/**
 * Records the page’s toasts from its next load on, because they can close before a test sees them. Not for tests of the console: the script
 * is blocked in preview frames, and browsers report that as an error.
 */
export async function keepNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { notices: seen })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[data-sonner-toast]')) seen.add(textContent ?? '')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** Waits until the page has shown a toast with this text. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  const notices = () => page.evaluate(() => [...(window as unknown as { notices: Set<string> }).notices])
  await expect.poll(notices).toContainEqual(expect.stringContaining(text))
}

/**
 * Makes timers of exactly this duration, started from now on in the open page, run for a minute. Content shown for seconds, such as an undo
 * offer, could disappear before a slow machine sees it.
 */
export async function lengthenTimers(page: Page, timer_ms: number): Promise<void> {
  await page.evaluate((ms) => {
    const start = window.setTimeout.bind(window)
    const startLonger = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
      start(run, delay === ms ? 60_000 : delay, ...rest)
    window.setTimeout = startLonger as typeof setTimeout
  }, timer_ms)
}

/** Makes undo offers last for a minute (components/undo-toast.tsx). */
export const keepUndo = (page: Page): Promise<void> => lengthenTimers(page, 10_000)
