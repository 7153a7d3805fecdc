import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ageSignIns } from './support/database.ts'
import { messageTo } from './support/mailbox.ts'
import { expectNotice } from './support/notices.ts'
import { examineOnBoth } from './support/page-checks.ts'
import { newUser, signIn, signUp } from './support/user.ts'

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' })

test('an authenticator app and a passkey are set up, asked for at sign-in, and removed after a confirmation', async ({
  page,
}) => {
  const ida = newUser('Ida')
  await signUp(page, ida)
  await addVirtualAuthenticator(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up app' }).click()
  const secret = ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replace(/\s/g, '')
  const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(codeAt(Date.now()))
  await page.getByRole('button', { name: 'Add app' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  // They are shown once: a stray key must not close them.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I saved them' }).click()
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
  await examineOnBoth(page)
  // The code of the next step: that of this one enrolled the app, and each works once.
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

async function signOut(page: Page, email_address: string) {
  await page.goto('/')
  await page.getByRole('button', { name: email_address }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** A device with a fingerprint sensor whose user always agrees. */
async function addVirtualAuthenticator(page: Page) {
  // The virtual user would also accept the autofill of the sign-in page before the test types a password.
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
