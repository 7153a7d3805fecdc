import { expect, type Page, test } from '@playwright/test'
import { type Asked, pluginServer, type Reply } from '../server/testing/servers/plugin-server.ts'
import { messageTo } from './support/mailbox.ts'
import { ask, call, newUser, signUp } from './support/user.ts'

const SETTINGS = [
  { type: 'text', name: 'title', label: 'Title', required: true },
  { type: 'color', name: 'ink', label: 'Ink', default: '#8a2846', allow_transparent: true },
  { type: 'toggle', name: 'priced', label: 'Show a price' },
  {
    type: 'group',
    label: 'Price',
    dependencies: [{ field: 'priced', value: true }],
    settings: [{ type: 'number', name: 'price', label: 'Amount', required: true, min: 1 }],
  },
]
const GALLERY = [{ type: 'group', name: 'search_group', settings: [{ type: 'text', name: 'search', label: 'Search' }] }]

const TITLES = ['Sea', 'Harbour', 'Moss']

function florist({ path, body }: Asked, url: string): Reply {
  const { settings = {} } = body ?? {}
  if (path === '/placed') return { status: 204, body: '' }
  if (path === '/gallery') {
    const found = TITLES.filter((title) => title.toLowerCase().includes(String(settings.search ?? '').toLowerCase()))
    return { body: { data: found.map((title) => picture(title, url)), pagination: { has_next_page: false } } }
  }
  if (settings.title === 'Closed') return { body: { code: 404, errors: ['That product is sold out'] } }
  const price = settings.price ? `<p>${settings.price} €</p>` : ''
  return {
    body: { code: 200, html: `<h2 style="color:${settings.ink}">${settings.title}</h2>${price}<script>x</script>` },
  }
}

const picture = (title: string, url: string) => ({
  id: title,
  title: `${title}.jpg`,
  alt: title,
  url: `https://cdn.florist.example/${title}.jpg`,
  attribution: { label: 'A. Ek', href: 'https://florist.example/a-ek' },
  notify_download_url: `${url}/placed`,
})

