import { expect, type Page } from '@playwright/test'

/** Remembers the page's notices from its next load on: they close by themselves, on a busy machine before a test looks. */
export async function keepNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { notices: seen })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[data-sonner-toast]')) seen.add(textContent ?? '')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** Waits until the page has shown a notice with this text since it was loaded. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  const notices = () => page.evaluate(() => [...(window as unknown as { notices: Set<string> }).notices])
  await expect.poll(notices).toContainEqual(expect.stringContaining(text))
}
