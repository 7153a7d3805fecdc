import { expect, type Page, test } from '@playwright/test'
import { choose, confirm, expectEntry, heading, REASON, submit } from '../support/administration.ts'
import type { SeededInstance } from '../support/seeded-instance.ts'
import { signIn, type User } from '../support/user.ts'

interface UserAdministration {
  page: Page
  /** The browser of `user`. */
  owner: Page
  user: User
}

/** Manages a user's sessions, second factors and access. */
export async function administerUsers(
  { query, administrator }: SeededInstance,
  { page, owner, user: bo }: UserAdministration,
): Promise<void> {
  await test.step('a user is found, signed out everywhere, and loses lost second factors', async () => {
    // The suspension is over, so the earlier session is valid again.
    await owner.context().clearCookies()
    await owner.goto('/login')
    await signIn(owner, bo)
    await expect(heading(owner, 'Home')).toBeVisible()
    await query(
      `insert into passkey (id, user_id, name, public_key, counter, transports, created_at)
       select 'bo', id, 'Old phone', '\\x00', 0, '{}', now() from users where email = $1`,
      [bo.email_address],
    )
    await page.goto('/admin/users')
    // Text typed before hydration is lost.
    await expect(async () => {
      await page.getByRole('searchbox', { name: 'Search users' }).fill(bo.email_address)
      await expect(page.getByText('1 user', { exact: true })).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await page.getByRole('row', { name: bo.email_address }).getByRole('link').click()
    await expect(page.getByText('Old phone')).toBeVisible()
    await page.getByRole('button', { name: 'End all sessions' }).click()
    await submit(page, 'End sessions', { Reason: REASON })
    await expect(page.getByText('The user is signed in nowhere.')).toBeVisible()
    await expectEntry(page, 'sessions_ended', { email: bo.email_address, reason: REASON })
    await owner.reload()
    await expect(owner).toHaveURL(/\/login/)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await submit(page, 'Remove second factors', {
      'How did you check who is asking?': 'Called back, asked for the plan',
    })
    await expect(page.getByText('Old phone')).toHaveCount(0)
    await expectEntry(page, 'second_factors_removed', { email: bo.email_address })
  })

  await test.step('administration is granted and revoked, except for the last administrator', async () => {
    await page.getByRole('button', { name: 'Make administrator' }).click()
    await confirm(page, 'Make administrator')
    await expectEntry(page, 'administrator_granted', { email: bo.email_address })
    await signIn(owner, bo)
    await expect(heading(owner, 'Home')).toBeVisible()
    expect((await owner.request.get('/admin')).status()).toBe(200)
    await page.getByRole('button', { name: 'Remove administrator' }).click()
    await submit(page, 'Remove administrator', { Reason: REASON })
    await expectEntry(page, 'administrator_revoked', { email: bo.email_address })
    expect((await owner.request.get('/admin')).status()).toBe(404)
    await page.goto('/admin/users?state=administrators')
    await page.getByRole('row', { name: administrator.email_address }).getByRole('link').click()
    await page.getByRole('button', { name: 'Remove administrator' }).click()
    await submit(page, 'Remove administrator', { Reason: REASON })
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This is the last administrator')
  })

  await test.step('someone who never verified the address gets a link', async () => {
    const [member] = await query<{ email: string }>(
      `update users set email_verified_at = null, email_proof = null
       where id = (select user_id from membership where role = 'viewer' order by user_id limit 1) returning email`,
    )
    const { email = '' } = member ?? {}
    await page.goto(`/admin/users?state=unverified&q=${encodeURIComponent(email)}`)
    await page.getByRole('row', { name: email }).getByRole('link').click()
    await page.getByRole('button', { name: 'Send link' }).click()
    await confirm(page, 'Send link')
    await expectEntry(page, 'verification_resent', { email })
  })
}

export async function administerPlans(page: Page): Promise<void> {
  await test.step('a plan is created, edited, archived, restored and deleted', async () => {
    await page.goto('/admin/plans')
    await page.getByRole('button', { name: 'New plan' }).click()
    await submit(page, 'Create plan', { Name: 'Studio', Key: 'studio', 'Active subscribers': '2500' })
    await expect(page.getByRole('row', { name: 'Studio' })).toContainText('2,500 subscribers')
    await expectEntry(page, 'plan_created', { plan: 'Studio' })
    await choose(page, 'Creator Pro', 'Edit')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Active subscribers').fill('4000')
    await expect(dialog.getByText(/This changes what \d+ accounts may use/)).toBeVisible()
    await page.keyboard.press('Escape')
    await choose(page, 'Studio', 'Edit')
    await submit(page, 'Save plan', { 'Active subscribers': '3000' })
    await expect(page.getByRole('row', { name: 'Studio' })).toContainText('3,000 subscribers')
    await expectEntry(page, 'plan_edited', { plan: 'Studio' })
    await choose(page, 'Studio', 'Archive')
    await confirm(page, 'Archive plan')
    await expect(page.getByRole('row', { name: 'Studio' })).toContainText('Archived')
    await expectEntry(page, 'plan_archived', { plan: 'Studio' })
    await choose(page, 'Studio', 'Restore')
    await expect(page.getByRole('row', { name: 'Studio' })).not.toContainText('Archived')
    await expectEntry(page, 'plan_restored', { plan: 'Studio' })
    await choose(page, 'Studio', 'Delete')
    await confirm(page, 'Delete plan')
    await expect(page.getByRole('row', { name: 'Studio' })).toHaveCount(0)
    await expectEntry(page, 'plan_deleted', { plan: 'Studio' })
  })
}
