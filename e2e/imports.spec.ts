import { expect, type Page, type Route, test } from '@playwright/test'
import { hydrated } from './support/page-checks.ts'
import { call, newUser, signUp } from './support/user.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function choose(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.goto('/subscribers/import')
  await page.getByRole('button', { name: 'CSV file' }).setInputFiles(file)
}

/** Delays responses to uploaded chunks until the returned function is called. */
async function holdPieces(page: Page, answer: (route: Route) => Promise<void>): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/chunks*', async (route) => {
    await promise
    await answer(route)
  })
  return resolve
}

const asksBeforeLeaving = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('an upload continues while the creator uses other pages, and does not redirect them', { tag: '@deep' }, async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const letGo = await holdPieces(page, (route) => route.continue())
  await choose(page, csv('subscribers.csv', 'Email\nann@reader.example\n'))
  await expect(page.getByRole('region', { name: 'Upload' })).toBeVisible()
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await expect(title(page, 'Tags')).toBeVisible()
  await page.getByRole('link', { name: 'Subscribers', exact: true }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'Upload' })).toContainText('subscribers.csv')
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await expect(title(page, 'Tags')).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(true)
  letGo()
  await expect(page.getByText('subscribers.csv uploaded')).toBeVisible()
  await expect(title(page, 'Tags')).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(false)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(title(page, 'subscribers.csv')).toBeVisible()
})

test('an upload refused after the creator returns to it shows the reason', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const letGo = await holdPieces(page, (route) =>
    route.fulfill({ status: 422, json: { errors: ['This piece is damaged'] } }),
  )
  await choose(page, csv('subscribers.csv', 'Email\nann@reader.example\n'))
  await expect(page.getByRole('region', { name: 'Upload' })).toBeVisible()
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await expect(title(page, 'Tags')).toBeVisible()
  await page.getByRole('link', { name: 'Subscribers', exact: true }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'Upload' })).toContainText('subscribers.csv')
  letGo()
  await expect(page.getByText('This piece is damaged')).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(false)
})

test('a wide file can be mapped, date formats are detected, and a double click starts a single import', {
  tag: '@deep',
}, async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const questions = Array.from({ length: 200 }, (_, at) => `What do you think of email number ${at + 1}?`)
  const row = `ann@reader.example,12/31/2024,${questions.map(() => 'much').join()}`
  await choose(page, csv('survey.csv', `Email,Answered,${questions.join()}\n${row}\n`))
  await expect(page.getByText('201 are skipped. Choose the ones you want to keep.')).toBeVisible()
  await expect(page.getByText('1 row: 1 new')).toBeVisible()
  await page.getByLabel('Import column Answered as').selectOption({ label: 'Date joined' })
  await expect(page.getByLabel('Answered date format')).toHaveValue('month_first')
  const first = `Import column ${questions[0]} as`
  await page.getByLabel(first).selectOption({ label: 'New custom field' })
  const name = page.getByLabel(`Field name for ${questions[0]}`)
  await name.fill(' ')
  await expect(page.getByText('Enter a field name')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue to consent' })).toBeDisabled()
  await name.fill('Opinion')
  await page.getByRole('button', { name: 'Continue to consent' }).click()
  await page.getByLabel('Source of consent').selectOption('customers')
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByRole('button', { name: 'Add 1 person' }).dblclick()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
  await expect(page.getByText('you cannot start it')).toHaveCount(0)
  await expect(page.getByText('They bought from me and agreed to receive email')).toBeVisible()
})

test('a signed-out user keeps unsaved choices', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await choose(page, csv('subscribers.csv', 'Email,Town\nann@reader.example,Oslo\n'))
  await expect(page.getByText('1 row: 1 new')).toBeVisible()
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  // Each choice sends a request.
  await page.getByLabel('Import column Town as').selectOption('ignore')
  await expect(page.getByText('You are signed out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const refused = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 401)
  await page.getByRole('button', { name: 'Continue to consent' }).click()
  await refused
  await page.context().addCookies(cookies)
  await expect(page.getByLabel('Import column Town as')).toHaveValue('ignore')
  await page.getByRole('button', { name: 'Continue to consent' }).click()
  await expect(page.getByRole('heading', { name: 'How did they subscribe?' })).toBeVisible()
  await expect(page.getByText('You are signed out')).toBeHidden()
})

test('a file can be dropped anywhere on the page, but only one at a time', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await page.goto('/subscribers/import')
  const drop = (...files: [string, string][]) =>
    title(page, 'Import subscribers').evaluate((where, given) => {
      const dataTransfer = new DataTransfer()
      for (const [name, text] of given) dataTransfer.items.add(new File([text], name, { type: 'text/csv' }))
      // The browser opens a dropped file unless the page handles the drop.
      return !where.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, files)
  const file: [string, string] = ['subscribers.csv', 'Email\nann@reader.example\n']
  // Only the page's scripts handle it.
  await expect.poll(() => drop(file, file)).toBe(true)
  await expect(page.getByText('Drop one file at a time')).toBeVisible()
  expect(await drop(file)).toBe(true)
  await expect(title(page, 'subscribers.csv')).toBeVisible()
})

test('a double click starts a single export, and its row shows its contents', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await call(page, 'subscribers.add', { email_address: 'ann@reader.example' })
  await call(page, 'subscribers.add', { email_address: 'bo@reader.example' })
  await page.goto('/subscribers?q=ann&status=all')
  await expect(page.getByRole('link', { name: 'ann@reader.example' })).toBeVisible()
  await hydrated(page)
  await page.getByRole('button', { name: 'Export' }).dblclick()
  await page.getByRole('button', { name: 'View activity' }).click()
  const exports = page.getByRole('region', { name: 'Exports' })
  await expect(exports.getByText('Ready')).toHaveCount(1)
  await expect(exports).toContainText('matching “ann”')
})

test('a canceled export can be retried', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const request = { kind: 'subscribers', selection: { status: 'all' } }
  const exports = page.getByRole('region', { name: 'Exports' })
  // The export may complete before it is canceled.
  await expect(async () => {
    const { id } = await call<{ id: number }>(page, 'exports.request', request)
    await call(page, 'exports.cancel', { id })
  }).toPass()
  await page.goto('/activity')
  await expect(exports.getByText('Canceled')).toHaveCount(1)
  await page.getByRole('button', { name: /^Retry subscribers-/ }).click()
  await expect(exports.getByText('Ready').first()).toBeVisible()
})
