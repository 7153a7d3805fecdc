import { expect, type Page, test } from '@playwright/test'
import { addPurchase } from './support/database.ts'
import { messageTo } from './support/mailbox.ts'
import { DESK, examineOpen, hydrated, PHONE, pageOn, SCREENS } from './support/page-checks.ts'
import { ask, call, newAddress, newUser, signUp, type User } from './support/user.ts'

const TEXT = `<p>The bench stands in the yard since Sunday.</p><hr data-paywall="">
  <p>The joint that holds it is a wedged tenon.</p>`

interface Made {
  id: number
  public_url: string
  description: string | null
}

/** Returns a creator with a public site and a form. */
async function creator(page: Page, user: User) {
  await signUp(page, user)
  // The site's address ends with the account's ID.
  const { url } = await ask<{ url: string }>(page, 'sites.get', {})
  const account_id = Number(url.split('/').at(-1))
  const form = await call<{ embed_url: string }>(page, 'forms.create', {
    name: 'Welcome',
    type: 'hosted',
    format: null,
  })
  await call(page, 'sites.save', { name: `site-${account_id}` })
  return { account_id, form_url: form.embed_url, name: user.account_name }
}

for (const screen of SCREENS)
  test(`a buyer reads a paid post through the emailed link, and a visitor follows a recommendation, ${screen.name}`, {
    tag: '@deep',
  }, async ({ page, browser }) => {
    // Another creator, who is open to recommendations.
    const elsewhere = await pageOn(browser, DESK)
    const wood = await creator(elsewhere, newUser(screen === DESK ? 'Wood' : 'Fern'))
    await elsewhere.goto('/settings/recommendations')
    await elsewhere.getByRole('switch', { name: 'Creators can recommend me' }).click()
    await elsewhere.getByLabel('What you write about').fill('One chair a month')
    await elsewhere.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(elsewhere.getByText('Creators can recommend you')).toBeVisible()

    const studio = await creator(page, newUser('Studio'))
    await page.goto('/settings/product')
    await hydrated(page)
    await page.getByRole('button', { name: 'New product' }).click()
    await page.getByLabel('Name', { exact: true }).fill('The Bench Course')
    await page.getByLabel('Price').fill('40')
    await page.getByLabel('Where it is sold').fill('shop.example/bench')
    await page.getByLabel('Where it is sold').blur()
    await expect(page.getByLabel('Where it is sold')).toHaveValue('https://shop.example/bench')
    await page.getByLabel('The product’s ID in your shop').fill('p-1')
    await page.getByRole('button', { name: 'Set up product' }).click()
    await expect(page.getByText('$40.00 · 0 buyers')).toBeVisible()

    const draft = await call<Made>(page, 'posts.create', { title: 'A bench for the yard', content: TEXT })
    await page.goto(`/posts/${draft.id}`)
    const description = page.getByLabel(/^Description(?! for)/)
    // The page must load completely before the connection is cut.
    await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Only for buyers' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await description.fill('How it was made')
    await expect(page.getByText('Not saved: You are offline.')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(description).toHaveValue('How it was made')
    await page.getByRole('switch', { name: 'Only for buyers' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()
    const { public_url } = await ask<Made>(page, 'posts.get', { id: draft.id })

    // Changes of a published post wait for the author, even across a reload.
    page.once('dialog', (dialog) => dialog.accept())
    await description.fill('How it was made, and why')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.reload()
    await expect(description).toHaveValue('How it was made, and why')
    const stored = async () => (await ask<Made>(page, 'posts.get', { id: draft.id })).description
    expect(await stored()).toBe('How it was made')
    await page.getByRole('button', { name: 'Publish changes' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(await stored()).toBe('How it was made, and why')

    await page.goto('/settings/recommendations')
    await page.getByRole('button', { name: 'Add creator' }).click()
    await page.getByLabel('Name', { exact: true }).fill(wood.name)
    await page.getByRole('radio', { name: wood.name }).first().click()
    await page.getByLabel('Why you recommend them').fill('The email I open first')
    await page.getByRole('button', { name: 'Recommend', exact: true }).click()
    await expect(page.getByText('The email I open first')).toBeVisible()

    // The buyer.
    const buyer = newAddress('lin')
    await addPurchase(studio.account_id, buyer)
    const visitor = await pageOn(browser, screen)
    await visitor.goto(public_url)
    await expect(visitor.getByText('The bench stands in the yard')).toBeVisible()
    await expect(visitor.getByText('wedged tenon')).toHaveCount(0)
    await expect(visitor.getByRole('link', { name: /Buy The Bench Course/ })).toHaveAttribute(
      'href',
      'https://shop.example/bench',
    )
    await examineOpen(visitor)
    const box = visitor.getByRole('complementary', { name: /The rest is for/ })
    await box.getByLabel('Email address').fill(buyer)
    await box.getByRole('button', { name: 'Email me the link' }).click()
    await expect(box.getByRole('status')).toContainText('Check your inbox')
    const { text = '' } = await messageTo(buyer, ({ subject }) => subject?.startsWith('Read') === true)
    await visitor.goto(/http\S+\/access\/[\w-]+/.exec(text)?.[0] ?? '')
    await expect(visitor.getByText('wedged tenon')).toBeVisible()
    expect(visitor.url()).toBe(public_url)
    await examineOpen(visitor)

    // Feeds and sitemap are valid, and contain no text for buyers only.
    const site = public_url.slice(0, public_url.lastIndexOf('/'))
    const roots = { 'feed.xml': 'rss', 'sitemap.xml': 'urlset' }
    for (const [file, root] of Object.entries(roots)) {
      const xml = await (await visitor.request.get(`${site}/${file}`)).text()
      expect(
        await visitor.evaluate(
          (text) => new DOMParser().parseFromString(text, 'application/xml').documentElement.nodeName,
          xml,
        ),
      ).toBe(root)
      expect(xml).toContain(public_url)
      expect(xml).not.toContain('wedged')
    }
    const feed = await (await visitor.request.get(`${site}/feed.json`)).json()
    expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', items: [{ url: public_url }] })
    const picture = await visitor.locator('meta[property="og:image"]').getAttribute('content')
    expect((await visitor.request.get(picture ?? '')).headers()['content-type']).toBe('image/png')

    // The new subscriber.
    const lin = newAddress('new')
    await visitor.goto(studio.form_url)
    await visitor.getByRole('textbox', { name: 'Email address' }).fill(lin)
    await visitor.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await expect(visitor.getByRole('heading', { name: `${studio.name} also recommends` })).toBeVisible()
    const choice = visitor.getByRole('checkbox', { name: new RegExp(wood.name) })
    await expect(choice).not.toBeChecked()
    await examineOpen(visitor)
    await choice.check()
    await visitor.getByRole('button', { name: 'Subscribe to those I chose' }).click()
    await expect(visitor.getByText(`You signed up for emails from ${wood.name}`)).toBeVisible()
    await examineOpen(visitor)

    await page.reload()
    await expect(page.locator('#content').getByText('1 sign-up from 1 shown')).toBeVisible()
    await elsewhere.reload()
    // A page that is still loading contains its parts twice, the second time hidden and outside the content.
    await expect(elsewhere.locator('#content').getByText('Sign-ups received')).toBeVisible()
    await elsewhere.getByRole('button', { name: `Block ${studio.name}` }).click()
    await expect(elsewhere.getByText('Blocked', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.locator('#content').getByText(/Not shown: they do not want/)).toBeVisible()
  })

const POST = `<p>Hello {{ subscriber.first_name | default: "friend" }},</p>${'<h2>A section</h2><p>Slow clay makes good pots. </p>'.repeat(4)}<p>${'word '.repeat(1_000)}</p>`

test('a visitor without scripts reads the site in the layout that the creator chose, and sends the form', async ({
  page,
  browser,
}) => {
  await creator(page, newUser('Studio'))
  for (const title of ['First', 'Second', 'Third']) {
    const { id } = await call<Made>(page, 'posts.create', { title, description: `About ${title}`, content: POST })
    await call(page, 'posts.publish', { id })
  }
  await page.goto('/settings/site')
  await hydrated(page)
  const preview = page.frameLocator('iframe[title="Public site in this layout"]')
  await expect(preview.locator('.list.magazine')).toBeVisible()
  await page.getByRole('radio', { name: 'Newsletter' }).click()
  await expect(preview.locator('.list.newsletter')).toBeVisible()
  await page.getByRole('button', { name: 'Save site' }).click()
  await expect(page.getByText('Public site saved')).toBeVisible()
  await examineOpen(page)

  const { url } = await ask<{ url: string }>(page, 'sites.get', {})
  const watched = await pageOn(browser, PHONE)
  await watched.goto(url)
  await expect(watched.locator('.list.newsletter')).toBeVisible()
  await examineOpen(watched)

  const { name: _name, ...phone } = PHONE
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false, locale: 'en-US' })
  const visitor = await context.newPage()
  await visitor.goto(url)
  // The form is on the first screen.
  const field = visitor.getByRole('textbox', { name: 'Email address' })
  expect(((await field.boundingBox())?.y ?? Number.POSITIVE_INFINITY) < phone.viewport.height).toBe(true)
  await visitor.getByRole('link', { name: 'Second' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible()
  await visitor.getByRole('navigation', { name: 'In this post' }).getByRole('link').nth(2).click()
  expect(visitor.url()).toMatch(/#section-3$/)
  await visitor.getByText('Share', { exact: true }).click()
  await expect(visitor.getByRole('link', { name: 'Bluesky' })).toBeVisible()
  await visitor.getByRole('link', { name: 'Next post Third' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Third' })).toBeVisible()
  await visitor.getByRole('link', { name: 'Subscribe' }).click()
  await visitor.getByRole('textbox', { name: 'Email address' }).fill(newAddress('ada'))
  await visitor.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: 'One more step' })).toBeVisible()
})
