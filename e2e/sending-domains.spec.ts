import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import type { SiteView } from '../server/modules/sites/schema.ts'
import { startDomainServer } from '../server/testing/servers/name-server.ts'
import { OWN_DOMAINS } from './support/chromium.ts'
import { messageTo } from './support/mailbox.ts'
import { lengthenTimers } from './support/notices.ts'
import { examine, examineOpen, pageOn, SCREENS } from './support/page-checks.ts'
import { running } from './support/running.ts'
import { ask, call, newUser, signUp } from './support/user.ts'

// A single worker runs all tests, because the product uses a single name server.
test.describe.configure({ mode: 'default' })

test('a creator sets up a sending domain by copying its DNS records, and sees when each is found', async ({
  page,
  browser,
}) => {
  const dns = await startDomainServer({}, running()?.dns_port)
  await signUp(page, newUser('Ida'))
  await page.clock.install()
  await page.goto('/settings/sending-domains')
  await expect(page.getByText('No sending domains yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add domain' }).first().click()
  await page.getByRole('textbox', { name: 'Domain' }).fill('co.uk')
  await page.keyboard.press('Enter')
  await expect(page.getByText('add the name before it')).toBeVisible()
  await page.getByRole('textbox', { name: 'Domain' }).fill('Studio-North.no')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'studio-north.no' })).toBeVisible()

  const records = page.getByRole('list', { name: 'DNS records' }).getByRole('listitem')
  await expect(records).toHaveCount(3)
  await expect(records.filter({ hasText: 'Missing' })).toHaveCount(3)
  // A button shows “Copied” for two seconds.
  await lengthenTimers(page, 2_000)
  const copied = async (label: string) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.documentElement.dataset.copied = text
      }
    })
    await page.getByRole('button', { name: `Copy ${label}` }).click()
    await expect(page.getByRole('button', { name: `Copied ${label}` })).toBeVisible()
    return (await page.locator('html').getAttribute('data-copied')) ?? ''
  }
  for (const label of ['DKIM (RSA)', 'DKIM (Ed25519)'])
    dns.records[await copied(`${label} name`)] = await copied(`${label} value`)
  dns.records['_dmarc.studio-north.no'] = 'v=spf1 -all'
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(records.filter({ hasText: 'Found' })).toHaveCount(2)
  await expect(records.filter({ hasText: 'Missing' })).toHaveCount(1)

  // The page checks repeatedly while it is open.
  dns.records['_dmarc.studio-north.no'] = 'v=DMARC1; p=none'
  await page.clock.fastForward('00:15')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const address = new URL(page.url()).pathname
  for (const device of SCREENS) {
    const same = await pageOn(browser, device, await page.context().storageState())
    await examine(same, [address])
    await same.context().close()
  }
  dns.close()
})

for (const screen of SCREENS)
  test(`a site is at its own domain, and its creator gets the emails they chose, ${screen.name}`, async ({
    browser,
  }) => {
    const dns = await startDomainServer({ localhost: { a: ['127.0.0.1'] } }, running()?.dns_port)
    const page = await pageOn(browser, screen)
    const ida = newUser('Ida')
    await signUp(page, ida)
    const { id } = await call<{ id: number }>(page, 'posts.create', { title: 'March news', content: '<p>Moss.</p>' })
    await call(page, 'posts.publish', { id })
    const domain = `news-${randomBytes(4).toString('hex')}.${OWN_DOMAINS}`
    await page.goto('/settings/site')
    await page.getByRole('button', { name: 'Connect domain' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect domain' })
    await dialog.getByLabel('Domain').fill(domain)
    await dialog.getByRole('button', { name: 'Connect domain' }).click()
    const records = page.getByRole('list', { name: 'DNS records' }).getByRole('listitem')
    await expect(records).toHaveCount(2)
    await expect(page.getByText('Add both DNS records')).toBeVisible()
    await examineOpen(page)
    const site = await ask<SiteView>(page, 'sites.get', {})
    for (const { type, name, value } of site.domain?.records ?? [])
      dns.records[name] = type === 'CNAME' ? { cname: value } : value
    const connected = page.getByText('Your site is at this domain.')
    // A check soon after another one returns its result.
    await expect(async () => {
      // The button disappears with the result of the previous check.
      if (!(await connected.isVisible()))
        await page
          .getByRole('button', { name: 'Check now' })
          .click({ timeout: 2_000 })
          .catch(() => undefined)
      await expect(connected).toBeVisible({ timeout: 2_000 })
    }).toPass()

    const { port } = new URL(running()?.base_url ?? '')
    const visitor = await pageOn(browser, screen)
    await examine(visitor, [`http://${domain}:${port}/`, `http://${domain}:${port}/march-news`])
    await expect(visitor.getByText('Moss.')).toBeVisible()
    const dashboard = await visitor.goto(`http://${domain}:${port}/login`)
    expect(dashboard?.status()).toBe(404)
    await visitor.context().close()

    await page.goto('/settings/notifications')
    const by_email = page.getByRole('switch', { name: 'Your jobs finish: by email' })
    await expect(by_email).not.toBeChecked()
    await by_email.click()
    await page.getByLabel('How often').selectOption({ label: 'Every Monday' })
    await expect
      .poll(() => ask(page, 'notifications.settings', {}))
      .toMatchObject({
        digest: 'weekly',
        topics: expect.arrayContaining([{ topic: 'jobs', in_product: true, by_email: true }]),
      })
    await page.reload()
    await expect(by_email).toBeChecked()
    await expect(page.getByLabel('How often')).toHaveValue('weekly')
    await examineOpen(page)
    await call(page, 'exports.request', { kind: 'subscribers', selection: { status: 'all' } })
    await messageTo(ida.email_address, ({ text = '' }) => text.includes('/activity'))
    await page.context().close()
    dns.close()
  })
