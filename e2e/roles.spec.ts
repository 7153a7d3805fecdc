import { type Browser, expect, type Page, test } from '@playwright/test'
import { IS_DEEP } from './support/deep.ts'
import { linkIn, messageTo } from './support/mailbox.ts'
import { expectNotice } from './support/notices.ts'
import { DESK, pageOn, untilShown } from './support/page-checks.ts'
import { FORMS, LISTS } from './support/pages.ts'
import { call, newAddress, newUser, ownAddress, signIn, signUp, signUpAtHome, type User } from './support/user.ts'

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' })
const invitationTo = async ({ email_address }: User) =>
  linkIn(await messageTo(email_address, ({ subject = '' }) => subject.startsWith('Join ')))

test('an invited viewer joins, follows every sidebar link and signs in again, and a user with an account accepts', async ({
  page,
  browser,
}) => {
  const [ida, lin, omar] = [newUser('Ida'), newUser('Lin'), newUser('Omar')]
  await signUpAtHome(page, ida)
  await page.goto('/settings/team')
  const invite = async ({ email_address }: User, role: string) => {
    await page.getByLabel('Email address').fill(email_address)
    await page.getByLabel('Role', { exact: true }).selectOption({ label: role })
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await expectNotice(page, `Invited ${email_address}`)
  }
  await invite(lin, 'Viewer')

  const viewer = await pageOn(browser, DESK)
  await ownAddress(viewer)
  const said: string[] = []
  viewer.on('console', (message) => {
    if (message.type() === 'error') said.push(`${viewer.url()} says: ${message.text()}`)
  })
  viewer.on('pageerror', ({ message }) => said.push(`${viewer.url()} throws: ${message}`))
  await viewer.goto(await invitationTo(lin))
  await expect(viewer.getByText('As a viewer, you can view everything but not make changes.')).toBeVisible()
  await viewer.getByLabel('Your name').fill(lin.name)
  await viewer.getByLabel('Password', { exact: true }).fill(lin.password)
  await viewer.getByRole('button', { name: 'Join' }).click()
  await expect(home(viewer)).toBeVisible()
  const links = viewer.locator('aside nav').getByRole('link')
  const names = await links.allTextContents()
  expect(names.length).toBeGreaterThan(15)
  for (const name of names) {
    await links.filter({ hasText: new RegExp(`^${name}$`) }).click()
    // The settings open with their first page.
    const title = name === 'Settings' ? 'General' : name
    await expect(viewer.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await untilShown(viewer)
  }
  expect(said).toEqual([])
  await viewer.getByRole('button', { name: lin.email_address }).click()
  await viewer.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(viewer).toHaveURL(/\/login$/)
  await signIn(viewer, lin)
  await expect(home(viewer)).toBeVisible()
  await viewer.context().close()

  const other = await pageOn(browser, DESK)
  await signUp(other, omar)
  await invite(omar, 'Admin')
  await other.context().clearCookies()
  await other.goto(await invitationTo(omar))
  await other.getByRole('button', { name: 'Sign in to accept' }).click()
  await other.getByLabel('Password', { exact: true }).fill(omar.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(home(other)).toBeVisible()
  await expect(other.getByRole('button', { name: ida.account_name })).toBeVisible()
  await other.context().close()
})

/** Names of controls that change the account. */
const CHANGES =
  /^(New|Create|Add|Save|Delete|Remove|Send|Publish|Unpublish|Archive|Import|Invite|Upload|Merge|Find duplicates|Edit|Rename|Restore|Enable|Disable|Connect|Install|Withdraw|Revoke|Schedule|Actions for|Change|Generate|Write|Choose a template)\b/
/** Pages about the member, which members of any role can change. */
const OWN = ['/settings/notifications', '/settings/security', '/notifications']
/** Pages that are read-only for editors. */
const OF_ADMINS = /^\/settings(\/(sending-addresses|sending-domains|product|api-keys|webhooks|team|plan))?$/

for (const role of IS_DEEP ? (['viewer', 'editor', 'admin'] as const) : (['viewer'] as const)) {
  test(`every page lets a member who is ${role} do what the role allows, and nothing fails`, async ({
    page,
    browser,
  }) => {
    await signUp(page, newUser('Ida'))
    const records = await addRecords(page)
    const member = await memberOf(browser, page, role)
    const findings: string[] = []
    let path = ''
    member.on('console', (message) => {
      if (message.type() === 'error') findings.push(`${path} says: ${message.text()}`)
    })
    member.on('pageerror', ({ message }) => findings.push(`${path} throws: ${message}`))
    member.on('response', (response) => {
      if (response.status() >= 400) findings.push(`${path} asks ${response.url()} and gets ${response.status()}`)
    })
    for (path of [...LISTS, ...FORMS, ...records]) {
      await open(member, path)
      const { text, offers } = await shownBy(member)
      if (/something went wrong|sufficient permissions/i.test(text))
        findings.push(`${path} fails: ${text.slice(0, 200)}`)
      const is_closed = role === 'viewer' || (role === 'editor' && OF_ADMINS.test(path))
      if (!is_closed || OWN.includes(path)) continue
      findings.push(...offers.filter((name) => CHANGES.test(name)).map((name) => `${path} offers “${name}”`))
      if ((await member.locator('main input[type=file]:enabled').count()) > 0) findings.push(`${path} takes a file`)
    }
    expect(findings).toEqual([])
    await member.context().close()
  })
}

/** Follows a link within the page, which is faster than loading it. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(
    (to) => (window as unknown as { next: { router: { push: (to: string) => void } } }).next.router.push(to),
    path,
  )
  await page.waitForURL((url) => url.pathname + url.search === path)
  await untilShown(page)
}

const shownBy = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const controls = main?.querySelectorAll('button:not(:disabled, [aria-disabled=true]), a[href]') ?? []
    const offers = [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => (control.getAttribute('aria-label') ?? control.textContent ?? '').trim())
    return { text: main?.textContent ?? '', offers }
  })

/** Creates a record of each type, and returns their pages. */
async function addRecords(page: Page): Promise<string[]> {
  const add = async (procedure: string, input: object) => (await call<{ id: number }>(page, procedure, input)).id
  const broadcast = await add('broadcasts.create', { subject: 'Hello', content: '<p>Hello</p>' })
  const form = await add('forms.create', { name: 'Footer', type: 'embed', format: 'inline' })
  const subscriber = await add('subscribers.add', { email_address: newAddress('lin') })
  const tag_id = await add('tags.create', { name: 'Potters' })
  await call(page, 'tags.tag', { tag_id, id: subscriber })
  const sequence = await add('sequences.create', { name: 'Welcome' })
  const definition = { conditions: [{ type: 'subscriber_state', states: ['active'] }] }
  const segment = await add('segments.create', { name: 'Active', definition })
  const snippet = await add('snippets.create', { name: 'Sign-off', snippet_type: 'inline', content: 'Yours, Ida' })
  const post = await add('posts.create', { title: 'Clay' })
  return [
    `/broadcasts/${broadcast}`,
    `/forms/${form}`,
    `/forms/${form}?tab=results`,
    `/subscribers/${subscriber}`,
    `/sequences/${sequence}`,
    `/segments/${segment}`,
    `/snippets/${snippet}`,
    `/posts/${post}`,
  ]
}

/** Returns a page of a user who joined the account by invitation. */
async function memberOf(browser: Browser, owner: Page, role: string): Promise<Page> {
  const user = newUser('Lin')
  await call(owner, 'team.invite', { email_address: user.email_address, role })
  const token = (await invitationTo(user)).split('/').at(-1)
  const page = await pageOn(browser, DESK)
  await ownAddress(page)
  await call(page, 'team.join', { token, name: user.name, password: user.password })
  await page.goto('/login')
  await signIn(page, user)
  await expect(home(page)).toBeVisible()
  return page
}
