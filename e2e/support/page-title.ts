import type { Page } from '@playwright/test'

/** Returns the page's title if it names another page. A record's name is added during hydration. */
export const titleOfAnother = (page: Page): Promise<string[]> =>
  page.waitForFunction(isNamed).then(
    () => [],
    async () => [await page.title()],
  )

/** Returns true if the page's title starts with a heading, the back link or the selected tab. Errors have no name. */
const isNamed = () => {
  const [name] = document.title.split(' · ')
  const names = document.querySelectorAll('h1, h2, main header > a, main [aria-current=page]')
  return (
    !document.querySelector('main#content') ||
    document.querySelector('[role=alert] h1') !== null ||
    [...names].some(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim() === name)
  )
}
