import { chromium as pw } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { chromium } from '/work/h/anon/e2e/support/chromium.ts'
const base = 'http://localhost:4717'
const { email_address, password } = JSON.parse(readFileSync('/tmp/anon-data/demo.json', 'utf8'))
const browser = await pw.launch(await chromium())
const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
page.setDefaultTimeout(120_000)
await page.goto(base + '/sign-in')
await page.getByLabel('Email address').fill(email_address)
await page.getByLabel('Password', { exact: true }).fill(password)
await page.getByRole('button', { name: 'Sign in' }).click()
await page.waitForURL((u) => !u.pathname.includes('sign-in'))
const trpc = async (name: string, data: unknown) => {
  const r = await page.request.post(`${base}/api/trpc/${name}`, { data, headers: { origin: base } })
  return (await r.json()).result?.data
}
const ask = async (name: string, input: unknown) => (await (await page.request.get(`${base}/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)).json()).result?.data
const list = await ask('broadcasts.list', { per_page: 20, status: 'completed' })
const sent = list.rows[0].id
const draft = await trpc('broadcasts.create', { subject: 'SPRING IS HERE!!!', content: '<p>Dear {{ subscriber.frist_name }} from {{ subscriber.city }}, <a href="http://127.0.0.1:9/shop">shop</a> <a href="">x</a></p><img src="https://studio.example/none.png">', subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }] })
const shots: [string, string, (() => Promise<void>)?][] = []
const at = async (name: string, width: number, scheme: 'light' | 'dark', path: string, act?: () => Promise<void>) => {
  await page.setViewportSize({ width, height: width > 500 ? 1000 : 844 })
  await page.emulateMedia({ colorScheme: scheme })
  await page.goto(base + path)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await act?.()
  await page.waitForTimeout(800)
  await page.screenshot({ path: `/tmp/shot-${name}-${width}-${scheme}.png`, fullPage: false })
}
const which = process.argv[2] ?? 'all'
const check = async () => { await page.getByRole('button', { name: 'Check email' }).click(); await page.getByText(/frist_name/).last().waitFor(); await page.getByText(/There is no field/).waitFor(); await page.waitForTimeout(4000); await page.getByText(/There is no field/).scrollIntoViewIfNeeded() }
const why = async () => { await page.getByRole('button', { name: /^Why\?/ }).first().click(); await page.getByRole('list', { name: 'Decisions' }).waitFor() }
const testdialog = async () => { await page.getByRole('button', { name: 'Preview' }).click(); await page.getByRole('button', { name: 'Send test email' }).click(); await page.getByLabel('Send to').waitFor() }
for (const [w, s] of [[1440, 'light'], [390, 'dark'], [1440, 'dark'], [390, 'light']] as const) {
  await at('checks', w, s, `/broadcasts/${draft.id}`, check)
  await at('report', w, s, `/broadcasts/${sent}`, async () => { await page.getByText(/accounted for|row by row/).scrollIntoViewIfNeeded() })
  await at('why', w, s, `/broadcasts/${sent}?tab=recipients`, why)
  if (s === 'light' || w === 390) await at('test', w, s, `/broadcasts/${draft.id}`, testdialog)
  if (w === 1440 && s === 'light') await at('review', w, s, `/broadcasts/${draft.id}`, async () => { await page.getByRole('button', { name: 'Review and send' }).click(); await page.getByText(/There is no field/).waitFor() })
}
await browser.close()
