import { expect, test } from '@playwright/test'
import { examineOpen } from './support/page-checks.ts'
import { newUser, signUp } from './support/user.ts'

test('a part of the home page that fails to load shows an error and is retried, while the rest is shown', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  // The page arrives with its data. Without one query's data, the browser requests it and is refused.
  await page.route('**/', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({
      response,
      body: body
        .replaceAll('home\\",\\"get', 'home\\",\\"gone')
        .replaceAll('home\\\\\\",\\\\\\"get', 'home\\\\\\",\\\\\\"gone'),
    })
  })
  await page.route(/\/api\/trpc\/[^?]*home\.get/, (route) => route.abort())
  await page.goto('/')
  const problem = page.getByRole('alert').filter({ hasText: 'Couldn’t load problems and upcoming emails' })
  await expect(problem).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent broadcasts' })).toBeVisible()
  await expect(page.getByText('Active subscribers')).toBeVisible()
  await examineOpen(page)
  await page.unrouteAll({ behavior: 'wait' })
  // The error stays, with the rest of the page, until the response arrives.
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/trpc\/[^?]*home\.get/, async (route) => {
    await answered
    await route.continue()
  })
  const again = page.waitForRequest(/\/api\/trpc\/[^?]*home\.get/)
  await problem.getByRole('button', { name: 'Try again' }).click()
  await again
  await expect(problem).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent broadcasts' })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Set up your account' })).toBeVisible()
  await expect(problem).toBeHidden()
})
