import { expect, type Page, test } from '@playwright/test'
import { addApp } from './support/authenticator.ts'
import { ageSignIns } from './support/database.ts'
import { linkIn, messageTo } from './support/mailbox.ts'
import { expectNotice } from './support/notices.ts'
import { DESK, examineOnScreens, pageOn } from './support/page-checks.ts'
import { call, newUser, ownAddress, signIn, signUp } from './support/user.ts'

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' })

test('an authenticator app and a passkey are set up, required at sign-in, and removed after a confirmation', async ({
  page,
}) => {
  const ida = newUser('Ida')
  await signUp(page, ida)
  await addVirtualAuthenticator(page)
  // Until the browser is asked, no page claims that passkeys are unsupported.
  expect(await (await page.request.get('/settings/security')).text()).not.toContain('This browser has no passkeys')
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up app' }).click()
  const { codeAt } = await addApp(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Work laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expectNotice(page, 'Passkey added')
  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible()
  await messageTo(ida.email_address, ({ subject }) => subject === 'A passkey was added')

  await signOut(page, ida.email_address)
  await signIn(page, ida)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await page.goto('/subscribers')
  await expect(page).toHaveURL('/login/two-factor?next=%2Fsubscribers')
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Wrong code.')).toBeVisible()
  await examineOnScreens(page)
  // The next code, because the current one was used for enrollment and each works once.
  await page.getByLabel('Code', { exact: true }).fill(codeAt(Date.now() + 30_000))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible()

  await signOut(page, ida.email_address)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(home(page)).toBeVisible()

  await ageSignIns(ida.email_address)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await confirmation.getByLabel('Password', { exact: true }).fill(ida.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expectNotice(page, 'Passkey removed')
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
})

test('an account requires two-factor of its members, and a recovery code signs in once and notifies its user', {
  tag: '@deep',
}, async ({ page: member, browser }) => {
  const [ida, jonas] = [newUser('Ida'), newUser('Jonas')]
  const owner = await pageOn(browser, DESK)
  await signUp(owner, ida)
  await call(owner, 'team.invite', { email_address: jonas.email_address, role: 'editor' })
  await ownAddress(member)
  await member.goto(linkIn(await messageTo(jonas.email_address)))
  await member.getByLabel('Your name').fill(jonas.name)
  await member.getByLabel('Password', { exact: true }).fill(jonas.password)
  await member.getByRole('button', { name: 'Join' }).click()
  await expect(home(member)).toBeVisible()

  await owner.goto('/settings/security')
  const policy = owner.getByRole('switch', { name: 'Require two-factor authentication of all members' })
  await policy.click()
  await expectNotice(owner, 'Set up two-factor authentication for yourself first')
  await owner.getByRole('button', { name: 'Set up app' }).click()
  await addApp(owner)
  await policy.click()
  await expectNotice(owner, 'Two-factor authentication is now required')
  await owner.context().close()

  await member.goto('/tags')
  await expect(member).toHaveURL('/set-up-two-factor?next=%2Ftags')
  await expect(member.getByText(`“${ida.account_name}” requires it of all members.`)).toBeVisible()
  await expect(call(member, 'tags.create', { name: 'Moss' })).rejects.toThrow('requires two-factor authentication')
  await member.getByRole('button', { name: 'Use an authenticator app' }).click()
  const { recovery_codes } = await addApp(member)
  await expect(member.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()

  const [first = '', second = ''] = recovery_codes
  const enter = async (code: string) => {
    await member.getByRole('button', { name: 'Use a recovery code' }).click()
    await member.getByLabel('Recovery code', { exact: true }).fill(code)
    await member.getByRole('button', { name: 'Sign in' }).click()
  }
  await signOut(member, jonas.email_address)
  await signIn(member, jonas)
  await enter(first)
  await expect(home(member)).toBeVisible()
  const { text } = await messageTo(jonas.email_address, ({ subject }) => subject === 'A recovery code was used')
  expect(text).toContain('9 are left')
  await signOut(member, jonas.email_address)
  await signIn(member, jonas)
  await enter(first)
  await expect(member.getByText('This is not one of your unused recovery codes')).toBeVisible()
  await member.getByLabel('Recovery code', { exact: true }).fill(second)
  await member.getByRole('button', { name: 'Sign in' }).click()
  await expect(home(member)).toBeVisible()
})

async function signOut(page: Page, email_address: string) {
  await page.goto('/')
  await page.getByRole('button', { name: email_address }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** Adds a device with a fingerprint sensor whose user always agrees. */
async function addVirtualAuthenticator(page: Page) {
  // The virtual user would also accept the sign-in page's autofill before the test types a password.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
