import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { button, choose, confirm, expectEntry, heading, press, REASON, submit } from '../support/administration.ts'
import { completeApp } from '../support/developer.ts'
import { PHONE, pageOn } from '../support/page-checks.ts'
import type { SeededInstance } from '../support/seeded-instance.ts'
import { ask, call, newUser } from '../support/user.ts'
import { testSetup } from './pages.ts'
import { reviewApp, reviewTemplate } from './reviews.ts'

/** An administrator on a phone uses reviews, jobs, mail, webhooks, settings and the audit log. */
export async function operateInstance(browser: Browser, instance: SeededInstance): Promise<void> {
  const page = await instance.signedIn(browser, PHONE, instance.administrator)
  const app = await completeApp(page)
  await test.step('an app is claimed, noted, rejected and approved', () => reviewApp(page, app))
  await test.step('a template is rejected and approved with notes', () => reviewTemplate(page, app))
  await test.step('a job is found, paused, resumed and started, and its failed runs are retried', () =>
    manageJob(page, instance))
  await test.step('each page of Mail opens, and what it offers is done', () => manageMail(page, instance))
  await test.step('each part of the setup is tested', () => testSetup(page))
  await test.step('a webhook is disabled and enabled, and calls to an app are paused and resumed', () =>
    manageWebhooks(page, instance, app))
  await test.step('users are invited', () => inviteUser(page))
  const visitor = await pageOn(browser, PHONE, undefined, instance.base_url)
  await test.step('settings take effect for everyone', () => changeSettings(page, visitor))
  await test.step('the audit log is filtered, read and exported', () => readAuditLog(page, instance))
  await visitor.context().close()
  await page.context().close()
}

