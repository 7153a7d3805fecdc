import { expect, test } from '@playwright/test'
import { newUser, signUpAtHome } from './support/user.ts'

test('a new draft opens from the previous page, a different one each time, and is deleted if left untouched', async ({
  page,
}) => {
  await signUpAtHome(page, newUser('Ida'))
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  // The second key must follow within a second, which a slow machine can miss.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(title('Posts')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const refused: string[] = []
  page.on('response', (response) => {
    // A query still running when its draft is discarded finds nothing.
    const is_page = response.request().resourceType() === 'document' || 'rsc' in response.request().headers()
    if (response.status() >= (is_page ? 400 : 500)) refused.push(`${response.status()} ${response.url()}`)
  })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(broadcasts|posts)\/new$/.test(pathname)) asked.push(pathname)
  })
  // The previous page stays until the editor is there, so the screen is never empty in between.
  await page.evaluate(() => {
    const seen = { empty: 0 }
    const look = () => document.querySelector('main')?.textContent || seen.empty++
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    Object.assign(window, { seen })
  })
  const opened = new Set<string>()
  for (const [path, heading, back] of [
    ['posts', 'New post', 'Posts'],
    ['posts', 'New post', 'Posts'],
    ['broadcasts', 'New broadcast', 'Broadcasts'],
    ['broadcasts', 'New broadcast', 'Broadcasts'],
  ] as const) {
    if (path === 'broadcasts') await page.keyboard.press('c')
    else await page.getByRole('link', { name: 'New post' }).first().click()
    await expect(title(heading)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${path}/\\d+$`))
    opened.add(page.url())
    await page.getByRole('main').getByRole('link', { name: back, exact: true }).click()
    await expect(title(back)).toBeVisible()
  }
  expect(opened.size).toBe(4)
  expect(refused).toEqual([])
  // Nothing is created before someone follows the link.
  expect(asked).toEqual(['/posts/new', '/posts/new', '/broadcasts/new', '/broadcasts/new'])
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual({ empty: 0 })
})
