import { expect, type Page } from '@playwright/test'

/** Records the page’s toasts from its next load on, because they can close before a test sees them. */
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
