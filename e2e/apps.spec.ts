import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { lockTag } from './support/database.ts'
import { expectNotice } from './support/notices.ts'
import { running } from './support/running.ts'
import { type SampleApp, sampleUrl, startSampleApp } from './support/sample-app.ts'
import { ask, call, fillSignUp, finishSignUp, newAddress, newUser, signUp } from './support/user.ts'

test('a new user signs up through an install link, authorizes the app, opens its site, and uninstalls it [S8]', async ({
  page,
  browser,
}) => {
  await signUp(page, newUser('Dana'))
  const { id, sample } = await register(page, await sampleUrl())

  const ida = newUser('Ida')
  const other = await elsewhere(browser)
  const query = new URLSearchParams({ service_app_id: `service_${id}`, return_to: `${sample.url}/welcome` })
  await other.goto(`/apps/${id}/install?${query}`)
  await expect(other).toHaveURL(/\/sign-up\?next=/)
  await fillSignUp(other, ida)
  await finishSignUp(other, ida)

  await expect(other.getByRole('heading', { name: 'Install Letterpress' })).toBeVisible()
  // Other sites cannot submit the form [S8].
  const forged = await other.request.post('/api/trpc/installs.begin', {
    data: { app_id: id, account_id: 1 },
    headers: { origin: 'https://evil.example' },
  })
  expect(forged.status()).toBe(403)
  await other.getByRole('button', { name: `Install in “${ida.account_name}”` }).click()
  await expect(other.getByRole('heading', { name: 'Connect Letterpress to your account?' })).toBeVisible()
  expect(sample.connections()).toEqual([])
  await other.getByRole('button', { name: 'Allow' }).click()
  await expect(other).toHaveURL(`${sample.url}/welcome`)

  await other.getByRole('link', { name: 'See your account' }).click()
  await expect(other.getByRole('heading', { name: ida.account_name })).toBeVisible()
  await expect(other.getByText('Tags: Sample app')).toBeVisible()
  const [connection] = sample.connections()
  expect(connection).toMatchObject({ account_name: ida.account_name })
  const account = () => whoseIs(connection?.access_token)
  expect(await account()).toMatchObject({ status: 200, name: ida.account_name })
  // The app’s webhook receives the event and verifies its signature.
  await call(other, 'subscribers.add', { email_address: newAddress('lin') })
  await expect(async () => {
    await other.goto(sample.url)
    await expect(other.getByText('subscriber.created,')).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await likeQuote(other)

  const { id: broadcast_id } = await call<{ id: number }>(other, 'broadcasts.create', {
    subject: 'Spring',
    content: '<p>Hello</p>',
  })
  await other.goto(`/broadcasts/${broadcast_id}`)
  await other.getByRole('textbox', { name: 'Content' }).getByText('Hello').click()
  await other.getByRole('button', { name: 'Apps', exact: true }).click()
  await other.getByRole('menuitem', { name: 'Quote' }).click()
  const sheet = other.getByRole('dialog', { name: 'Quote' })
  await sheet.getByLabel('Quote').fill('Slow down and write')
  await expect(sheet.frameLocator('iframe').getByText('Slow down and write')).toBeVisible()
  await sheet.getByRole('button', { name: 'Insert block' }).click()
  await expect(sheet).toBeHidden()
  await expect(other.frameLocator('iframe[title="Quote (Letterpress)"]').getByText('Slow down and write')).toBeVisible()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()

  // The app refreshes an expired token before a call, and ignores a forged uninstall notice.
  await sample.age()
  const body = new URLSearchParams({ account_id: String(connection?.account_id) })
  expect((await fetch(`${sample.url}/uninstalled`, { method: 'POST', body })).status).toBe(409)
  expect(sample.connections()).toMatchObject([
    { access_token: expect.not.stringContaining(connection?.access_token ?? '') },
  ])

  await watchBulkRequests(other, sample.connections()[0]?.access_token)

  await other.goto('/settings/apps')
  await other.getByRole('button', { name: 'Actions for Letterpress' }).click()
  await other.getByRole('menuitem', { name: 'Uninstall' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Uninstall app' }).click()
  await expect(other.getByRole('heading', { name: 'No apps installed' })).toBeVisible()
  expect(await account()).toMatchObject({ status: 401, errors: ['The access token is invalid'] })
  // The app was notified and verified the notice.
  await expect.poll(() => sample.connections()).toEqual([])
  await other.goto(sample.url)
  await expect(other.getByText('No account is connected in this browser')).toBeVisible()
  await other.context().close()
  await sample.stop()
})

/** The app pushes an event that adds a subscriber to an automation. */
async function likeQuote(page: Page): Promise<void> {
  const plugins = await ask<{ id: number; name: string }[]>(page, 'plugins.list', {})
  const plugin_id = plugins.find(({ name }) => name === 'Quote liked')?.id
  const email_address = newAddress('ada')
  await call(page, 'subscribers.add', { email_address })
  const { id: tag_id } = await call<{ id: number }>(page, 'tags.create', { name: 'Likes quotes' })
  const { id, name, reentry, revision } = await call<{ id: number; name: string; reentry: string; revision: number }>(
    page,
    'automations.create',
    { name: 'Thanks for the like', kind: 'visual' },
  )
  const graph = {
    triggers: [{ id: 't', on: { type: 'app_event', plugin_id, settings: { author: 'Tove' } } }],
    first: 'a',
    steps: [{ id: 'a', kind: 'action', action: { type: 'add_tag', tag_id }, next: null }],
  }
  const saved = await call<{ revision: number }>(page, 'automations.save', { id, name, reentry, revision, graph })
  await call(page, 'automations.publish', { id, revision: saved.revision, enter_existing: [] })
  await page.getByLabel('Email address').fill(email_address)
  await page.getByLabel('Author').fill('Tove')
  await page.getByRole('button', { name: 'Like a quote' }).click()
  await expect(page.getByText(`${email_address} likes Tove`)).toBeVisible()
  await expect
    .poll(async () => {
      const { rows } = await ask<{ rows: { completed: number }[] }>(page, 'automations.list', {
        per_page: 25,
        kind: 'visual',
      })
      return rows.map(({ completed }) => completed)
    })
    .toEqual([1])
}

/** The creator sees the app’s bulk requests and failed items, and cancels a request. */
async function watchBulkRequests(page: Page, token = ''): Promise<void> {
  const ask_for = async (operation: string, body: object) => {
    const [method, path] = operation.split(' ')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await fetch(`${running()?.base_url}${path}`, { method, headers, body: JSON.stringify(body) })).status
  }
  await page.goto('/activity')
  await expect(page.getByRole('heading', { name: 'No bulk requests yet' })).toBeVisible()
  const tags = [...Array.from({ length: 101 }, (_, i) => ({ name: `Proof ${i}` })), { name: ' ' }]
  expect(await ask_for('POST /v4/bulk/tags', { tags })).toBe(202)
  const made = page.getByRole('row').filter({ hasText: 'Create tags' })
  await expect(made.getByText('Some failed')).toBeVisible()
  await made.getByRole('link').click()
  const sheet = page.getByRole('dialog', { name: 'Create tags' })
  await expect(sheet.getByText('Item 102')).toBeVisible()
  await expect(sheet.getByText("Name can't be blank")).toBeVisible()
  await page.keyboard.press('Escape')

  // Requests of an app run in sequence, so the first one blocks the second.
  const { id } = await call<{ id: number }>(page, 'tags.create', { name: 'Kept' })
  const lock = await lockTag(id)
  const unknown = Array.from({ length: 101 }, (_, i) => ({ id: 1_000_000_000 + i }))
  expect(await ask_for('DELETE /v4/bulk/tags', { tags: [{ id }, ...unknown] })).toBe(202)
  // The order of two queued requests is not defined.
  await lock.awaited()
  expect(await ask_for('POST /v4/bulk/tags', { tags: tags.map(({ name }) => ({ name: `${name} again` })) })).toBe(202)
  await page.goto('/activity')
  await page.getByRole('button', { name: 'Cancel “Create tags” by Letterpress' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel request' }).click()
  await expect(made.first().getByText('Canceled')).toBeVisible()
  await lock.release()
}

/** Follows the sample app's README: registers it in the developer pages and starts it with its credentials. */
async function register(page: Page, url: string): Promise<{ id: number; sample: SampleApp }> {
  await page.goto('/apps/develop?new=true')
  await page.getByLabel('Name', { exact: true }).fill('Letterpress')
  await page.getByRole('button', { name: 'Create app' }).click()
  const client_secret = (await page.getByTestId('client-secret').textContent()) ?? ''
  await page.getByRole('button', { name: 'Set up app' }).click()
  await expect(page).toHaveURL(/\/apps\/develop\/\d+/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))

  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('button', { name: 'Add redirect URI' }).click()
  await page.getByLabel('Redirect URI 1', { exact: true }).fill(`${url}/callback`)
  await page.getByRole('textbox', { name: /^Authorization URL/ }).fill(`${url}/connect`)
  await page.getByRole('textbox', { name: /^Revoke URL/ }).fill(`${url}/uninstalled`)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByLabel('Domain 1', { exact: true }).fill(new URL(url).host)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectNotice(page, 'Saved')
  await call(page, 'apps.develop.addPlugin', {
    app_id: id,
    kind: 'content_block',
    name: 'Quote',
    identifier: 'quote',
    description: '',
    request_url: `${url}/blocks/quote`,
    settings: readFileSync('examples/sample-app/block-settings.json', 'utf8'),
  })
  await call(page, 'apps.develop.addPlugin', {
    app_id: id,
    kind: 'automation_event',
    name: 'Quote liked',
    identifier: 'quote_liked',
    description: '',
    request_url: `${url}/nodes/quote-liked`,
    settings: readFileSync('examples/sample-app/event-settings.json', 'utf8'),
  })
  const plugin_secret = 'shared with the sample app'
  await call(page, 'apps.develop.savePluginSignIn', {
    id,
    plugin_authorize_url: `${url}/oauth/authorize`,
    plugin_token_url: `${url}/oauth/token`,
    plugin_refresh_url: null,
    plugin_revoke_url: null,
    plugin_client_id: 'envoi',
    plugin_client_secret: plugin_secret,
  })
  const { client_id } = await ask<{ client_id: string }>(page, 'apps.develop.get', { id })
  return { id, sample: await startSampleApp(url, { client_id, client_secret, plugin_secret }) }
}

async function whoseIs(token = ''): Promise<{ status: number; name?: string; errors?: string[] }> {
  const response = await fetch(`${running()?.base_url}/v4/account`, { headers: { authorization: `Bearer ${token}` } })
  const { account, errors } = await response.json()
  return { status: response.status, name: account?.name, errors }
}

/** Returns a page of another browser, without a session. */
async function elsewhere(browser: Browser): Promise<Page> {
  const { baseURL, locale, timezoneId } = test.info().project.use
  return (await browser.newContext({ baseURL, locale, timezoneId })).newPage()
}
