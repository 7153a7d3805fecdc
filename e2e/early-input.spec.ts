import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { earlyInput } from '../app/early-input.ts'
import { LatePage } from './support/late-page.ts'
import { bundleLate } from './support/react-page.ts'

const ADDRESS = 'https://page.example/'

/** React immediately resolves a thenable that calls back synchronously. */
const there: PromiseLike<void> = {
  // biome-ignore lint/suspicious/noThenProperty: React accepts thenables
  then: (onFulfilled) => {
    onFulfilled?.()
    return there as never
  },
}

const LATE_PAGE = fileURLToPath(new URL('support/late-page.ts', import.meta.url))

/** Opens the server-rendered page without its scripts. */
async function openRendered(page: Page): Promise<void> {
  const html = renderToString(createElement(LatePage, { late: there }))
  await page.route(ADDRESS, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: html.replace('</head>', () => `<script>${earlyInput()}</script></head>`),
    }),
  )
  await page.goto(ADDRESS)
}

test('text typed before the scripts arrive, or during hydration of the field, is kept and sent', async ({ page }) => {
  const script = await bundleLate(LATE_PAGE, 'LatePage', 'there')
  const [name, status] = [page.getByLabel('Name'), page.getByRole('status')]
  await test.step('before the scripts arrive', async () => {
    await openRendered(page)
    await name.pressSequentially('Ida')
    await page.getByRole('button').click()
    await expect(status).toBeEmpty()
    await page.addScriptTag({ content: script })
    await expect(status).toHaveText('Ida, free.')
    await expect(name).toHaveValue('Ida')
  })
  await test.step('while React hydrates the field, which it does when it receives the text', async () => {
    await openRendered(page)
    // React has attached its listeners but rendered nothing, which it does in a later task.
    await page.addScriptTag({ content: `${script};(${typeAndSend.toString()})()` })
    await expect(status).toHaveText('Ida, free.')
    await expect(name).toHaveValue('Ida')
  })
  await expect(page).toHaveURL(ADDRESS)
})

/** Types like a browser, unnoticed by React’s own tracking of the value. Runs in the page. */
function typeAndSend(): void {
  const name = document.querySelector('input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, 'Ida')
  name?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  document.querySelector('button')?.click()
}

test('input and clicks during hydration reach React exactly once', async ({ page }) => {
  await openRendered(page)
  await page.addScriptTag({ content: await bundleLate(LATE_PAGE, 'LatePage') })
  const name = page.getByLabel('Name')
  await expect.poll(() => name.evaluate((field) => Object.keys(field).join())).toContain('__reactProps$')
  await name.fill('Ida')
  await page.getByLabel('Agree').check()
  await page.getByLabel('Plan').selectOption('pro')
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toBeEmpty()
  await page.evaluate('arrive()')
  await expect(page.getByRole('status')).toHaveText('Ida, pro, agrees.')
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('Ida, pro, agrees.Ida, pro, agrees.')
  await expect(page).toHaveURL(ADDRESS)
})
