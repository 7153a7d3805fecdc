import { type Browser, expect, type Page, test } from '@playwright/test'
import { WRONG_CREDENTIALS } from '../server/modules/users/values-schema.ts'
import { linkIn, messageTo } from './support/mailbox.ts'
import { expectNotice } from './support/notices.ts'
import { examineOnScreens, untilShown } from './support/page-checks.ts'
import { call, newUser, signIn, signUp, signUpAtHome, type User } from './support/user.ts'

const DELAYED = 'Too many failed attempts'
/** next-auth's error for a wrong address or password. */
const REFUSED = 'CredentialsSignin'
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' })

test('sign-in returns to the requested page, and a failed one does not reveal who has an account', async ({ page }) => {
  const ida = newUser('Ida')
  await signUpAtHome(page, ida)
  await page.getByRole('button', { name: ida.email_address }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.goto('/settings/fields?after=nothing')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await failedSignIn(page, { ...ida, password: 'not the heron at all' })).toBe(REFUSED)
  await expect(page.getByRole('alert').filter({ hasText: WRONG_CREDENTIALS })).toBeVisible()
  await page.reload()
  expect(await failedSignIn(page, { ...ida, email_address: `not-${ida.email_address}` })).toBe(REFUSED)
  await expect(page.getByRole('alert').filter({ hasText: WRONG_CREDENTIALS })).toBeVisible()
  await signIn(page, ida)
  await expect(page).toHaveURL('/settings/fields?after=nothing')

  await page.goto('/login?next=https://elsewhere.example/')
  await expect(home(page)).toBeVisible()
})

test('a password reset link works once and ends every session', async ({ page, browser }) => {
  const ida = newUser('Ida')
  await signUpAtHome(page, ida)

  const other = await elsewhere(browser)
  await other.goto('/login')
  await other.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(other.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  await other.getByLabel('Email address').fill(ida.email_address)
  await other.getByRole('button', { name: 'Send link' }).click()
  await expect(other.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  const link = linkIn(await messageTo(ida.email_address, ({ subject }) => subject === 'Set a new password for Envoi'))
  await other.goto(link)
  const password = 'and the marsh was quiet again'
  await other.getByLabel('New password').fill(password)
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(home(other)).toBeVisible()
  await messageTo(ida.email_address, ({ subject }) => subject === 'Your password was changed')

  await page.getByRole('link', { name: 'Subscribers', exact: true }).click()
  await expect(page).toHaveURL('/login?next=%2Fsubscribers')
  await signIn(page, ida)
  await expect(page.getByRole('alert').filter({ hasText: WRONG_CREDENTIALS })).toBeVisible()
  await signIn(page, { ...ida, password })
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible()

  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await other.context().close()
})

test('an owner can sign in on a known browser during an attack on their password', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  const ida = newUser('Ida')
  await signUpAtHome(page, ida)
  await page.getByRole('button', { name: ida.email_address }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)

  // Both requests have the same IP address, as behind an unconfigured proxy.
  const stranger = await elsewhere(browser)
  for (const browsing of [page, stranger])
    await browsing.context().setExtraHTTPHeaders({ 'X-Forwarded-For': '198.19.7.7' })
  await stranger.goto('/login')
  const attempt = () => failedSignIn(stranger, { ...ida, password: 'not the heron at all' })
  for (let free = 0; free < 5; free++) expect(await attempt()).toBe(REFUSED)
  // A failure after the delay doubles it, so even on a slow machine it exceeds the time between attempts.
  await expect.poll(attempt).toContain(DELAYED)
  await expect(stranger.getByRole('alert').filter({ hasText: DELAYED })).toBeVisible()

  const cookies = await page.context().cookies(new URL('/api/auth/session', page.url()).href)
  expect(cookies.map(({ name }) => name)).toContain('envoi.device')
  await signIn(page, ida)
  await expect(home(page)).toBeVisible()
  await stranger.context().close()
})

test('a new password ends the sessions of other browsers and keeps this one', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  const ida = newUser('Ida')
  await signUp(page, ida)
  const other = await elsewhere(browser)
  await other.goto('/login')
  await signIn(other, ida)
  await expect(home(other)).toBeVisible()

  await page.goto('/settings/security')
  await page.getByLabel('Current password').fill(ida.password)
  await page.getByLabel('New password').fill('and the marsh was quiet again')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectNotice(page, 'Password changed. You are signed out of other browsers')
  await page.goto('/tags')
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()

  await other.goto('/tags')
  await expect(other).toHaveURL('/login?next=%2Ftags')
  await other.context().close()
})

