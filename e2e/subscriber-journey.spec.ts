import { expect, test } from '@playwright/test'
import { SIGNED_CHECKOUT, stripeSession } from '../server/testing/servers/checkout-webhooks.ts'
import { messageTo } from './support/mailbox.ts'
import { examineOpen, hydrated, pageOn, SCREENS } from './support/page-checks.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

const TEXT = `<p>The bench stands in the yard since Sunday.</p><hr data-paywall="">
  <p>The joint that holds it is a wedged tenon.</p>`
const PAYMENT_LINK = 'plink_1RlHdpR7UUImIKwkBench001'
const SECRET = 'whsec_of_a_journey'

for (const screen of SCREENS)
  test(`a visitor finds a post, signs up, buys it in a shop elsewhere, reads it and leaves, ${screen.name}`, async ({
    page,
    browser,
  }) => {
    await signUp(page, newUser('Studio'))
    const { url } = await ask<{ url: string }>(page, 'sites.get', {})
    await call(page, 'sites.save', { name: `studio-${url.split('/').at(-1)}` })

    // A welcome email after the confirmation.
    const sequence = await call<{ id: number }>(page, 'sequences.create', { name: 'Welcome' })
    await call(page, 'sequences.createEmail', {
      sequence_id: sequence.id,
      subject: 'Welcome to the studio',
      content: '<p>Good that you are here.</p>',
      delay_value: 0,
      delay_unit: 'hours',
      published: true,
    })
    const form = await call<{ id: number }>(page, 'forms.create', { name: 'The studio', type: 'hosted', format: null })
    const { settings } = await ask<{ settings: object }>(page, 'forms.get', { id: form.id })
    await call(page, 'forms.update', {
      id: form.id,
      name: 'The studio',
      format: null,
      double_opt_in: true,
      settings: { ...settings, sequence_ids: [sequence.id] },
    })

    // The product and its checkout, without an app.
    await page.goto('/settings/product')
    await hydrated(page)
    await page.getByRole('button', { name: 'New product' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('The Bench Course')
    await dialog.getByLabel('Price').fill('40')
    await dialog.getByLabel('Where it is sold').fill('https://buy.stripe.example/bench')
    await dialog.getByLabel('The product’s ID in your shop').fill('bench')
    await dialog.getByRole('button', { name: 'Set up product' }).click()
    await expect(page.getByText('$40.00 · 0 buyers')).toBeVisible()
    await page.getByRole('button', { name: 'Connect Stripe' }).click()
    const address = (await dialog.locator('code', { hasText: '/hooks/checkouts/stripe/' }).textContent()) ?? ''
    await examineOpen(page)
    await dialog.getByLabel('Signing secret').fill(SECRET)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()

    const { id } = await call<{ id: number }>(page, 'posts.create', {
      title: 'A bench for the yard',
      description: 'How it was made',
      content: TEXT,
      is_paid: true,
    })
    const { public_url } = await call<{ public_url: string }>(page, 'posts.publish', { id })

    // A search engine finds the post in the sitemap, and shows its title and description.
    const visitor = await pageOn(browser, screen)
    const lin = newAddress('lin')
    const sitemap = await (
      await visitor.request.get(`${public_url.slice(0, public_url.lastIndexOf('/'))}/sitemap.xml`)
    ).text()
    expect(sitemap).toContain(public_url)
    await visitor.goto(public_url, { referer: 'https://search.example/?q=garden+bench' })
    await expect(visitor).toHaveTitle(/A bench for the yard/)
    await expect(visitor.locator('meta[name=description]')).toHaveAttribute('content', 'How it was made')
    await expect(visitor.getByText('The bench stands in the yard')).toBeVisible()
    await expect(visitor.getByText('wedged tenon')).toHaveCount(0)
    await examineOpen(visitor)

    // Sign-up and confirmation.
    const box = visitor.getByRole('complementary', { name: /The rest is for/ })
    const signUpForm = visitor.locator('form', { has: visitor.getByRole('button', { name: 'Subscribe' }) }).last()
    await signUpForm.getByLabel('Email address').fill(lin)
    await signUpForm.getByRole('button', { name: 'Subscribe' }).click()
    await expect(visitor.getByText('Check your inbox').first()).toBeVisible()
    await examineOpen(visitor)
    const confirmation = await messageTo(lin, ({ text = '' }) => text.includes('/confirm/'))
    await visitor.goto(/https?:\/\/\S+\/confirm\/\S+/.exec(confirmation.text ?? '')?.[0] ?? '')
    await examineOpen(visitor)
    await visitor.getByRole('button', { name: 'Confirm my subscription' }).click()
    await expect(visitor.getByRole('heading', { name: 'You are on the list' })).toBeVisible()
    await examineOpen(visitor)
    const welcome = await messageTo(lin, ({ subject }) => subject === 'Welcome to the studio')

    // The purchase: the shop's webhook, and twice, as shops do.
    await visitor.goto(public_url)
    await expect(visitor.getByRole('link', { name: /Buy The Bench Course/ })).toHaveAttribute(
      'href',
      'https://buy.stripe.example/bench',
    )
    const { body, headers } = SIGNED_CHECKOUT.stripe(SECRET, stripeSession(lin, { payment_link: PAYMENT_LINK }))
    for (let at = 0; at < 2; at++)
      expect((await visitor.request.post(new URL(address).pathname, { data: body, headers })).status()).toBe(200)
    await page.reload()
    await page.getByLabel(/^What is “Payment link/).selectOption('The Bench Course')
    await expect(page.getByText('$40.00 · 1 buyer', { exact: true })).toBeVisible()

    // The way to the text.
    await box.getByLabel('Email address').fill(lin)
    await box.getByRole('button', { name: 'Email me the link' }).click()
    await expect(box.getByRole('status')).toContainText('Check your inbox')
    await examineOpen(visitor)
    const { text = '' } = await messageTo(lin, ({ subject }) => subject?.startsWith('Read') === true)
    await visitor.goto(/http\S+\/access\/[\w-]+/.exec(text)?.[0] ?? '')
    await expect(visitor.getByText('wedged tenon')).toBeVisible()
    expect(visitor.url()).toBe(public_url)
    await examineOpen(visitor)

    // Preferences and unsubscribe, from the welcome email.
    await visitor.goto(/http\S+\/preferences\/[\w-]+/.exec(welcome.text ?? '')?.[0] ?? '')
    await expect(visitor.getByRole('heading', { name: 'Email preferences' })).toBeVisible()
    await examineOpen(visitor)
    await visitor.getByRole('button', { name: 'Unsubscribe from all emails' }).click()
    await examineOpen(visitor)
    const left = await ask<{ rows: { email_address: string }[] }>(page, 'subscribers.list', { status: 'cancelled' })
    expect(left.rows.map(({ email_address }) => email_address)).toEqual([lin])

    // The purchase outlives the subscription.
    await visitor.goto(public_url)
    await expect(visitor.getByText('wedged tenon')).toBeVisible()
  })
