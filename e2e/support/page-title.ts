import type { Page } from '@playwright/test'

/** The title of a page that names something else than what it shows. The name of a record follows when React has taken over the page. */
export const titleOfAnother = (page: Page): Promise<string[]> =>
  page.waitForFunction(isNamed).then(
    () => [],
    async () => [await page.title()],
  )

/** Returns true if the title of a page begins with a heading, the way back or the chosen one of its pages. An error has no name. */
const isNamed = () => {
  const [name] = document.title.split(' · ')
  const names = document.querySelectorAll('h1, h2, main header > a, main [aria-current=page]')
  return (
    !document.querySelector('main#content') ||
    document.querySelector('[role=alert] h1') !== null ||
    [...names].some(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim() === name)
  )
}