test('an invited viewer sees everything, changes nothing, and follows a mention to its draft', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const ida = newUser('Ida')
  const jonas = newUser('Jonas')
  await signUp(page, ida)
  await call(page, 'tags.create', { name: 'Workshop' })
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', { subject: 'Ida’s email' })
  const welcome = await openAutomation(page)

  await page.goto('/settings/team')
  await page.getByLabel('Email address').fill(jonas.email_address)
  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Viewer' })
  await page.getByRole('button', { name: 'Invite' }).click()
  await expectNotice(page, `Invited ${jonas.email_address}`)

  const other = await elsewhere(browser)
  await other.goto(linkIn(await messageTo(jonas.email_address)))
  await expect(other.getByRole('heading', { name: `Join “${ida.account_name}”` })).toBeVisible()
  await other.getByLabel('Your name').fill(jonas.name)
  await other.getByLabel('Password', { exact: true }).fill(jonas.password)
  await other.getByRole('button', { name: 'Join' }).click()
  await expect(home(other)).toBeVisible()
  await expect(other.getByRole('link', { name: 'New broadcast' })).toHaveCount(0)

  await other.goto('/tags')
  await expect(other.getByRole('link', { name: 'Workshop' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'New tag' })).toHaveCount(0)
  await other.goto(`/broadcasts/${id}`)
  await expect(other.getByLabel('Subject')).toHaveValue('Ida’s email')
  await expect(other.getByLabel('Subject')).toBeDisabled()
  await expect(other.getByRole('button', { name: 'Review and send' })).toHaveCount(0)
  await other.goto(`/automations/${welcome}?at=m`)
  await other.getByRole('button', { name: 'View email' }).click()
  const email = other.getByRole('dialog')
  await expect(email.getByLabel('Subject')).toHaveValue('Welcome to the studio')
  await expect(other.getByRole('button', { name: 'Edit email', includeHidden: true })).toHaveCount(0)
  await expect(email.getByLabel('Subject')).toBeDisabled()
  await email.getByRole('button', { name: 'Preview' }).click()
  await expect(other.getByRole('dialog', { name: /Preview/ })).toBeVisible()
  await page.goto(`/broadcasts/${id}`)
  await page.getByRole('button', { name: /^Comments/ }).click()
  const comment = page.getByLabel('New comment')
  await comment.fill('Is the subject too long, @jon')
  await expect(page.getByRole('option', { name: jonas.name })).toBeVisible()
  await comment.press('Enter')
  await comment.press('ControlOrMeta+Enter')
  await expect(page.getByRole('article', { name: `${ida.name}’s thread` })).toContainText(`@${jonas.name}`)
  await untilShown(page)
  await examineOnScreens(page)
  await other.goto('/')
  await other.getByRole('link', { name: 'Notifications, 1 unread' }).first().click()
  await other.getByRole('link', { name: /mentioned you/ }).click()
  await expect(other).toHaveURL(new RegExp(`/broadcasts/${id}\\?comment=\\d+`))
  await expect(other.getByRole('article', { name: `${ida.name}’s thread` })).toContainText('Is the subject too long')
  await expect(other.getByLabel('New comment')).toHaveCount(0)
  await expect(call(other, 'tags.create', { name: 'Mine' })).rejects.toThrow('This needs the editor role')
  await expect(call(other, 'broadcasts.send', { id })).rejects.toThrow('This needs the editor role')
  await other.context().close()
})

/** Creates an automation that sends one email, at step m. Returns its ID. */
async function openAutomation(page: Page): Promise<number> {
  const { id, revision } = await call<{ id: number; revision: number }>(page, 'automations.create', {
    name: 'Welcome',
    kind: 'visual',
  })
  const email = await call<{ id: number }>(page, 'automations.emails.create', { automation_id: id })
  await call(page, 'automations.emails.save', { id: email.id, subject: 'Welcome to the studio' })
  const step = { id: 'm', kind: 'action', action: { type: 'send_email', email_id: email.id } }
  const graph = { triggers: [], first: 'm', steps: [step] }
  await call(page, 'automations.save', { id, revision, name: 'Welcome', reentry: 'never', graph })
  return id
}

/** Submits the sign-in form and returns the error in the response. */
async function failedSignIn(page: Page, user: User): Promise<string | null> {
  const answer = page.waitForResponse('**/api/auth/callback/credentials')
  await signIn(page, user)
  const { url } = await (await answer).json()
  return new URL(url).searchParams.get('error')
}

/** Returns a page of another browser, without a session. */
async function elsewhere(browser: Browser): Promise<Page> {
  const { baseURL, locale, timezoneId } = test.info().project.use
  return (await browser.newContext({ baseURL, locale, timezoneId })).newPage()
}

test('the sign-out page ends the session', async ({ page }) => {
  await signUp(page, newUser('Ola'))
  await page.goto('/api/auth/signout')
  await expect(page).toHaveURL(/\/sign-out/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/sign-out')
  await expect(page).toHaveURL(/\/login$/)
})
