import { expect, test } from '@playwright/test'
import { DESK, examineOpen, pageOn } from './support/page-checks.ts'
import { ask, call, newUser, signUp } from './support/user.ts'

test('a draft post is previewed as visitors will see it, and its URL is chosen and changed', { tag: '@deep' }, async ({
  browser,
}) => {
  const page = await pageOn(browser, DESK)
  await signUp(page, newUser('Ida'))
  const { id } = await call<{ id: number }>(page, 'posts.create', { title: 'A bench', content: '<p>Oak</p>' })
  await page.goto(`/posts/${id}`)
  await expect(page.getByRole('textbox', { name: 'Text' })).toContainText('Oak')
  await page.getByLabel('Title', { exact: true }).fill('A bench for the yard')
  await page.getByRole('button', { name: 'Preview' }).click()
  const post = page.frameLocator('iframe[title="Post"]')
  await expect(post.getByRole('heading', { level: 1, name: 'A bench for the yard' })).toBeVisible()
  // The post is in a frame, which must not take the page's keys.
  await examineOpen(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const address = page.getByRole('dialog', { name: 'Web address' })
  await page.getByRole('button', { name: 'Edit web address' }).click()
  await address.getByLabel('Address ending').fill('Garden bench')
  await examineOpen(page)
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText(/\/garden-bench$/)).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  const { public_url } = await ask<{ public_url: string }>(page, 'posts.get', { id })
  await page.getByRole('button', { name: 'Edit web address' }).click()
  await address.getByLabel('Address ending').fill('bench')
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText(/\/bench$/)).toBeVisible()
  await page.goto(public_url)
  await expect(page).toHaveURL(/\/bench$/)
  await expect(page.getByRole('heading', { level: 1, name: 'A bench for the yard' })).toBeVisible()
  await page.context().close()
})
