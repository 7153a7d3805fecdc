import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** An authenticator app with a user's secret. */
export interface AuthenticatorApp {
  codeAt: (timestamp: number) => string
  recovery_codes: string[]
}

/** Adds an app in the open dialog, and saves the recovery codes. */
export async function addApp(page: Page): Promise<AuthenticatorApp> {
  const secret = ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replace(/\s/g, '')
  const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(codeAt(Date.now()))
  await page.getByRole('button', { name: 'Add app' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery_codes = await codes.allTextContents()
  // They are not shown again, so a stray key must not close them.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I saved them' }).click()
  return { codeAt, recovery_codes }
}