async function manageJob(page: Page, { query }: SeededInstance): Promise<void> {
  const job = 'admin/end-views'
  await page.goto('/admin/jobs')
  await press(page.getByRole('tab', { name: 'Jobs' }))
  await page.getByRole('searchbox', { name: 'Search jobs' }).fill(job)
  await choose(page, job, 'Pause')
  await confirm(page, 'Pause job')
  await expect(page.getByRole('row', { name: job })).toContainText('Paused')
  await expectEntry(page, 'job_paused', { job })
  await choose(page, job, 'Resume')
  await confirm(page, 'Resume job')
  await expectEntry(page, 'job_resumed', { job })
  await expect(page.getByRole('row', { name: job })).not.toContainText('Paused')
  await choose(page, job, 'Run now')
  await confirm(page, 'Run job')
  await expectEntry(page, 'job_started', { job })

  // The job's runs do not fail, so make one look failed.
  const fail = () =>
    query(
      `update jobs.run set state = 'failed', attempt = 1, error = '{"name":"Error","message":"The disk is full"}'
       where id = (select max(id) from jobs.run where function_id like '%admin-end-views') and state = 'completed' returning id`,
    )
  await expect.poll(fail).toHaveLength(1)
  await choose(page, job, 'View runs')
  await page.getByLabel('State').selectOption({ label: 'Failed' })
  await press(
    page.getByRole('row').filter({ hasText: 'The disk is full' }).getByRole('button', { name: job, exact: true }),
  )
  await expect(page.getByRole('dialog').getByText('Error: The disk is full')).toBeVisible()
  await expect(page.getByRole('dialog').getByText(/Attempt 2 of the last step\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await press(button(page, `Retry ${job}`).first())
  await confirm(page, 'Retry run')
  await expectEntry(page, 'job_retried')
  await expect.poll(fail).toHaveLength(1)
  await page.goto(`/admin/jobs?view=jobs&q=${job}`)
  await choose(page, job, 'Retry failed runs')
  // The job also runs every five minutes, and no other run can be retried during such a run.
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await expect(async () => {
    if (await question.isVisible()) await confirm(page, 'Retry 1 run')
    await expect(question).toBeHidden({ timeout: 5_000 })
  }).toPass()
  await expectEntry(page, 'failed_runs_retried', { job, count: 1 })

  // The runs are short, so make one look queued, and as if it were for an account.
  const reopen = () =>
    query(
      `update jobs.run set state = 'queued', ended_at = null, event = '{"data":{"account_id":4711}}'
       where id = (select max(id) from jobs.run where function_id like '%admin-end-views') and state = 'completed' returning id`,
    )
  await expect.poll(reopen).toHaveLength(1)
  await page.goto('/admin/jobs?account=4711')
  await press(button(page, `Cancel ${job}`))
  await confirm(page, 'Cancel run')
  await expectEntry(page, 'job_canceled')
  await expect(page.getByRole('row', { name: job })).toContainText('Canceled')
  await press(button(page, 'Account 4711'))
  await expect(page).not.toHaveURL(/account=/)
}

const MAIL_PAGES = [
  ['Results by domain', 'Results by domain'],
  ['Sending health of accounts', 'Sending health of accounts'],
  ['Unmatched reports', 'Unmatched reports'],
  ['Transports', 'Transports'],
] as const

async function manageMail(page: Page, { query }: SeededInstance): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Mail' })
  await page.goto('/admin/mail')
  await expect(heading(page, 'Mail')).toBeVisible()
  for (const [tab, title] of MAIL_PAGES) {
    await press(tabs.getByRole('link', { name: tab }))
    await expect(heading(page, title)).toBeVisible()
  }
  await press(button(page, 'Try now'))
  await expectEntry(page, 'transport_tried')
  await query(
    `insert into daily_allowance (subject, day, number, allowance, used) values ('domain moss.example', current_date, 1, 200, 40)`,
  )
  await page.reload()
  const warm_up = page.getByRole('listitem').filter({ hasText: 'moss.example' })
  await press(warm_up.getByRole('button', { name: 'Skip warm-up' }))
  await page.getByRole('alertdialog').getByRole('textbox').fill('It sent 50,000 a week elsewhere.')
  await confirm(page, 'Skip warm-up')
  await expectEntry(page, 'warm_up_skipped', { domain: 'moss.example', note: 'It sent 50,000 a week elsewhere.' })

  await press(tabs.getByRole('link', { name: 'Test message' }))
  await page.getByLabel('Recipient').fill('zoe@inbox.example')
  await press(button(page, 'Send test message'))
  await expect(page.getByText('The server accepted the message')).toBeVisible()
  await expectEntry(page, 'test_sent', { address: 'z***@inbox.example' })

  const [sent] = await query<{ email_address: string }>(
    `select s.email_address from delivery d join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
     where d.state = 'sent' limit 1`,
  )
  const address = sent?.email_address ?? ''
  await press(tabs.getByRole('link', { name: 'Messages' }))
  await page.getByLabel('Message-ID or email address').fill(address)
  await press(button(page, 'Find messages'))
  await press(page.getByRole('table', { name: 'Messages to subscribers' }).getByRole('button').first())
  await expect(page.getByRole('dialog').getByText('Message-ID')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectEntry(page, 'address_searched')
  await expectEntry(page, 'message_viewed')

  await press(tabs.getByRole('link', { name: 'Instance suppression list' }))
  await press(button(page, 'Add entries'))
  await submit(page, 'Add to list', { Entries: '@spam-trap.example' })
  await expect(page.getByText('@spam-trap.example')).toBeVisible()
  await expectEntry(page, 'suppressions_added', { added: 1 })
  await choose(page, '@spam-trap.example', 'Remove from list')
  await page.getByRole('alertdialog').getByRole('textbox').fill('The domain was sold.')
  await confirm(page, 'Remove from list')
  await expectEntry(page, 'suppression_removed', { note: 'The domain was sold.' })
}

async function manageWebhooks(page: Page, { query }: SeededInstance, app: { id: number; name: string }): Promise<void> {
  const url = 'http://127.0.0.1:9/hooks'
  await call(page, 'webhooks.create', { url, events: ['tag.created'] })
  await query('update webhook_endpoint set failing_since = now() where url = $1', [url])
  await query(
    `insert into outbound_hour (hour, kind, app_id, host, calls, failures, last_error)
     values (date_trunc('hour', now()), 'app', $1, '127.0.0.1:9', 4, 3, 'connect ECONNREFUSED')`,
    [app.id],
  )
  const host = '127.0.0.1:9'
  await page.goto('/admin/webhooks')
  const row = page.getByRole('row').filter({ hasText: host })
  await expect(row).toContainText('Failing')
  await choose(page, host, 'Disable webhook')
  await submit(page, 'Disable webhook', { Reason: REASON })
  await expect(row).toContainText('Disabled by instance')
  await expectEntry(page, 'endpoint_disabled', { reason: REASON })
  await press(row.getByRole('link'))
  await expect(heading(page, host)).toBeVisible()
  await press(button(page, 'Enable webhook'))
  await confirm(page, 'Enable webhook')
  await expectEntry(page, 'endpoint_enabled')

  await page.goto('/admin/webhooks?tab=calls')
  await press(button(page, 'Pause calls'))
  await submit(page, 'Pause calls', { Reason: REASON })
  await expectEntry(page, 'app_calls_paused', { name: app.name, reason: REASON })
  await press(button(page, 'Resume calls'))
  await expect(button(page, 'Pause calls')).toBeVisible()
  await expectEntry(page, 'app_calls_resumed', { name: app.name })
}

async function inviteUser(page: Page): Promise<void> {
  const email = 'ada@creators.example'
  await page.goto('/admin/settings')
  // The overview links here for storage.
  await expect(page.locator('#retention').getByText(/^in the database/)).toBeVisible()
  await press(button(page, 'Invite user'))
  await submit(page, 'Send invitation', { 'Email address': email })
  await expectEntry(page, 'user_invited', { email })
  await choose(page, email, 'Send again')
  await expectEntry(page, 'invitation_resent', { email })
  await choose(page, email, 'Revoke invitation')
  await confirm(page, 'Revoke invitation')
  await expect(button(page, `Actions for ${email}`)).toHaveCount(0)
  await expectEntry(page, 'invitation_revoked', { email })
}

async function changeSettings(page: Page, visitor: Page): Promise<void> {
  const field = (name: RegExp | string) => page.getByRole('textbox', { name })
  const save = async (...names: string[]) => {
    await press(button(page, 'Save changes'))
    await expect(button(page, 'Save changes')).toBeDisabled()
    for (const name of names) await expectEntry(page, 'settings_changed', { names: expect.stringContaining(name) })
  }
  await press(page.getByRole('radio', { name: /^Closed/ }))
  await save('Sign-up')
  await expect(async () => {
    await visitor.goto('/sign-up')
    await expect(visitor.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await field(/^Maintenance message/).fill('Back at noon.')
  // Another administrator changes another setting, and focusing the window refetches the settings.
  await call(page, 'admin.settings.save', { announcement: 'Old prices until May.' })
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 60_000
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(field(/^Announcement(?! link)/)).toHaveValue('Old prices until May.')
  await expect(field(/^Maintenance message/)).toHaveValue('Back at noon.')
  await press(page.getByRole('switch', { name: 'Maintenance mode' }))
  await field(/^Announcement(?! link)/).fill('New prices from May.')
  await save('Maintenance mode', 'Announcement')
  await expect.poll(async () => (await visitor.goto('/sign-up'))?.status()).toBe(503)
  await expect(visitor.getByText('Back at noon.')).toBeVisible()
  await expect(page.getByText('New prices from May.').first()).toBeVisible()

  const { key } = await call<{ key: string }>(page, 'api_keys.create', { name: 'A program', scope: 'public' })
  await press(page.getByRole('switch', { name: 'Maintenance mode' }))
  await press(page.getByRole('radio', { name: /^Open/ }))
  await field(/^Email domains/).fill('studio.example')
  await page.getByLabel('Plan of new accounts').selectOption({ label: 'Creator' })
  await page.getByLabel('Requests per API key').fill('60')
  await page.getByLabel('Days until an account is deleted').fill('3')
  await field(/^Terms of service/).fill('https://studio.example/terms')
  await field(/^Billing page/).fill('https://studio.example/billing')
  await page.getByLabel('Days that the audit log is kept').fill('365')
  await press(page.getByRole('switch', { name: 'API', exact: true }))
  await save(
    'Email domains',
    'Requests per API key',
    'Days until an account is deleted',
    'Terms of service',
    'Billing page',
    'Days that the audit log is kept',
    'API',
  )
  await expect(async () => {
    await visitor.goto('/sign-up')
    await expect(visitor.getByRole('link', { name: 'Terms of service' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const stranger = { ...newUser('Ida'), time_zone: 'Europe/Oslo' }
  await expect(call(visitor, 'account.signUp', stranger)).rejects.toThrow(/studio\.example/)
  const answer = () => page.request.get('/v4/account', { headers: { 'X-Service-Api-Key': key } })
  await expect.poll(async () => (await answer()).status()).toBe(403)
  const [own] = await ask<{ id: number }[]>(page, 'account.list', {})
  expect(await ask(page, 'account_deletions.contents', { account_id: own?.id })).toMatchObject({ days: 3 })
  await page.goto('/settings/plan')
  await expect(page.locator('a[href="https://studio.example/billing"]')).toBeVisible()
}

async function readAuditLog(page: Page, { query }: SeededInstance): Promise<void> {
  // Administrators' permissions do not depend on their role in the open account.
  await query(`update membership set role = 'viewer' from users u where u.id = user_id and u.is_admin`)
  await page.goto('/admin/audit')
  await press(page.getByRole('button', { name: /^Actions for Zoe changed settings/ }).first())
  await press(page.getByRole('menuitem', { name: 'Show only this action' }))
  await expect(page).toHaveURL(/action=settings_changed/)
  await expect(page.getByLabel('Action', { exact: true })).toHaveValue('settings_changed')
  const entries = page.getByRole('row').filter({ hasText: 'Zoe changed settings of the instance' })
  await expect(entries).toHaveCount(4)
  await press(entries.first().getByRole('button').first())
  await expect(page.getByRole('dialog')).toContainText('14 › 3')
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await press(page.getByRole('link', { name: 'Export' }))
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(
    text
      .trim()
      .split('\n')
      .filter((line) => line.includes('settings_changed')),
  ).toHaveLength(4)
  await expectEntry(page, 'audit_exported')
}
