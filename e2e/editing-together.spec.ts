import { expect, type Page, test } from '@playwright/test'
import { saveAddress } from './support/automations.ts'
import { expectNotice, keepUndo } from './support/notices.ts'
import { examineOpen, hydrated } from './support/page-checks.ts'
import { ask, call, newAddress, newUser, signUp, signUpAtHome } from './support/user.ts'

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone changed this since you opened it' })
const choose = (page: Page, name: string) => bar(page).getByRole('button', { name }).click()

test('with a broadcast open in two tabs, the second one chooses between both texts, and neither is lost', async ({
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
  // The URL contains the earlier text: a reload and a link show it, and Back closes it.
  await expect(page).toHaveURL(/[?&]revision=[1-9]\d*$/)
  await page.reload()
  await expect(ferns).toBeVisible()
  await page.goBack()
  await expect(ferns).toHaveCount(0)
  await expect(page).not.toHaveURL(/revision/)

  // The other tab now has the outdated text.
  await theirs.fill('Ferns and frogs')
  await expect(bar(other)).toBeVisible()
  await keepUndo(other)
  await choose(other, 'Load theirs')
  await expect(theirs).toHaveValue('Moss, stones and rain')
  await saved(other)
  await other
    .getByRole('region', { name: /notifications/i })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(theirs).toHaveValue('Ferns and frogs')
  await saved(other)

  // Changes that a tab kept for an outdated text are not saved over a newer one.
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

test('a broadcast is not sent, and a post not published, with an unseen text from another tab', async ({ page }) => {
  await signUpAtHome(page, newUser('Ida'))
  await saveAddress(page)
  await call(page, 'subscribers.add', { email_address: newAddress('lin'), first_name: 'Lin' })
  const broadcast = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'Moss',
    content: '<p>The moss</p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  await page.goto(`/broadcasts/${broadcast.id}`)
  const content = page.getByRole('textbox', { name: 'Content' })
  await expect(content).toContainText('The moss')
  await page.getByLabel('Subject').fill('Moss and stones')
  await saved(page)
  const changeTo = (text: string) => call(page, 'broadcasts.update', { id: broadcast.id, content: `<p>${text}</p>` })
  await changeTo('The ferns')
  await page.getByRole('button', { name: 'Review and send' }).click()
  const review = page.getByRole('dialog', { name: 'Review and send' })
  await expect(review.getByText('Someone changed this email after you opened it.')).toBeVisible()
  await examineOpen(page)
  await changeTo('The frogs')
  await review.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(review.getByRole('alert')).toContainText('Someone changed this broadcast after you opened the review.')
  await review.getByRole('button', { name: 'Keep editing' }).click()
  await expect(content).toContainText('The frogs')
  await page.getByRole('button', { name: 'Review and send' }).click()
  await review.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText('Sending to 1 person', { exact: false }).first()).toBeVisible()

  const post = await call<{ id: number }>(page, 'posts.create', { title: 'A bench', content: '<p>Oak</p>' })
  await page.goto(`/posts/${post.id}`)
  // Until its scripts arrive, a page claims that everything is saved.
  await hydrated(page)
  await page.getByLabel('Title', { exact: true }).fill('A chair')
  await saved(page)
  await call(page, 'posts.save', { id: post.id, content: '<p>Ash</p>' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = page.getByRole('dialog')
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publishing.getByRole('alert')).toContainText('This page shows their text now')
  await examineOpen(page)
  await publishing.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('Ash')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectNotice(page, 'Post published')
})

test('a review sends the versions and plan that it shows, whatever another tab has chosen', { tag: '@deep' }, async ({
  page,
}) => {
  await signUpAtHome(page, newUser('Ida'))
  await saveAddress(page)
  await call(page, 'subscribers.add', { email_address: newAddress('lin'), first_name: 'Lin' })
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'Moss',
    content: '<p>The moss</p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  await page.goto(`/broadcasts/${id}`)
  await page.getByRole('button', { name: 'Compare with another version' }).click()
  const content = page.getByRole('textbox', { name: 'Content' })
  await expect(page.getByRole('tab', { name: 'Version B' })).toHaveAttribute('aria-selected', 'true')
  await content.fill('The ferns')
  const versions = async () =>
    JSON.stringify((await ask<{ versions: unknown }>(page, 'broadcasts.plan', { id })).versions)
  await expect.poll(versions).toContain('The ferns')
  await call(page, 'broadcasts.saveVersion', { id, version: 2, content: '<p>The frogs</p>' })
  const review = page.getByRole('dialog', { name: 'Review and send' })
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(review.getByText('Someone changed this email after you opened it.')).toBeVisible()
  await review.getByRole('button', { name: 'Keep editing' }).click()
  await expect(content).toContainText('The frogs')
  await page.getByRole('button', { name: 'Remove version' }).click()
  await expect(page.getByRole('tab', { name: 'Version B' })).toHaveCount(0)

  // Another tab chooses a plan while the review is closed, which then shows it, and another plan while it is open.
  await call(page, 'broadcasts.savePlan', { id, plan: { kind: 'spread', hours: 5 } })
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(review.getByLabel('Hours')).toHaveValue('5')
  await call(page, 'broadcasts.savePlan', { id, plan: null })
  await review.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText('Sending to 1 person', { exact: false }).first()).toBeVisible()
  expect((await ask<{ plan: unknown }>(page, 'broadcasts.plan', { id })).plan).toEqual({ kind: 'spread', hours: 5 })
})

test('a reopened review does not offer to send before the latest changes are saved', { tag: '@deep' }, async ({
  page,
}) => {
  await signUpAtHome(page, newUser('Ida'))
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', { subject: 'Moss', content: '<p>The moss</p>' })
  await page.goto(`/broadcasts/${id}`)
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('The moss')
  let answer = () => undefined as unknown
  const answered = new Promise((resolve) => {
    answer = () => resolve(undefined)
  })
  await page.route('**/api/trpc/broadcasts.update*', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByLabel('Subject').fill('Moss and stones')
  const review = page.getByRole('dialog', { name: 'Review and send' })
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(review).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(review).toHaveCount(0)
  answer()
  await saved(page)
  await page.unroute('**/api/trpc/broadcasts.update*')
  await page.route('**/api/trpc/broadcasts.update*', (route) => route.abort())
  await page.getByLabel('Subject').fill('Moss, stones and rain')
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(review.getByRole('alert')).toContainText('Your latest changes are not saved')
  await expect(review.getByLabel('Checking the email')).toHaveCount(0)
  await expect(review.getByText('Moss and stones')).toHaveCount(0)
  await page.unroute('**/api/trpc/broadcasts.update*')
})

test('publishing over another tab’s change keeps the typed text and asks which one to keep', async ({ page }) => {
  await signUpAtHome(page, newUser('Ida'))
  const { id } = await call<{ id: number }>(page, 'posts.create', { title: 'A bench', content: '<p>Oak</p>' })
  await page.goto(`/posts/${id}`)
  const title = page.getByLabel('Title', { exact: true })
  await expect(title).toHaveValue('A bench')
  // The save is still running when the other tab has saved and the post is published.
  let answer = () => undefined as unknown
  const answered = new Promise((resolve) => {
    answer = () => resolve(undefined)
  })
  await page.route('**/api/trpc/posts.save*', async (route) => {
    await answered
    await route.continue()
  })
  const saving = page.waitForRequest('**/api/trpc/posts.save*')
  await title.fill('A chair')
  await saving
  await title.fill('A chair of ash')
  await call(page, 'posts.save', { id, title: 'A table' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = page.getByRole('dialog')
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  answer()
  await expect(publishing.getByRole('alert')).toContainText('Someone changed this since you opened it')
  await publishing.getByRole('button', { name: 'Cancel' }).click()
  await expect(title).toHaveValue('A chair of ash')
  await choose(page, 'Keep mine')
  await expect.poll(async () => (await ask<{ title: string }>(page, 'posts.get', { id })).title).toBe('A chair of ash')
})

test('a snippet and a published post ask before replacing another tab’s text', { tag: '@deep' }, async ({ page }) => {
  await signUpAtHome(page, newUser('Ida'))
  const snippet = await call<{ id: number }>(page, 'snippets.create', {
    name: 'Sign off',
    snippet_type: 'inline',
    content: 'Yours, Ida',
  })
  await page.goto(`/snippets/${snippet.id}`)
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Sign off')
  await hydrated(page)
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
  await hydrated(page)
  await call(page, 'posts.save', { id: post.id, title: 'A chair' })
  await title.fill('A table')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await choose(page, 'Keep mine')
  await saved(page)
  expect((await ask<{ title: string }>(page, 'posts.get', { id: post.id })).title).toBe('A table')
})

test('an automation’s save with a lost response does not count as someone else’s change', { tag: '@deep' }, async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const wait = { kind: 'wait', wait: { for: 'duration', minutes: 1440 } }
  const steps = [
    { ...wait, id: 'first', next: 'later' },
    { ...wait, id: 'later', next: null },
  ]
  const { id } = await call<{ id: number }>(page, 'automations.create', {
    name: 'Welcome',
    kind: 'visual',
    graph: { triggers: [], first: 'first', steps },
  })
  await page.goto(`/automations/${id}`)
  const waits = page.getByRole('button', { name: /^Wait.*1 day/s })
  await waits.first().click()
  // The first save succeeds but loses its response. Later ones fail until one contains the step again.
  const lost: string[] = []
  await page.route('**/api/trpc/automations.save*', async (route) => {
    if (lost.length === 0) await route.fetch()
    lost.push(route.request().postData() ?? '')
    await route.abort()
  })
  await page.getByRole('complementary').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The server can’t be reached.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(waits).toHaveCount(2)
  await expect.poll(() => lost.some((body) => body.includes('"id":"first"'))).toBe(true)
  await page.unroute('**/api/trpc/automations.save*')
  await saved(page)
  await expect(bar(page)).toHaveCount(0)
  const stored = await ask<{ graph: { steps: unknown[] } }>(page, 'automations.get', { id })
  expect(stored.graph.steps).toHaveLength(2)
})
