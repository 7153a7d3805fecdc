import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { ask, demoOwner, signIn } from './support/user.ts'

test('a creator reads a chart as a table, saves it, and finds the range again in the URL', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/login')
  await signIn(page, demoOwner())
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const saved = async (chart: string, item: string) => {
    const choice = page.getByRole('menuitem', { name: item })
    // The previous menu may still be closing.
    await expect(choice).toBeHidden()
    // A server-rendered page does not handle keys until it is hydrated.
    await expect(async () => {
      if (!(await choice.isVisible())) await page.getByRole('button', { name: `Download “${chart}”` }).press('Enter')
      await expect(choice).toBeVisible({ timeout: 2_000 })
    }).toPass()
    const download = page.waitForEvent('download')
    await choice.press('Enter')
    const file = await download
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  const csvOf = async (chart: string) => (await saved(chart, 'Download CSV')).bytes.toString()
  expect(await csvOf('Growth')).toMatch(/^\ufeffDay,New,Unsubscribed,Lost,Net\r\n\d{4}-/)
  const [sent] = await idsOf(page, 'broadcasts.list', { status: 'completed' })
  await page.goto(`/broadcasts/${sent}`)
  expect(await csvOf('First 48 hours')).toMatch(/^\ufeffHour,Opens,Clicks\r\n0,/)
  expect(await csvOf('From sent to clicked')).toMatch(/^\ufeffStep,Subscribers\r\nRecipients,\d/)
  const [form] = await idsOf(page, 'forms.list', {})
  await page.goto(`/forms/${form}?tab=results`)
  expect(await csvOf('Views and sign-ups')).toMatch(/^\ufeffDay,Views,Sign-ups\r\n\d{4}-/)
  await page.goto('/analytics')
  await expect(page.getByText('New subscribers', { exact: true })).toBeVisible()
  await expect(async () => {
    await page.getByRole('combobox', { name: 'Period' }).selectOption('90')
    await expect(page).toHaveURL(/days=90/, { timeout: 2_000 })
  }).toPass()
  await page.getByRole('tab', { name: 'Growth' }).press('ArrowRight')
  await expect(page).toHaveURL(/tab=engagement/)
  await expect(page.getByText('Messages sent', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show “Open and click rates” as a table' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Open and click rates' }).getByRole('columnheader')).toHaveText([
    'From',
    'To',
    'Open rate (%)',
    'Click rate (%)',
    'Clicks per open (%)',
  ])
  const csv = await saved('Messages', 'Download CSV')
  expect(csv.name).toMatch(/^messages-.*\.csv$/)
  expect(csv.bytes.toString()).toMatch(/^\ufeffFrom,To,Sent,Opened,Clicked,Unsubscribed,Bounced,Complained\r\n\d{4}-/)
  const picture = await saved('Messages', 'Download image')
  expect(picture.name).toMatch(/\.png$/)
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.bytes.length).toBeGreaterThan(10_000)

  // The Content tab compares with the previous range, like the other tabs.
  await page.goto('/analytics?tab=content&days=90')
  await expect(page.getByText('vs. previous period')).toHaveCount(4)
  expect(await csvOf('Best links')).toMatch(
    /^\ufeffLink,Subscribers,Subscribers in the previous period,Clicks,Emails\r\nhttps/,
  )
  await page.getByRole('checkbox', { name: 'Compare with previous period' }).click()
  await expect(page).toHaveURL(/compare=false/)
  await expect(page.getByText('vs. previous period')).toHaveCount(0)
})

const idsOf = async (page: Page, list: string, filter: object) =>
  (await ask<{ rows: { id: number }[] }>(page, list, filter)).rows.map(({ id }) => id)
