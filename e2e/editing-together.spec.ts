import { expect, type Page, test } from '@playwright/test'
import { ask, call, newUser, signUpAtHome } from './support/user.ts'

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone changed this since you opened it' })
const choose = (page: Page, name: string) => bar(page).getByRole('button', { name }).click()

test('two tabs with one broadcast: the second one is asked whether it keeps its text or loads the other, and neither is lost', async ({
  page,
}) => {
  await signUpAtHome(page, newUser('Ida'))
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', { subject: 'Moss', content: '<p>The moss</p>' })
  const other = await page.context().newPage()
  const mine = page.getByLabel('Subject')
  const theirs = other.getByLabel('Subject')
  for (const tab of [page, other]) {
    await tab.goto(`/broadcasts/${id}`)
    await expect(tab.getByRole('textbox', { name: 'Content' })).toContainText('The moss')
  }
  await theirs.fill('Ferns')
  await saved(other)
  await mine.fill('Moss and stones')
  await expect(bar(page)).toBeVisible()
  // Nothing is saved until the user has chosen.
  await mine.fill('Moss, stones and rain')
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'Earlier texts' }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await choose(page, 'Keep mine')
  await saved(page)
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'History' }).click()
  const entries = page.getByRole('list', { name: 'Earlier texts' }).getByRole('button')
  await expect(entries).toHaveCount(3)
  await expect(page).toHaveURL(/[?&]revision=0$/)
  const ferns = page.getByRole('dialog', { name: 'History' }).getByText('Ferns', { exact: true })
  await entries.nth(1).click()
  await expect(ferns).toBeVisible()
  // The address has the earlier text: a reload and a link show it, Back closes it.
  await expect(page).toHaveURL(/[?&]revision=[1-9]\d*$/)
  await page.reload()
  await expect(ferns).toBeVisible()
  await page.goBack()
  await expect(ferns).toHaveCount(0)
  await expect(page).not.toHaveURL(/revision/)

  // The other tab has the older text now.
  await theirs.fill('Ferns and frogs')
  await expect(bar(other)).toBeVisible()
  await choose(other, 'Load theirs')
  await expect(theirs).toHaveValue('Moss, stones and rain')
  await saved(other)
  await other
    .getByRole('region', { name: /notifications/i })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(theirs).toHaveValue('Ferns and frogs')
  await saved(other)

  // What a tab kept of an older text is not saved over a newer one.
  await page.reload()
  await expect(mine).toHaveValue('Ferns and frogs')
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('The moss')
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await mine.fill('Written on the train')
  await expect(page.getByText('Not saved: You are offline.')).toBeVisible()
  await page.context().setOffline(false)
  await saved(page)
})

test('a snippet and a post that was published ask before they replace what another tab saved', async ({ page }) => {
  await signUpAtHome(page, newUser('Ida'))
  const snippet = await call<{ id: number }>(page, 'snippets.create', {
    ...{ name: 'Sign off', snippet_type: 'inline', content: 'Yours, Ida' },
  })
  await page.goto(`/snippets/${snippet.id}`)
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Sign off')
  await call(page, 'snippets.update', { id: snippet.id, content: 'Bye, Ida' })
  await name.fill('Farewell')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await choose(page, 'Load theirs')
  await expect(name).toHaveValue('Sign off')
  await saved(page)

  const post = await call<{ id: number }>(page, 'posts.create', { title: 'A bench', content: '<p>Oak</p>' })
  await call(page, 'posts.publish', { id: post.id })
  await page.goto(`/posts/${post.id}`)
  const title = page.getByLabel('Title', { exact: true })
  await expect(title).toHaveValue('A bench')
  await call(page, 'posts.save', { id: post.id, title: 'A chair' })
  await title.fill('A table')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await choose(page, 'Keep mine')
  await saved(page)
  expect((await ask<{ title: string }>(page, 'posts.get', { id: post.id })).title).toBe('A table')
})