test('a creator inserts an app’s content block and image into an email', async ({ page }) => {
  test.slow()
  const server = await pluginServer((asked) => florist(asked, server.url))
  const ida = newUser('Ida')
  const [broadcast_id, app_id] = await test.step('an account with an app from the store', async () => {
    await signUp(page, ida)
    const app = await call<{ id: number }>(page, 'apps.develop.create', { name: 'Florist' })
    for (const plugin of [
      { kind: 'content_block', name: 'Product', identifier: 'product', path: '/product', settings: SETTINGS },
      { kind: 'media_source', name: 'Gallery', identifier: 'gallery', path: '/gallery', settings: GALLERY },
    ]) {
      const { path, settings, ...input } = plugin
      await call(page, 'apps.develop.addPlugin', {
        ...input,
        app_id: app.id,
        description: '',
        request_url: `${server.url}${path}`,
        settings: JSON.stringify(settings),
      })
    }
    const [account] = await ask<{ id: number }[]>(page, 'account.list', null)
    await call(page, 'installs.begin', { app_id: app.id, account_id: account?.id })
    const broadcast = await call<{ id: number }>(page, 'broadcasts.create', {
      subject: 'Spring',
      content: '<p>Hello</p>',
    })
    return [broadcast.id, app.id] as const
  })

  await test.step('insert a block: fields depend on values, and errors of the app are shown', async () => {
    await page.goto(`/broadcasts/${broadcast_id}`)
    await page.getByRole('textbox', { name: 'Content' }).getByText('Hello').click()
    await page.keyboard.press('End')
    await insert(page, 'Product')
    const sheet = page.getByRole('dialog', { name: 'Product' })
    await sheet.getByRole('button', { name: 'Insert block' }).click()
    await expect(sheet.getByText("Title can't be blank")).toBeVisible()
    await sheet.getByLabel('Title').fill('Closed')
    await expect(sheet.getByText('Florist: That product is sold out')).toBeVisible()
    await expect(sheet.getByLabel('Amount')).toHaveCount(0)
    await sheet.getByLabel('Title').fill('Tulips')
    await sheet.getByLabel('Show a price').click()
    await sheet.getByLabel('Amount').fill('9')
    await expect(sheet.frameLocator('iframe').getByText('9 €')).toBeVisible()
    await sheet.getByRole('button', { name: 'Insert block' }).click()
    await expect(page.frameLocator('iframe[title="Product (Florist)"]').getByText('Tulips')).toBeVisible()
    // The closing sheet covers the email.
    await expect(sheet).toBeHidden()
    await saved(page)
    await expect
      .poll(() => contentOf(page, broadcast_id))
      .toMatch(/<p>Hello<\/p><div data-content-block="\d+"[^>]*><h2/)
  })

  await test.step('edit, move, duplicate and delete the block by keyboard', async () => {
    await page.locator('iframe[title="Product (Florist)"]').click({ force: true })
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Product' })
    await expect(sheet.getByLabel('Title')).toHaveValue('Tulips')
    await sheet.getByLabel('Title').fill('Peonies')
    await expect(sheet.frameLocator('iframe').getByText('Peonies')).toBeVisible()
    await sheet.getByRole('button', { name: 'Save settings' }).click()
    await expect(sheet).toBeHidden()
    const frames = page.locator('iframe[title="Product (Florist)"]')
    await expect(frames.contentFrame().getByText('Peonies')).toBeVisible()
    await frames.click({ force: true })
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('ControlOrMeta+Shift+D')
    await expect(frames).toHaveCount(2)
    await frames.last().click({ force: true })
    await page.keyboard.press('Delete')
    await expect(frames).toHaveCount(1)
    await saved(page)
    await expect
      .poll(() => contentOf(page, broadcast_id))
      .toMatch(/^<div data-content-block="\d+"[^>]*><h2[^>]*>Peonies<\/h2>/)
  })

  await test.step('search and insert an image with a description and credit', async () => {
    await page.route('https://cdn.florist.example/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"/>',
      }),
    )
    await page.getByRole('textbox', { name: 'Content' }).getByText('Hello').click()
    await page.keyboard.press('End')
    await insert(page, 'Gallery')
    const dialog = page.getByRole('dialog', { name: 'Gallery' })
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await dialog.getByLabel('Search').fill('mo')
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Moss' }).click()
    await dialog.getByLabel('Description').fill('Moss in the rain')
    await dialog.getByRole('button', { name: 'Insert image' }).click()
    await expect(page.getByRole('textbox', { name: 'Content' }).getByAltText('Moss in the rain')).toHaveAttribute(
      'width',
    )
    await expect(page.getByRole('textbox', { name: 'Content' }).getByText('A. Ek')).toBeVisible()
    await saved(page)
    await expect.poll(() => server.asked.filter(({ path }) => path === '/placed').length).toBe(1)
  })

  await test.step('the email contains both, without editor markup', async () => {
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.frameLocator('iframe[title="Email"]').getByText('Peonies')).toBeVisible()
    await page.getByRole('button', { name: 'Send test email' }).click()
    await page.getByRole('button', { name: 'Send test', exact: true }).click()
    const { html = '' } = await messageTo(ida.email_address, ({ subject }) => subject === '[Test] Spring')
    expect(html).toMatch(/Peonies<\/h2><p[^>]*>9 €<\/p>/)
    // Outlook shows an image without a width at the file's full size.
    expect(html).toMatch(/<img (?=[^>]*https:\/\/cdn\.florist\.example\/Moss\.jpg)[^>]*width="552"/)
    expect(html).not.toMatch(/data-content|<script/)
    await expect(page.getByRole('dialog', { name: 'Send test email' })).toBeHidden()
    await page.keyboard.press('Escape')
  })

  await test.step('the email keeps the block after the app is deleted', async () => {
    await server.close()
    await page.getByRole('button', { name: 'Refresh block' }).click()
    await expect(page.getByText('Couldn’t refresh this block')).toBeVisible()
    await expect(page.getByText('Florist cannot be reached. Try again later.')).toBeVisible()
    await call(page, 'apps.develop.delete', { id: app_id })
    await page.reload()
    await expect(page.getByText('Its app is no longer installed')).toBeVisible()
    await expect(page.frameLocator('iframe[title="Product (Florist)"]').getByText('Peonies')).toBeVisible()
    expect(await contentOf(page, broadcast_id)).toContain('Peonies</h2>')
  })
})

async function insert(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Apps', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

const contentOf = async (page: Page, id: number) =>
  (await ask<{ content: string }>(page, 'broadcasts.get', { id })).content
