import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { writeEmail } from './support/editor.ts'
import { acceptFor, type Message, messagesTo, messageTo } from './support/mailbox.ts'
import { expectNotice, keepNotices, keepUndo } from './support/notices.ts'
import { examineOnScreens } from './support/page-checks.ts'
import { apiOf } from './support/rest.ts'
import { ask, fillSignUp, finishSignUp, newAddress, newUser, ownAddress, type User } from './support/user.ts'

/** User agent of an email app. Opens without one count as automatic. */
const EMAIL_CLIENT = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0' }
const GUIDE = 'https://moss.example/field-guide?from=email'

test('a creator imports subscribers, sends a broadcast, and sees who opened, clicked and unsubscribed', async ({
  page,
}) => {
  test.slow()
  const ida = newUser('Ida')
  const [lin, omar, ada] = [newAddress('lin'), newAddress('omar'), newAddress('held.ada')]

  await test.step('sign up and add a postal address', async () => {
    await keepNotices(page)
    await ownAddress(page)
    await page.goto('/sign-up')
    await fillSignUp(page, ida)
    await finishSignUp(page, ida)
    await expect(page.getByRole('heading', { name: 'Your audience starts here' })).toBeVisible()
    await page.goto('/settings/general')
    await page.getByLabel('Postal address').fill('Mosegata 4, 5003 Bergen, Norway')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expectNotice(page, 'Settings saved')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Custom fields' }).click()
    await page.getByRole('button', { name: 'New field' }).click()
    await page.getByLabel('Label').fill('Home town')
    await page.getByRole('button', { name: 'Create field' }).click()
    await expect(page.getByRole('button', { name: 'Copy merge tag' })).toBeVisible()
  })

  await test.step('import a file with a byte order mark, semicolons, a duplicate and a bad address', async () => {
    const file = [
      'E-Mail;First name;Home town;Groups',
      `${lin};Lin;Bergen;"workshop, slow mornings"`,
      `${omar};Omar;"Oslo;\nGamlebyen";`,
      `${lin.toUpperCase()};Lin again;Bergen;`,
      'not an address;Unknown;Oslo;',
      `${ada};Ada;Ålesund;workshop`,
    ]
    await importFile(page, `\uFEFF${file.join('\r\n')}\r\n`)

    await expect(page.getByRole('heading', { name: '3 people added' })).toBeVisible()
    await expect(count(page, 'New')).toHaveText('3')
    await expect(count(page, 'Duplicate')).toHaveText('1')
    await expect(count(page, 'Invalid address')).toHaveText('1')
    await expect(page.getByText('not an address: Email address is invalid')).toBeVisible()
    await examineOnScreens(page)

    const all = await download(page, page.getByRole('link', { name: 'Download all rows' }))
    expect(all).toMatch(/^\uFEFFImport row,Import result,Import reason,Import address,Import undone,E-Mail,/)
    expect(all.match(/^\d+,\w+/gm)).toEqual(['2,created', '3,created', '4,duplicate', '5,invalid', '6,created'])
    const bad = await download(page, page.getByRole('link', { name: 'Download 2 rows' }))
    expect(bad).toContain('not an address,Unknown,Oslo')
    expect(bad).not.toContain(omar)
  })

  await test.step('find subscribers and tag one', async () => {
    await page.getByRole('link', { name: 'View subscribers' }).click()
    await expect(page.getByRole('tab', { name: 'Active 3' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search subscribers' }).fill(omar.slice(0, 9))
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: omar }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Omar' })).toBeVisible()
    await expect(page.getByLabel('Home town')).toHaveValue('Oslo;\nGamlebyen')
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByPlaceholder('Find or create a tag').fill('patron')
    await page.getByRole('option', { name: 'Create “patron”' }).click()
    await expect(page.getByText('Tagged with patron')).toBeVisible()
    await keepUndo(page)
    await page.getByRole('button', { name: 'Remove tag patron' }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Remove tag patron' })).toBeVisible()
    await expect(page.getByText('Joined through an import')).toBeVisible()
    await page.goto('/tags')
    await expect(page.getByRole('row', { name: /workshop/ })).toContainText('2')
    await expect(page.getByRole('row', { name: /patron/ })).toContainText('1')
  })

  await test.step('write an email with merge tags, partly offline', async () => {
    await page.getByRole('link', { name: 'Broadcasts', exact: true }).click()
    await page.getByRole('link', { name: 'New broadcast' }).first().click()
    await page.getByLabel('Subject').fill('{{ subscriber.first_name }}, the moss is out')
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('Everyone')
    await expect(page.getByText('3 people', { exact: true })).toBeVisible()
    await writeEmail(page, GUIDE)
    // The page must load completely before the connection is cut.
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await examineOnScreens(page)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByLabel('Preview text').fill('A walk, and the new field guide')
    await expect(page.getByText('Not saved: You are offline.')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Preview text')).toHaveValue('A walk, and the new field guide')
    await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Dear First name or “friend” from')
  })

  await test.step('preview the email as a subscriber and send a test', async () => {
    await page.getByRole('button', { name: 'Preview' }).click()
    const email = page.frameLocator('iframe[title="Email"]')
    await page.getByRole('button', { name: /^As / }).click()
    await page.getByPlaceholder('Name or address').fill('lin.')
    await page.getByRole('option', { name: lin }).click()
    await expect(page.getByText('Lin, the moss is out')).toBeVisible()
    await expect(email.getByRole('heading', { name: 'The moss is out' })).toBeVisible()
    await expect(email.getByText('Dear Lin from Bergen.')).toBeVisible()
    await page.getByRole('tab', { name: 'Plain text' }).click()
    await expect(page.getByText('Dear Lin from Bergen.')).toBeVisible()

    for (const name of ['Send test email', 'Send test']) await page.getByRole('button', { name, exact: true }).click()
    await expectNotice(page, 'Test email sent')
    const copy = await messageTo(ida.email_address, ({ subject }) => subject === '[Test] Lin, the moss is out')
    expect(copy.html).toContain('Dear Lin from Bergen.')
    expect(copy.html).not.toContain('/t/o/')
    await expect(page.getByRole('dialog', { name: 'Send test email' })).toBeHidden()
    await page.keyboard.press('Escape')
  })

  await test.step('review and send', async () => {
    await page.getByRole('button', { name: 'Review and send' }).click()
    const review = page.getByRole('dialog', { name: 'Review and send' })
    // The guide's server cannot be found here, which does not prevent sending.
    await expect(review.getByText('leads to a server that cannot be found. Correct or remove it.')).toBeVisible()
    await expect(review.getByRole('definition')).toHaveText([
      'First name, the moss is out',
      new RegExp(`<${ida.email_address}>$`),
      'Everyone',
      '3 people',
    ])
    await examineOnScreens(page)
    for (const name of ['Send to 3 people', 'Send right away']) await page.getByRole('button', { name }).click()
    await expect(page.getByRole('heading', { name: 'Sending', exact: true })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: /^[0-2] of 3 people$/ })).toBeVisible()
    acceptFor(ada)
    await expect(page.getByText(/^Sent on /)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sending', exact: true })).toBeHidden()
  })

  const email = await messageTo(lin)
  await test.step('each email is personalized and has a one-click unsubscribe', async () => {
    checkEmail(email, { ida, lin })
    for (const address of [lin, omar, ada]) expect(await messagesTo(address)).toHaveLength(1)
    expect((await messageTo(omar)).subject).toBe('Omar, the moss is out')
  })

  await test.step('open, click and unsubscribe', async () => {
    const html = email.html ?? ''
    const pixel = await fetch(found(html, /src="([^"]+\/t\/o\/[^"]+)"/), { headers: EMAIL_CLIENT })
    expect([pixel.status, pixel.headers.get('content-type')]).toEqual([200, 'image/gif'])
    const link = await fetch(found(html, /href="([^"]+\/t\/c\/[^"]+)"/), { headers: EMAIL_CLIENT, redirect: 'manual' })
    expect([link.status, link.headers.get('location')]).toEqual([302, GUIDE])
    const unsubscribe = found(email.raw.replace(/\r\n\s+/g, ' '), /^List-Unsubscribe: .*?<(http[^>]+)>/m)
    const seen = await fetch(unsubscribe, { headers: EMAIL_CLIENT })
    expect([seen.status, await seen.text()]).toEqual([
      200,
      expect.stringContaining(`from ${ida.account_name.replace("'", '&#39;')}?`),
    ])
    expect(await stateOf(page, lin)).toBe('active')
    const left = await fetch(unsubscribe, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect([left.status, await left.text()]).toEqual([200, 'Unsubscribed'])
    expect(await stateOf(page, lin)).toBe('cancelled')
  })

  await test.step('the report counts them', async () => {
    await page.reload()
    await expect(figure(page, 'Sent')).toHaveText(/^3\s*of 3 recipients$/)
    await expect(figure(page, 'Open rate')).toHaveText(/^33.3%\s*1 person$/)
    await expect(figure(page, 'Click rate')).toHaveText(/^33.3%\s*1 person$/)
    await expect(figure(page, 'Unsubscribed')).toHaveText(/^1/)
    await expect(page.getByRole('link', { name: GUIDE.replace('https://', '') })).toBeVisible()
    await page.getByRole('tab', { name: 'Recipients' }).click()
    await page.getByLabel('Filter recipients').selectOption({ label: 'Unsubscribed' })
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row', { name: lin })).toContainText('Sent')
    await page.getByRole('link', { name: lin }).click()
    await expect(page.getByText('Unsubscribed with the button in their email app')).toBeVisible()
  })

  await test.step('the home page says what is set up', async () => {
    await page.goto('/')
    await expect(page.getByRole('progressbar', { name: /^3 of [56] steps done$/ })).toBeVisible()
  })

  await test.step('an API key reads and writes the account', async () => {
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create key' }).click()
    const api = apiOf((await page.getByTestId('new-api-key').textContent()) ?? '')

    const { body: listing } = await api('GET /v4/subscribers?sort_order=asc&include_total_count=true')
    expect(listing.pagination).toMatchObject({ has_next_page: false, total_count: 2 })
    expect(listing.subscribers.map(({ first_name }: { first_name: string }) => first_name)).toEqual(['Omar', 'Ada'])
    expect(listing.subscribers[0]).toMatchObject({ email_address: omar, state: 'active' })

    const lara = newAddress('lara')
    const made = await api('POST /v4/subscribers', { email_address: lara, fields: { home_town: 'Voss' } })
    expect([made.status, made.body.subscriber.fields]).toEqual([201, { home_town: 'Voss' }])
    const { body: listed } = await api('GET /v4/tags')
    const patron = listed.tags.find(({ name }: { name: string }) => name === 'patron')
    const tagged = await api(`POST /v4/tags/${patron.id}/subscribers`, { email_address: lara })
    expect([tagged.status, tagged.body.subscriber.email_address]).toEqual([201, lara])

    expect(await api('POST /v4/subscribers', { email_address: 'lara' })).toMatchObject({
      status: 422,
      body: { errors: ['Email address is invalid'] },
    })
    expect(await api('GET /v4/subscribers/1')).toMatchObject({ status: 404, body: { errors: ['Not Found'] } })
    expect(await apiOf('not-a-key')('GET /v4/account')).toMatchObject({
      status: 401,
      body: { errors: ['The access token is invalid'] },
    })
    await page.goto('/subscribers')
    await expect(page.getByRole('link', { name: lara })).toBeVisible()
  })
})

async function importFile(page: Page, content: string): Promise<void> {
  await page.goto('/subscribers/import')
  await page
    .getByRole('button', { name: 'CSV file' })
    .setInputFiles({ name: 'subscribers.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(page.getByText('5 rows: 3 new, 1 more than once in the file, 1 without a valid address')).toBeVisible()
  await expect(page.getByLabel('Import column E-Mail as')).toHaveValue('email_address')
  await page.getByLabel('Import column Home town as').selectOption({ label: 'Field: Home town' })
  await page.getByLabel('Import column Groups as').selectOption({ label: 'Tags' })
  await page.getByRole('button', { name: 'Continue to consent' }).click()
  await page
    .getByLabel('Source of consent')
    .selectOption({ label: 'They signed up in person, on paper or at an event' })
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByRole('heading', { name: 'Import preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Add 3 people' }).click()
}

function checkEmail(email: Message, { ida, lin }: { ida: User; lin: string }): void {
  expect(email.from).toMatchObject({ name: ida.name, address: ida.email_address })
  expect(email.to).toMatchObject([{ name: 'Lin', address: lin }])
  expect(email.subject).toBe('Lin, the moss is out')
  expect(email.html).toMatch(/<h1[^>]*>The moss is out<\/h1>/)
  expect(email.html).toContain('Dear Lin from Bergen.')
  expect(email.html).toContain('Mosegata 4, 5003 Bergen, Norway')
  expect(email.text).toContain('Dear Lin from Bergen.')
  expect(email.text).toContain(GUIDE)
  const header = (key: string) => email.headers.find((one) => one.key === key)?.value
  expect(header('list-unsubscribe')).toMatch(/^<http\S+\/u\/\S+>/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
}

async function download(page: Page, link: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return readFile(await file.path(), 'utf8')
}

async function stateOf(page: Page, email_address: string): Promise<string | undefined> {
  const { rows } = await ask<{ rows: { state: string }[] }>(page, 'subscribers.list', {
    search: email_address,
    status: 'all',
    per_page: 2,
  })
  return rows[0]?.state
}

function found(text: string, pattern: RegExp): string {
  const [, part] = pattern.exec(text) ?? []
  if (!part) throw new Error(`Nothing like ${pattern} in: ${text}`)
  return part.replaceAll('&amp;', '&')
}

/** Returns the number below a label in a progress panel. */
const count = (page: Page, label: string) => numberIn(page.locator('dl > div'), page, label)

/** Returns the number below a label in a report's summary. */
const figure = (page: Page, label: string) => numberIn(page.locator('dl').first().locator('> div'), page, label)

const numberIn = (parts: Locator, page: Page, label: string) =>
  parts.filter({ has: page.getByText(label, { exact: true }) }).locator('dd')
