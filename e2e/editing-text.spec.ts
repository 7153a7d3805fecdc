import { expect, type Page, test } from '@playwright/test'
import { jpegOf } from '../server/testing/media/pictures.ts'
import { dropFiles } from './support/files.ts'
import { expectNotice } from './support/notices.ts'
import { examineOpen, pageOn, SCREENS } from './support/page-checks.ts'
import { restingPlace } from './support/places.ts'
import { ask, call, newUser, signUp } from './support/user.ts'

const imageOf = async (name: string, color: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await jpegOf(600, 400, color),
})

const contentOf = async (page: Page, id: number) =>
  (await ask<{ content: string }>(page, 'broadcasts.get', { id })).content

for (const screen of SCREENS)
  test(`an email gets images in order and at any width, a link by shortcut, and code by backticks, ${screen.name}`, async ({
    browser,
  }) => {
    const page = await pageOn(browser, screen)
    await signUp(page, newUser('Ida'))
    const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
      subject: 'The kiln',
      content: '<p>Bowls</p>',
    })
    await page.goto(`/broadcasts/${id}`)
    const content = page.getByRole('textbox', { name: 'Content' })
    await expect(content).toContainText('Bowls')

    await test.step('images that are dropped together keep their order, and one that fails keeps back no other', async () => {
      const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') }
      const images = [
        await imageOf('first.jpg', '#2f5d50'),
        broken,
        await imageOf('second.jpg', '#c8704a'),
        await imageOf('third.jpg', '#4a6fc8'),
      ]
      await content.getByText('Bowls').click()
      await page.keyboard.press('End')
      await dropFiles(content, images)
      await expect(content.locator('img')).toHaveCount(3)
      await expectNotice(page, 'broken.png: ')
      const library = await ask<{ pictures: { name: string; url: string }[] }>(page, 'media.list', {})
      const names = new Map(library.pictures.map(({ name, url }) => [url, name]))
      const shown = await content.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? ''))
      expect(shown.map((src) => names.get(src))).toEqual(['first.jpg', 'second.jpg', 'third.jpg'])
    })

    await test.step('an image that is dropped beside the text is added too, and no file takes the place of the page', async () => {
      const beside = content.locator('..')
      await dropFiles(beside, [{ name: 'guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }])
      await expectNotice(page, 'Only images can be added here')
      await dropFiles(beside, [await imageOf('beside.jpg', '#7a5230')])
      await expect(content.locator('img')).toHaveCount(4)
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(content.locator('img')).toHaveCount(3)
    })

    await test.step('an image gets any width, by its handle, keys and a field', async () => {
      const first = content.locator('img').first()
      await first.click()
      const handle = page.getByRole('slider', { name: 'Image width' })
      await handle.focus()
      await page.keyboard.press('Shift+ArrowLeft')
      await page.keyboard.press('ArrowRight')
      await expect(handle).toHaveAttribute('aria-valuenow', '560')
      await page.getByLabel('Image width in pixels').fill('123')
      await page.getByLabel('Image width in pixels').press('Enter')
      await expect(handle).toHaveAttribute('aria-valuenow', '123')
      await page.getByLabel('Image width in pixels').press('Shift+ArrowUp')
      await page.getByLabel('Image width in pixels').press('ArrowDown')
      await expect(page.getByLabel('Image width in pixels')).toHaveValue('132')
      await page.getByLabel('Image width in pixels').fill('123')
      await page.getByLabel('Image width in pixels').press('Enter')
      // Not behind the sticky toolbar.
      await first.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const box = await restingPlace(handle)
      await page.mouse.move(box.x + 8, box.y + 8)
      await page.mouse.down()
      await page.mouse.move(box.x + 38, box.y + 8, { steps: 3 })
      await page.mouse.move(box.x + 58, box.y + 8)
      await page.mouse.up()
      await expect(handle).toHaveAttribute('aria-valuenow', '173')
      await expect.poll(() => contentOf(page, id)).toContain('width="173"')
      await examineOpen(page)
      // One undo step reverts the whole drag.
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect.poll(() => contentOf(page, id)).toContain('width="123"')
    })

    await test.step('Ctrl+K makes and changes a link in the text, and opens the command palette elsewhere', async () => {
      await content.getByText('Bowls').click()
      await expect(page.getByLabel('Image width in pixels')).toHaveCount(0)
      await page.keyboard.press('Home')
      await page.keyboard.press('Shift+End')
      await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Bowls')
      await page.keyboard.press('Control+k')
      const dialog = page.getByRole('dialog', { name: 'Link' })
      await dialog.getByLabel('URL').fill('studio.example/bowls')
      await page.keyboard.press('Enter')
      await expect(content.getByRole('link', { name: 'Bowls' })).toHaveAttribute('href', 'https://studio.example/bowls')
      // The shortcut only inserts a link once the text has the focus again.
      await expect(dialog).toBeHidden()
      await expect(content).toBeFocused()
      await page.keyboard.press('Control+k')
      await expect(dialog.getByLabel('URL')).toHaveValue('https://studio.example/bowls')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(content).toBeFocused()
      await page.getByLabel('Preview text').focus()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Link' })).toHaveCount(0)
      await expect(page.getByRole('combobox', { name: /search/i })).toBeFocused()
      await page.keyboard.press('Escape')
    })

    await test.step('backticks make code, which the email shows as code', async () => {
      await content.getByText('Bowls').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' fired at `cone 6` ')
      await expect(content.locator('code')).toHaveText('cone 6')
      await expect(page.getByRole('button', { name: 'Inline code' })).toBeVisible()
      await expect.poll(() => contentOf(page, id)).toContain('<code>cone 6</code>')
      await page.getByRole('button', { name: 'Preview' }).click()
      const code = page.frameLocator('iframe[title="Email"]').locator('code')
      await expect(code).toHaveCSS('font-family', /Menlo/)
      await page.keyboard.press('Escape')
    })

    await test.step('the history says that it cannot be read, and is read with another try', async () => {
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'History' }).click()
      const history = page.getByRole('dialog', { name: 'History' })
      await expect(history.getByRole('list', { name: 'Earlier texts' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.route(/revisions\.(?:list|get)/, (route) => route.abort())
      await page.getByRole('button', { name: 'History' }).click()
      await expect(history.getByRole('alert')).toContainText('Couldn’t load the history')
      await page.unroute(/revisions\.(?:list|get)/)
      await history.getByRole('button', { name: 'Try again' }).click()
      await expect(history.getByRole('list', { name: 'Earlier texts' })).toBeVisible()
      await page.route(/revisions\.get/, (route) => route.abort())
      await history.getByRole('button', { name: 'Original text' }).click()
      await expect(history.getByRole('alert')).toContainText('Couldn’t load this text')
      await page.unroute(/revisions\.get/)
      await history.getByRole('button', { name: 'Try again' }).click()
      await expect(page.frameLocator('iframe[title="Earlier text"]').getByText('Bowls')).toBeVisible()
      await examineOpen(page)
    })
    await page.context().close()
  })

test('lists use the direction of their own text, two social links with the same name are kept, and a video has an image', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const url = test.info().project.use.baseURL ?? ''
  const { buffer } = await imageOf('bowl.jpg', '#2f5d50')
  const uploaded = await page.request.post('/api/media?name=bowl.jpg', { data: buffer, headers: { origin: url } })
  const picture = ((await uploaded.json()) as { url: string }).url
  const social =
    '<a href="https://instagram.com/studio">Instagram</a> · <a href="https://instagram.com/ida">Instagram</a>'
  const list = (tag: string, texts: string[]) =>
    `<${tag}>${texts.map((text) => `<li><p>${text}</p></li>`).join('')}</${tag}>`
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'The kiln',
    content: `${list('ul', ['Clay, wedged.', 'Glaze'])}${list('ol', ['طين', 'ماء'])}<p data-social="" style="text-align:center">${social}</p><img src="${picture}" alt="A bowl" width="300">`,
  })
  for (const locale of ['ar-XB', 'en-US']) {
    await page.context().addCookies([{ name: 'envoi.locale', value: locale, url }])
    await page.goto(`/broadcasts/${id}`)
    await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar-XB' ? 'rtl' : 'ltr')
    const content = page.locator('.email-text')
    await expect(content.locator('ul')).toHaveCSS('direction', 'ltr')
    await expect(content.locator('ul')).toHaveCSS('padding-right', '0px')
    await expect(content.locator('ol')).toHaveCSS('direction', 'rtl')
    await expect(content.locator('ol')).toHaveCSS('padding-left', '0px')
    // The handle is on the side that moves.
    const image = content.getByRole('img', { name: 'A bowl' })
    await image.click()
    await expect
      .poll(async () => {
        const [handle, bowl] = [await page.getByRole('slider').boundingBox(), await image.boundingBox()]
        return handle && bowl ? Math.round((handle.x + handle.width / 2 - bowl.x) / bowl.width) : undefined
      })
      .toBe(locale === 'ar-XB' ? 0 : 1)
  }
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.locator('[data-social]').click()
  await page.getByRole('button', { name: 'Edit links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Social links' })
  await expect(dialog.getByLabel('Instagram 2')).toHaveValue('https://instagram.com/ida')
  await dialog.getByLabel('Instagram', { exact: true }).fill('https://instagram.com/kiln')
  await dialog.getByRole('button', { name: 'Save links' }).click()
  await expect.poll(() => contentOf(page, id)).toContain('https://instagram.com/kiln')
  const stored = await contentOf(page, id)
  expect(stored).toContain('https://instagram.com/ida')
  expect(stored).not.toContain('dir=')

  await test.step('the picture of a video is copied, and one that cannot be copied stays at YouTube', async () => {
    await page.route(/\/api\/media\?from=/, (route) => route.abort())
    const copied = page.waitForRequest(/\/api\/media\?from=https%3A%2F%2Fi\.ytimg\.com%2F/)
    await content.getByText('Glaze').click()
    await page.getByRole('button', { name: 'More blocks' }).click()
    await page.getByRole('menuitem', { name: 'Video' }).click()
    const video = page.getByRole('dialog', { name: 'Video' })
    await video.getByLabel('Video URL').fill('https://youtu.be/dQw4w9WgXcQ')
    await video.getByLabel('Title').fill('A bowl on the wheel')
    await video.getByRole('button', { name: 'Insert video' }).click()
    await copied
    await expectNotice(page, 'The image was not copied: no connection. The email shows it from YouTube.')
    await expect.poll(() => contentOf(page, id)).toContain('https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg')
  })
})
