import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { earlyInput } from '../app/early-input.ts'
import { LatePage } from './support/late-page.ts'
import { bundleLate } from './support/react-page.ts'

const ADDRESS = 'https://page.example/'

/** React resolves what is there already within `then`. */
const there: PromiseLike<void> = {
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what React takes
  then: (onFulfilled) => {
    onFulfilled?.()
    return there as never
  },
}

test('input and clicks during hydration reach React once', async ({ page }) => {
  const script = await bundleLate(fileURLToPath(new URL('support/late-page.ts', import.meta.url)), 'LatePage')
  const html = renderToString(createElement(LatePage, { late: there }))
  await page.route(ADDRESS, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: html.replace('</head>', () => `<script>${earlyInput()}</script></head>`),
    }),
  )
  await page.goto(ADDRESS)
  await page.addScriptTag({ content: script })
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
