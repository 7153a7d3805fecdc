import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { choose, confirm, expectEntry, heading, REASON, submit } from '../support/administration.ts'
import { DESK } from '../support/page-checks.ts'
import { SEEDED, type SeededInstance } from '../support/seeded-instance.ts'
import { ask, call, signIn } from '../support/user.ts'
import { administerPlans, administerUsers } from './users.ts'

/** The overview's tiles, and the pages they link to. */
const TILES = [
  ['Messages', 'Mail'],
  ['Background jobs', 'Background jobs'],
  ['Webhooks', 'Webhooks and calls'],
  ['Accounts', 'Accounts'],
  ['API', 'API traffic'],
  ['Active senders', 'Sending health of accounts'],
  ['Storage', 'Instance settings'],
] as const

/** Exports the active accounts, then suspends and releases the sending of the first two. */
async function suspendSelected(page: Page): Promise<void> {
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await page.goto('/admin/accounts?state=suspended')
  const suspended = Number.parseInt((await pages.getByText(/^\d+ accounts$/).textContent()) ?? '', 10)
  // A list arriving later would clear the selection.
  await page.goto('/admin/accounts?state=active')
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) })
  await expect(rows.nth(2)).toContainText('Active')
  const boxes = [0, 1].map((place) => rows.nth(place).getByRole('checkbox'))
  const names = await Promise.all(boxes.map((box) => box.getAttribute('aria-label')))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const lines = (await text((await (await download).createReadStream()) as Readable)).trim().split('\r\n')
  for (const [place, name] of names.entries()) expect(`Select ${lines[place + 1]?.split(',')[1]}`).toBe(name)
  await expectEntry(page, 'accounts_exported')
  const select = async () => {
    for (const name of names) await page.getByRole('checkbox', { name: name ?? '', exact: true }).click()
  }
  await select()
  const toolbar = page.getByRole('toolbar', { name: 'Selected rows' })
  await toolbar.getByRole('button', { name: 'Suspend sending' }).click()
  await submit(page, 'Suspend sending', { Reason: REASON })
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('State').selectOption({ label: 'Suspended' })
  await expect(pages.getByText(`${suspended + 2} accounts`)).toBeVisible()
  await select()
  await toolbar.getByRole('button', { name: 'Release sending' }).click()
  await confirm(page, 'Release sending')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(pages.getByText(`${suspended} accounts`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
}

/** An administrator on a desktop uses the overview, accounts, users and plans. */
export async function administerAccounts(browser: Browser, instance: SeededInstance): Promise<void> {
  const { query } = instance
  const page = await instance.signedIn(browser, DESK, instance.administrator)

  await test.step('the overview has the figures of the instance, each with its page', async () => {
    await call(page, 'jobs.start', { job: 'admin/sample-figures' })
    const counted = async () =>
      (await ask<{ figures: { accounts: { latest: number } } }>(page, 'admin.overview', {})).figures.accounts
    await expect.poll(counted).toMatchObject({ latest: SEEDED + 1 })
    await page.goto('/admin')
    await expect(page.getByText(String(SEEDED + 1), { exact: true }).first()).toBeVisible()
    for (const [tile, title] of TILES) {
      await page.getByRole('heading', { level: 2, name: tile, exact: true }).getByRole('link').click()
      await expect(heading(page, title)).toBeVisible()
      await page.goBack()
      await expect(heading(page, 'Instance overview')).toBeVisible()
    }
  })

  const bo = { ...instance.administrator, name: 'Bo', email_address: 'bo@creators.example' }
  const [account] = await query<{ id: number }>(`select id from account where name = 'Kitchen Table'`)
  const account_id = account?.id
  await query(
    `with made as (
       insert into users (email, name, password_hash, email_verified_at, email_proof)
       select $1, 'Bo', password_hash, now(), 'operator' from users where is_admin returning id
     ) insert into membership (account_id, user_id, role) select $2, id, 'owner' from made`,
    [bo.email_address, account_id],
  )
  const owner = await instance.signedIn(browser, DESK, bo)

  await test.step('accounts are paged, filtered, sorted and searched', async () => {
    await page.goto('/admin/accounts')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.getByText(`${SEEDED + 1} accounts`)).toBeVisible()
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(/after=/)
    await page.getByLabel('State').selectOption({ label: 'Suspended' })
    await expect(pages.getByText('11 accounts')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Plan').selectOption({ label: 'Creator Pro' })
    await expect(pages.getByText('19 accounts')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Reputation').selectOption({ label: 'Warned' })
    await expect(page).toHaveURL(/reputation=warned/)
    await expect(page.getByRole('row').nth(1)).toContainText(/Warned|Suspended/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Sort').selectOption({ label: 'By name' })
    await expect(page.getByRole('row').nth(1)).toContainText('Analog Sound')
    await suspendSelected(page)
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill(bo.email_address)
    await expect(pages.getByText('1 account', { exact: true })).toBeVisible()
    await page.getByRole('row', { name: 'Kitchen Table' }).getByRole('link').click()
    await expect(heading(page, 'Kitchen Table')).toBeVisible()
  })

  await test.step('sign-in, the API and sending are suspended and released, each on its own', async () => {
    const { key } = await call<{ key: string }>(owner, 'api_keys.create', { name: 'A program', scope: 'public' })
    const asked = async () =>
      (await owner.request.get('/v4/account', { headers: { 'X-Service-Api-Key': key } })).status()
    expect(await asked()).toBe(200)
    for (const what of ['Sign-in', 'API access', 'Sending']) {
      await page.getByRole('button', { name: `Suspend ${what}` }).click()
      await submit(page, 'Suspend', { Reason: REASON })
      await expectEntry(page, 'account_suspended', { account: 'Kitchen Table', what, reason: REASON })
    }
    await expect(page.getByText('Suspended', { exact: true })).toHaveCount(4)
    await expect.poll(asked).toBe(401)
    await owner.reload()
    await expect(owner).toHaveURL(/\/login/)
    for (const what of ['Sign-in', 'API access', 'Sending']) {
      await page.getByRole('button', { name: `Release ${what}` }).click()
      await confirm(page, 'Release')
      await expectEntry(page, 'account_released', { account: 'Kitchen Table', what })
    }
    await expect(page.getByText('Suspended', { exact: true })).toHaveCount(0)
    await expect.poll(asked).toBe(200)
  })

  await test.step('a note is added, the plan is changed with a limit of its own, and the owners get an export', async () => {
    await page.getByRole('button', { name: 'Add note' }).click()
    await submit(page, 'Add note', { Note: 'Called on Monday.' })
    await expect(page.getByText('Called on Monday.')).toBeVisible()
    await expectEntry(page, 'account_note_added', { account: 'Kitchen Table' })
    await page.getByRole('button', { name: 'Edit plan' }).click()
    await page.getByRole('dialog').getByLabel('Plan', { exact: true }).selectOption({ label: 'Creator Pro' })
    await submit(page, 'Save plan', { 'Limit of active subscribers': '750' })
    await expect(page.getByText('Custom limit')).toBeVisible()
    await expectEntry(page, 'plan_set', { account: 'Kitchen Table', plan: 'creator_pro' })
    await page.getByRole('button', { name: 'Start export' }).click()
    await submit(page, 'Start export', { Reason: REASON })
    await expectEntry(page, 'account_export_requested', { account: 'Kitchen Table', reason: REASON })
  })

  await test.step('a deletion is scheduled and canceled', async () => {
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete Kitchen Table' })).toBeVisible()
    await submit(page, 'Schedule deletion', { Reason: REASON, 'Account name': 'Kitchen Table' })
    await expect(page.getByText('Will be deleted')).toBeVisible()
    await expectEntry(page, 'account_deletion_scheduled', { account: 'Kitchen Table', reason: REASON })
    await page.getByRole('link', { name: 'Accounts' }).first().click()
    await page.getByLabel('State').selectOption({ label: 'Will be deleted' })
    await expect(page).toHaveURL(/state=/)
    await page.locator(`tbody a[href="/admin/accounts/${account_id}"]`).click()
    await page.getByRole('button', { name: 'Keep account' }).click()
    await confirm(page, 'Keep account')
    await expect(page.getByText('Will be deleted')).toHaveCount(0)
    await expectEntry(page, 'account_deletion_canceled', { account: 'Kitchen Table' })
  })

  await test.step('the account is viewed read-only until the administrator stops', async () => {
    await page.getByRole('button', { name: 'View account' }).click()
    await submit(page, 'View account', { Reason: REASON })
    await expect(page.getByText('You are viewing Kitchen Table as an administrator, read-only')).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(heading(page, 'Kitchen Table')).toBeVisible()
    await expectEntry(page, 'account_view_began', { account: 'Kitchen Table', reason: REASON })
    await expectEntry(page, 'account_view_ended', { account: 'Kitchen Table' })
  })

  await administerUsers(instance, { page, owner, user: bo })
  await administerPlans(page)

  await test.step('an old sign-in is confirmed first, and without a session there is no administration', async () => {
    await query(`update session set confirmed_at = now() - interval '1 hour'`)
    const plan = page.getByRole('row', { name: /^Creator creator/ })
    await choose(page, 'Creator', 'Archive')
    await confirm(page, 'Archive plan')
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await dialog.getByLabel('Password', { exact: true }).fill(instance.administrator.password)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(plan).toContainText('Archived')
    await expectEntry(page, 'plan_archived', { plan: 'Creator' })
    await page.context().clearCookies()
    await choose(page, 'Creator', 'Restore')
    await expect(page.getByText('You are signed out')).toBeVisible()
    expect((await page.reload())?.status()).toBe(404)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, instance.administrator)
    await expect(plan).toContainText('Archived')
    await choose(page, 'Creator', 'Restore')
    await expect(plan).not.toContainText('Archived')
  })
  await owner.context().close()
  await page.context().close()
}
