import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { demoOwner, signIn } from './support/user.ts'

test('a creator reads a chart as a table, saves it, and finds the range again in the address', async ({ page }) => {
  await page.goto('/login')
  await signIn(page, demoOwner())
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto('/analytics')
  await expect(page.getByText('New subscribers', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Range' }).selectOption('90')
  await expect(page).toHaveURL(/days=90/)
  await page.getByRole('tab', { name: 'Growth' }).press('ArrowRight')
  await expect(page).toHaveURL(/tab=engagement/)
  await expect(page.getByText('Messages sent', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show “Open and click rates” as a table' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Open and click rates' }).getByRole('columnheader')).toHaveText([
    ...['From', 'To', 'Open rate (%)', 'Click rate (%)', 'Clicks per open (%)'],
  ])
  const saved = async (item: string) => {
    await page.getByRole('button', { name: 'Download “Messages”' }).press('Enter')
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).press('Enter')
    const file = await download
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  const csv = await saved('Download CSV')
  expect(csv.name).toMatch(/^messages-.*\.csv$/)
  expect(csv.bytes.toString()).toMatch(/^\ufeffFrom,To,Sent,Opened,Clicked,Unsubscribed,Bounced,Complained\r\n\d{4}-/)
  const picture = await saved('Download picture')
  expect(picture.name).toMatch(/\.png$/)
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.bytes.length).toBeGreaterThan(10_000)
})
