import { expect, type Page, type Route, test } from '@playwright/test'
import { call, newUser, signUp } from './support/user.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function choose(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  // Asked for by the page's own scripts: they run, and hear of a file.
  const ready = page.waitForResponse(/imports\.list/)
  await page.goto('/subscribers/import')
  await ready
  await page.getByLabel('CSV file').setInputFiles(file)
}

/** Keeps the pieces of a file from their answer until the function that it gives is called. */
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

test('an upload goes on while its creator works elsewhere, and does not take them away from there', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const letGo = await holdPieces(page, (route) => route.continue())
  await choose(page, csv('readers.csv', 'Email\nann@reader.example\n'))
  await expect(page.getByRole('region', { name: 'Upload' })).toBeVisible()
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await expect(title(page, 'Tags')).toBeVisible()
  await page.getByRole('link', { name: 'Subscribers', exact: true }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'Upload' })).toContainText('readers.csv')
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await expect(title(page, 'Tags')).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(true)
  letGo()
  await expect(page.getByText('readers.csv is uploaded')).toBeVisible()
  await expect(title(page, 'Tags')).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(false)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(title(page, 'readers.csv')).toBeVisible()
})

test('an upload that is refused after its creator has come back to it says why', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const letGo = await holdPieces(page, (route) =>
    route.fulfill({ status: 422, json: { errors: ['This piece is damaged'] } }),
  )
  await choose(page, csv('readers.csv', 'Email\nann@reader.example\n'))
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await expect(title(page, 'Tags')).toBeVisible()
  await page.getByRole('link', { name: 'Subscribers', exact: true }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'Upload' })).toContainText('readers.csv')
  letGo()
  await expect(page.getByText('This piece is damaged')).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(false)
})

test('a wide file is checked, dates follow the order they are written in, and a double click starts once', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const questions = Array.from({ length: 200 }, (_, at) => `What do you think of letter number ${at + 1}?`)
  const row = `ann@reader.example,12/31/2024,${questions.map(() => 'much').join()}`
  await choose(page, csv('survey.csv', `Email,Answered,${questions.join()}\n${row}\n`))
  await expect(page.getByText('201 are left out. Choose those that you want to keep.')).toBeVisible()
  await expect(page.getByText('1 row: 1 new')).toBeVisible()
  await page.getByLabel('The column Answered is read as').selectOption({ label: 'Date when they joined' })
  await expect(page.getByLabel('How dates in Answered are written')).toHaveValue('month_first')
  const first = `The column ${questions[0]} is read as`
  await page.getByLabel(first).selectOption({ label: 'A new custom field' })
  const name = page.getByLabel(`Name of the field for ${questions[0]}`)
  await name.fill(' ')
  await expect(page.getByText('Give the field a name')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue to consent' })).toBeDisabled()
  await name.fill('Opinion')
  await page.getByRole('button', { name: 'Continue to consent' }).click()
  await page.getByLabel('Where their consent comes from').selectOption('customers')
  await page.getByRole('button', { name: 'Preview the whole file' }).click()
  await page.getByRole('button', { name: 'Add 1 person' }).dblclick()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
  await expect(page.getByText('it is not possible to start it')).toHaveCount(0)
  await expect(page.getByText('They bought from me and agreed to receive email')).toBeVisible()
})

test('whoever was logged out meanwhile keeps what they have chosen', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await choose(page, csv('readers.csv', 'Email,Town\nann@reader.example,Oslo\n'))
  await expect(page.getByText('1 row: 1 new')).toBeVisible()
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  // The page asks what the choice would do.
  await page.getByLabel('The column Town is read as').selectOption('ignore')
  await expect(page.getByText('You are logged out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  const refused = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 401)
  await page.getByRole('button', { name: 'Continue to consent' }).click()
  await refused
  await page.context().addCookies(cookies)
  await expect(page.getByLabel('The column Town is read as')).toHaveValue('ignore')
  await page.getByRole('button', { name: 'Continue to consent' }).click()
  await expect(page.getByRole('heading', { name: 'How did these people agree?' })).toBeVisible()
  await expect(page.getByText('You are logged out')).toBeHidden()
})

test('a file may be dropped beside the place for it, and of several none is taken', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const ready = page.waitForResponse(/imports\.list/)
  await page.goto('/subscribers/import')
  await ready
  const drop = (...files: [string, string][]) =>
    title(page, 'Import subscribers').evaluate((where, given) => {
      const dataTransfer = new DataTransfer()
      for (const [name, text] of given) dataTransfer.items.add(new File([text], name, { type: 'text/csv' }))
      // What nobody takes the browser opens, in place of the page.
      return !where.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, files)
  const file: [string, string] = ['readers.csv', 'Email\nann@reader.example\n']
  expect(await drop(file, file)).toBe(true)
  await expect(page.getByText('One file at a time')).toBeVisible()
  expect(await drop(file)).toBe(true)
  await expect(title(page, 'readers.csv')).toBeVisible()
})

test('one click asks for one export, and its row says what is in it', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await call(page, 'subscribers.add', { email_address: 'ann@reader.example' })
  await call(page, 'subscribers.add', { email_address: 'bo@reader.example' })
  await page.goto('/subscribers?q=ann&status=all')
  await expect(page.getByRole('link', { name: 'ann@reader.example' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).dblclick()
  await page.getByRole('button', { name: 'Open activity' }).click()
  const exports = page.getByRole('region', { name: 'Exports' })
  await expect(exports.getByText('Ready')).toHaveCount(1)
  await expect(exports).toContainText('matching “ann”')
})

test('an export that was cancelled is asked for again from its row', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const request = { kind: 'subscribers', selection: { status: 'all' } }
  const exports = page.getByRole('region', { name: 'Exports' })
  // The file may be ready before it is cancelled.
  await expect(async () => {
    const { id } = await call<{ id: number }>(page, 'exports.request', request)
    await call(page, 'exports.cancel', { id })
  }).toPass()
  await page.goto('/activity')
  await expect(exports.getByText('Cancelled')).toHaveCount(1)
  await page.getByRole('button', { name: /^Ask again for subscribers-/ }).click()
  await expect(exports.getByText('Ready').first()).toBeVisible()
})
