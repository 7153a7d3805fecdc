import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { frameSnippet, htmlSnippet, reactSnippet } from '../app/(dashboard)/forms/[id]/snippets'
import type { FormDetail } from '../server/modules/forms/settings-schema.ts'
import { chooseFiles } from './support/files.ts'
import { messagesTo, messageTo } from './support/mailbox.ts'
import { expectNotice } from './support/notices.ts'
import { openSite } from './support/other-site.ts'
import { examine, examineOpen, SCREENS } from './support/page-checks.ts'
import { bundleReact } from './support/react-page.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

test('a landing page collects a subscriber, who confirms', { tag: '@deep' }, async ({ page, browser }) => {
  const ida = newUser('Ida')
  await signUp(page, ida)

  await page.goto('/forms')
  await expect(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create form' }).click()
  await page.getByLabel('Name').fill('Link in my profile')
  await page.getByRole('radio', { name: 'Landing page' }).click()
  await page.getByRole('button', { name: 'Choose a template' }).click()
  await page.getByRole('button', { name: 'Use only the form' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Link in my profile' })).toBeVisible()

  await page.getByLabel('Heading', { exact: true }).fill('The Moss Weekly')
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('heading', { name: 'The Moss Weekly' })).toBeVisible()
  await page.getByRole('tab', { name: 'Fields' }).click()
  await page.getByRole('button', { name: 'First name', exact: true }).click()
  await expect(preview.getByLabel('First name')).toBeVisible()
  await page.getByRole('button', { name: 'New field…' }).click()
  await page.getByLabel('Label', { exact: true }).fill('Favorite fern')
  await page.getByRole('button', { name: 'Create field' }).click()
  await expect(preview.getByLabel('Favorite fern')).toBeVisible()
  // Submitting the dialog's form does not submit this one.
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  await page.getByRole('tab', { name: 'After sign-up' }).click()
  await page.getByLabel('Email subject', { exact: true }).fill('Is that you?')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectNotice(page, 'Your sites update within a minute')
  const address = (await page.getByRole('link', { name: 'View page' }).getAttribute('href')) ?? ''

  const lin = newAddress('lin')
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${address}?utm_source=profile`)
  await expect(visitor).toHaveTitle("The Moss Weekly · Ida's newsletter")
  await visitor.getByLabel('Email address').fill(lin)
  await visitor.getByLabel('First name').fill('Lin')
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  const subscriber = await lastOn(page)
  expect(subscriber).toMatchObject({
    email_address: lin,
    state: 'inactive',
    referrer_utm_parameters: { source: 'profile' },
  })
  const email = await messageTo(lin)
  expect(email).toMatchObject({ subject: 'Is that you?', from: { address: ida.email_address } })
  const link = /https?:\/\/\S+\/confirm\/\S+/.exec(email.text ?? '')?.[0] ?? ''
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Emails from Ida' })).toBeVisible()
  expect(await lastOn(page)).toMatchObject({ state: 'inactive' })
  await visitor.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(visitor.getByRole('heading', { name: 'You are on the list' })).toBeVisible()

  await page.getByRole('tab', { name: 'Subscribers' }).click()
  await expect(page.getByRole('row', { name: new RegExp(lin) })).toContainText('Active')
  expect(await messagesTo(lin)).toHaveLength(1)
  await visitor.context().close()
})

test('embedded forms of every type work and close with Escape', async ({ page, browser }) => {
  await signUp(page, newUser('Ida'))
  const site = await openSite()
  for (const format of ['inline', 'modal', 'slide in', 'sticky bar'] as const) {
    const form = await call<{ id: number; uid: string; embed_js: string }>(page, 'forms.create', {
      name: format,
      type: 'embed',
      format,
    })
    const { settings } = await ask<{ settings: object }>(page, 'forms.get', { id: form.id })
    await call(page, 'forms.update', {
      id: form.id,
      name: format,
      format,
      double_opt_in: false,
      settings: { ...settings, open_after_seconds: 0 },
    })
    site.show(
      `<h1>My site</h1><script async src="${form.embed_js}"></script><a href="#" data-envoi-form="${form.uid}">Join</a>`,
    )
    const visitor = await (await browser.newContext()).newPage()
    const faults: string[] = []
    visitor.on('pageerror', ({ message }) => faults.push(message))
    await visitor.goto(`${site.url}/post?utm_campaign=moss`)
    const email = visitor.getByLabel('Email address')
    await expect(email).toBeInViewport({ ratio: 1 })
    if (format === 'modal') {
      await visitor.keyboard.press('Escape')
      await expect(email).toBeHidden()
      await visitor.getByRole('link', { name: 'Join' }).click()
    }
    if (format !== 'inline') await expect(visitor.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    await email.fill('invalid@nowhere')
    await visitor.getByRole('button', { name: 'Subscribe' }).click()
    await expect(visitor.getByText('Email address is invalid')).toBeVisible()
    const lin = newAddress('lin')
    await email.fill(lin)
    await visitor.getByRole('button', { name: 'Subscribe' }).click()
    await expect(visitor.getByText('You are on the list.')).toBeVisible()
    expect(await lastOn(page, form.id)).toMatchObject({
      email_address: lin,
      state: 'active',
      referrer: `${site.url}/post?utm_campaign=moss`,
      referrer_utm_parameters: { campaign: 'moss' },
    })
    if (format !== 'inline') {
      await visitor.getByRole('button', { name: 'Close' }).click()
      await visitor.reload()
      await expect(visitor.getByRole('heading', { name: 'My site' })).toBeVisible()
      await expect(email).toBeHidden()
    }
    expect(faults).toEqual([])
    await visitor.context().close()
  }
  await site.close()
})

test('a script in the head waits for the page, and a closed form stays closed on other pages', async ({
  page,
  browser,
}) => {
  await signUp(page, newUser('Ida'))
  const site = await openSite()
  for (const format of ['inline', 'modal', 'sticky bar'] as const) {
    const form = await call<{ id: number; uid: string; embed_js: string }>(page, 'forms.create', {
      name: format,
      type: 'embed',
      format,
    })
    const { settings } = await ask<{ settings: object }>(page, 'forms.get', { id: form.id })
    await call(page, 'forms.update', {
      id: form.id,
      name: format,
      format,
      double_opt_in: false,
      settings: { ...settings, open_after_seconds: 0, shows_again: 'days' },
    })
    site.show('<h1>My site</h1>', `<script src="${form.embed_js}"></script>`)
    const visitor = await (await browser.newContext()).newPage()
    const faults: string[] = []
    visitor.on('pageerror', ({ message }) => faults.push(message))
    // A link in an email opens the form on a page that is already open.
    await visitor.goto(`${site.url}/#form-${form.uid}`)
    const email = visitor.getByLabel('Email address')
    await expect(email).toBeVisible()
    if (format === 'modal') {
      // Read in the same task, because a visitor may leave the page before the next.
      const kept = await visitor.evaluate((key) => {
        for (const { shadowRoot } of document.body.children) shadowRoot?.querySelector('dialog')?.close()
        return localStorage.getItem(key)
      }, `envoi-form-${form.uid}`)
      expect(kept).toContain('closed')
    }
    if (format === 'sticky bar') await visitor.getByRole('button', { name: 'Close' }).click()
    if (format !== 'inline') await expect(email).toBeHidden()
    await visitor.goto(`${site.url}/other`)
    await expect(visitor.getByRole('heading', { name: 'My site' })).toBeVisible()
    await expect(email).toBeVisible({ visible: format === 'inline' })
    expect(faults).toEqual([])
    await visitor.context().close()
  }
  await site.close()
})

for (const { name, viewport } of SCREENS)
  test(`a form grows a list from another site, on scroll, with a file and results, ${name}`, async ({
    page,
    browser,
  }) => {
    await signUp(page, newUser('Ida'))
    const form = await call<{ id: number; uid: string; embed_js: string; embed_url: string }>(page, 'forms.create', {
      name: 'Guide',
      type: 'embed',
      format: 'slide in',
    })
    const { settings } = await ask<{ settings: object }>(page, 'forms.get', { id: form.id })
    const consents = [{ text: 'I am 16 or older.', is_required: true }]
    await call(page, 'forms.update', {
      id: form.id,
      name: 'Guide',
      format: 'slide in',
      double_opt_in: false,
      settings: { ...settings, opens_on: 'scroll', open_after_percent: 50, consents, hidden_on: ['/private/*'] },
    })
    await page.goto(`/forms/${form.id}?tab=after`)
    const file = { name: 'Kiln guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 kilns') }
    await chooseFiles(page.getByLabel('File for subscribers'), file)
    await expectNotice(page, 'New subscribers get it by email')
    await expect(page.getByText('Kiln guide.pdf')).toBeVisible()

    await page.getByRole('tab', { name: 'Content' }).click()
    await page.getByRole('button', { name: 'Choose image' }).click()
    const library = page.getByRole('dialog', { name: 'Choose an image' })
    await library.getByLabel('Image file').setInputFiles({
      name: 'Kiln.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 1000, height: 700, channels: 3, background: '#0f766e' } })
        .jpeg()
        .toBuffer(),
    })
    await page.getByLabel('Alternative text').fill('A kiln')
    await page.getByLabel('Image position').selectOption('Beside the form, on wide screens')
    await expect(page.frameLocator('iframe[title=Preview]').getByRole('img', { name: 'A kiln' })).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectNotice(page, 'Your sites update within a minute')

    const site = await openSite()
    site.show(`<h1>My site</h1><div style="height:4000px"></div><script async src="${form.embed_js}"></script>`)
    const visitor = await (await browser.newContext({ viewport })).newPage()
    await visitor.goto(`${site.url}/private/page`)
    await visitor.evaluate(() => scrollTo(0, 3500))
    await visitor.goto(`${site.url}/post?utm_source=moss`)
    const email = visitor.getByLabel('Email address')
    await expect(email).toBeHidden()
    await visitor.evaluate(() => scrollTo(0, 3500))
    await expect(email).toBeInViewport()
    await expectLoaded(visitor.getByRole('img', { name: 'A kiln' }))
    await examineOpen(visitor)
    const lin = newAddress('lin')
    await email.fill(lin)
    await visitor.getByLabel('I am 16 or older.').check()
    await visitor.getByRole('button', { name: 'Subscribe' }).click()
    await expect(visitor.getByText('You are on the list.')).toBeVisible()
    const link = /https?:\/\/\S+\/f\/file\/[\w-]+/.exec((await messageTo(lin)).text ?? '')?.[0] ?? ''
    expect(await (await visitor.request.get(link)).text()).toBe('%PDF-1.7 kilns')
    // A visitor who has signed up no longer sees it.
    await visitor.reload()
    await visitor.evaluate(() => scrollTo(0, 3500))
    await expect(email).toBeHidden()

    // The copied code, on a page of another origin.
    const lea = newAddress('lea')
    site.show(frameSnippet(form.embed_url))
    await visitor.goto(site.url)
    const frame = visitor.frameLocator('iframe')
    await expectLoaded(frame.getByRole('img', { name: 'A kiln' }))
    await frame.getByLabel('Email address').fill(lea)
    await frame.getByLabel('I am 16 or older.').check()
    await frame.getByRole('button', { name: 'Subscribe' }).click()
    await expect(frame.getByText('You are on the list.')).toBeVisible()
    const detail = await ask<FormDetail>(page, 'forms.get', { id: form.id })
    site.show(htmlSnippet(detail, []))
    await visitor.goto(site.url)
    await expectLoaded(visitor.getByRole('img', { name: 'A kiln' }))
    const eva = newAddress('eva')
    await visitor.getByLabel('Email address').fill(eva)
    await visitor.getByLabel('I am 16 or older.').check()
    await visitor.getByRole('button', { name: 'Subscribe' }).click()
    await expect(visitor.getByText('You are on the list.')).toBeVisible()
    // React's strict mode adds the component twice, but there is one form.
    const inline = await call<{ id: number; embed_js: string }>(page, 'forms.create', {
      name: 'React site',
      type: 'embed',
      format: 'inline',
    })
    const script = await bundleReact(reactSnippet(inline.embed_js), 'SignUpForm')
    site.show(`<script defer src="data:text/javascript;base64,${Buffer.from(script).toString('base64')}"></script>`)
    await visitor.goto(site.url)
    const ivy = newAddress('ivy')
    await visitor.getByLabel('Email address').fill(ivy)
    await visitor.getByRole('button', { name: 'Subscribe' }).click()
    await expect(visitor.getByRole('status')).toBeVisible()
    expect(await lastOn(page, inline.id)).toMatchObject({ email_address: ivy })
    // Its own page loads without layout shifts.
    await examine(visitor, [form.embed_url])
    await expectLoaded(visitor.getByRole('img', { name: 'A kiln' }))
    await visitor.context().close()
    await site.close()

    await page.setViewportSize(viewport)
    await expect(async () => {
      await page.goto(`/forms/${form.id}?tab=results`)
      await expect(page.getByRole('list', { name: 'Sources by sign-ups' })).toContainText('moss', { timeout: 5_000 })
    }).toPass()
    await examineOpen(page)
  })

/** Waits until an image is displayed, so it was loaded and not blocked by a policy. */
const expectLoaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth > 0)).toBe(true)

interface Added {
  email_address: string
  state: string
}

/** Returns the newest subscriber of a form, by default the newest form. */
async function lastOn(page: Page, form_id?: number): Promise<Added | undefined> {
  const { rows: forms } = await ask<{ rows: { id: number }[] }>(page, 'forms.list', { per_page: 1 })
  const { rows } = await ask<{ rows: Added[] }>(page, 'forms.subscribers', {
    form_id: form_id ?? forms[0]?.id,
    status: 'all',
  })
  return rows[0]
}
