import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { jpegOf } from '../server/testing/media/pictures.ts'
import { chooseAtCursor } from './support/editor.ts'
import { chooseFiles, dropFiles } from './support/files.ts'
import { expectNotice } from './support/notices.ts'
import { examineOpen, PHONE, pageOn, SCREENS } from './support/page-checks.ts'
import { ask, call, newUser, signUp } from './support/user.ts'

const SHOP = 'Bowls on the shelf'
const WORDS = 'Three bowls that survived'

const imageOf = async (name: string, color: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await jpegOf(600, 400, color),
})

for (const screen of SCREENS)
  test(`a creator adds images, styles emails and pages, and undoes an edit and an image, ${screen.name}`, async ({
    browser,
  }) => {
    const page = await pageOn(browser, screen)
    await signUp(page, newUser('Ida'))
    const form = await call<{ embed_url: string }>(page, 'forms.create', {
      name: 'Studio news',
      type: 'hosted',
      format: null,
    })
    const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
      subject: 'The kiln is cold',
      content: '<p>Three bowls survived.</p>',
    })

    await test.step('images are uploaded, found, described and cropped', async () => {
      const images = [await imageOf('kiln.jpg', '#2f5d50'), await imageOf('bowls.jpg', '#c8704a')]
      await page.goto('/images')
      if (screen === PHONE) await chooseFiles(page.getByLabel('Image files').first(), images)
      else await dropFiles(page.getByRole('heading', { level: 1, name: 'Images' }), images)
      const library = page.getByRole('region', { name: 'Images' }).getByRole('listitem')
      await expect(library).toHaveCount(2)
      await page.getByRole('searchbox', { name: 'Search images' }).fill('bowl')
      await expect(library).toHaveCount(1)
      await expect(page).toHaveURL(/q=bowl/)
      await examineOpen(page)
      await library.getByRole('button').click()
      const sheet = page.getByRole('dialog', { name: 'bowls.jpg' })
      await sheet.getByLabel('Description').fill(SHOP)
      await sheet.getByRole('button', { name: 'Save image' }).click()
      await expectNotice(page, 'Image saved')
      await examineOpen(page)
      await sheet.getByRole('button', { name: 'Crop' }).click()
      const crop = page.getByRole('dialog', { name: 'Crop image' })
      await crop.getByRole('button', { name: 'Square' }).click()
      await expect(crop.getByText('400 × 400')).toBeVisible()
      await examineOpen(page)
      await crop.getByRole('button', { name: 'Save as new image' }).click()
      await expect(crop).toBeHidden()
      await expect(page.getByRole('dialog').getByText('400 × 400')).toBeVisible()
    })

    await test.step('a style is chosen, and a form has it', async () => {
      await page.goto('/settings/style')
      await page.getByRole('button', { name: 'Choose logo' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'kiln.jpg' }).click()
      await page.getByLabel('Headings').selectOption({ label: 'Georgia' })
      await page.getByLabel('Accent', { exact: true }).fill('#8a2846')
      await expect(page.frameLocator('iframe[title="Email in this style"]').getByRole('img')).toBeVisible()
      await examineOpen(page)
      await page.getByRole('button', { name: 'Save style' }).click()
      await expectNotice(page, 'Style saved')
      const visitor = await pageOn(browser, screen)
      await visitor.goto(form.embed_url)
      const button = visitor.getByRole('button', { name: 'Subscribe' })
      await expect(button).toHaveCSS('background-color', 'rgb(138, 40, 70)')
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Georgia/)
      await expect(visitor.getByRole('img')).toBeVisible()
      await examineOpen(visitor)
      await visitor.context().close()
    })

    await test.step('an email gets an image, and its preview has the style', async () => {
      await page.goto(`/broadcasts/${id}`)
      const content = page.getByRole('textbox', { name: 'Content' })
      await content.getByText('Three bowls survived.').click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await chooseAtCursor(page, '/ima', 'Image')
      const dialog = page.getByRole('dialog', { name: 'Insert image' })
      await dialog.getByRole('button', { name: SHOP }).last().click()
      await expect(dialog.getByLabel('Description')).toHaveValue(SHOP)
      await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
      await expect(content.getByAltText(SHOP)).toBeVisible()
      await expect.poll(() => contentOf(page, id)).toContain(SHOP)
      // A description can state the image's purpose instead of its content.
      await content.getByAltText(SHOP).click()
      await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Description' }).click()
      const description = page.getByRole('dialog', { name: 'Description' })
      await description.getByLabel('Description').fill(WORDS)
      await description.getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => contentOf(page, id)).toContain(WORDS)
      await page.getByRole('button', { name: 'Preview' }).click()
      const email = page.frameLocator('iframe[title="Email"]')
      await expect(email.getByAltText(WORDS)).toBeVisible()
      // The logo above it.
      await expect(email.getByRole('img')).toHaveCount(2)
      await examineOpen(page)
      await page.keyboard.press('Escape')
    })

    await test.step('the version before comes back', async () => {
      await page.getByRole('button', { name: 'History' }).click()
      const history = page.getByRole('dialog', { name: 'History' })
      await history.getByRole('button', { name: 'Original text' }).click()
      const earlier = page.frameLocator('iframe[title="Earlier text"]')
      await expect(earlier.getByText('Three bowls survived.')).toBeVisible()
      await expect(earlier.getByRole('img')).toHaveCount(0)
      await examineOpen(page)
      await history.getByRole('button', { name: 'Restore' }).click()
      await expectNotice(page, 'Restored')
      await expect(page.getByRole('textbox', { name: 'Content' }).getByAltText(WORDS)).toHaveCount(0)
      await expect.poll(() => contentOf(page, id)).not.toContain(WORDS)
    })

    await test.step('a pasted image of the web is copied to the library', async () => {
      const { buffer } = await imageOf('harbor.jpg', '#27566b')
      const web = createServer((_, response) => response.end(buffer)).listen(0, '127.0.0.1')
      await once(web, 'listening')
      const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/harbor.jpg`
      const content = page.getByRole('textbox', { name: 'Content' })
      await content.click()
      await content.evaluate((element, html) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', html)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, `<p>From the quay</p><p><img src="${address}" alt="The harbor"></p>`)
      await expect.poll(() => contentOf(page, id)).toMatch(/\/media\/[\w-]{22}\//)
      expect(await contentOf(page, id)).not.toContain(address)
      await expect(content.getByAltText('The harbor')).toBeVisible()
      web.close()
    })

    await test.step('a deleted image is gone where it was used', async () => {
      await page.goto('/images?q=kiln')
      await page.getByRole('region', { name: 'Images' }).getByRole('listitem').getByRole('button').click()
      const sheet = page.getByRole('dialog', { name: 'kiln.jpg' })
      await expect(sheet.getByRole('link', { name: 'Style' })).toBeVisible()
      await sheet.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('One place uses it')
      await question.getByRole('button', { name: 'Delete image' }).click()
      await expectNotice(page, 'Deleted “kiln.jpg”')
      await expect(page.getByRole('heading', { name: 'No images found' })).toBeVisible()
      expect(await (await page.request.get(form.embed_url)).text()).not.toContain('<img')
    })
    await page.context().close()
  })

const contentOf = async (page: Page, id: number) =>
  (await ask<{ content: string | null }>(page, 'broadcasts.get', { id })).content ?? ''
