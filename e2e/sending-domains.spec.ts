import { expect, test } from '@playwright/test'
import { startDomainServer } from '../server/testing/servers/name-server.ts'
import { DESK, examine, PHONE, pageOn } from './support/page-checks.ts'
import { running } from './support/running.ts'
import { newUser, signUp } from './support/user.ts'

test('a creator sets up a sending domain by copying its DNS records, and sees each one found', async ({
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
  const copied = async (label: string) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.title = text
      }
    })
    await page.getByRole('button', { name: `Copy ${label}` }).click()
    await expect(page.getByRole('button', { name: `Copied ${label}` })).toBeVisible()
    return page.title()
  }
  for (const label of ['DKIM (RSA)', 'DKIM (Ed25519)'])
    dns.records[await copied(`name of ${label}`)] = await copied(`value of ${label}`)
  dns.records['_dmarc.studio-north.no'] = 'v=spf1 -all'
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(records.filter({ hasText: 'Found' })).toHaveCount(2)
  await expect(records.filter({ hasText: 'Missing' })).toHaveCount(1)

  // The page checks again and again while it is open.
  dns.records['_dmarc.studio-north.no'] = 'v=DMARC1; p=none'
  await page.clock.fastForward('00:15')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const address = new URL(page.url()).pathname
  for (const device of [DESK, PHONE]) {
    const same = await pageOn(browser, device, await page.context().storageState())
    await examine(same, [address])
    await same.context().close()
  }
  dns.close()
})
