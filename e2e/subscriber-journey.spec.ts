import { expect, type Page, test } from '@playwright/test'
import { type Message, messageTo } from './support/mailbox.ts'
import { examineOpen, PHONE, pageOn } from './support/page-checks.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

const SEARCH = 'https://search.example/'

test('a subscriber comes from a search, confirms, buys, reads what was bought, pauses and leaves, on a phone', async ({
  page,
  browser,
}) => {
  const posts = await publication(page)
  const phone = await pageOn(browser, PHONE)
  const lin = newAddress('lin')

  await test.step('a post found by a search', async () => {
    await phone.goto(posts.free, { referer: SEARCH })
    await expect(phone.getByText('Moss asks for shade')).toBeVisible()
    await examineOpen(phone)
  })

  await test.step('sign-up below it', async () => {
    const address = phone.getByRole('textbox', { name: 'Email address' })
    await address.fill('lin@nowhere')
    await phone.getByRole('button', { name: 'Subscribe' }).click()
    await expect(phone.getByText('Email address is invalid')).toBeVisible()
    await examineOpen(phone)
    await address.fill(lin)
    await phone.getByRole('button', { name: 'Subscribe' }).click()
    await expect(phone.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await examineOpen(phone)
  })

  await test.step('confirmation', async () => {
    await phone.goto(
      linkTo('confirm', await messageTo(lin, ({ subject }) => subject?.startsWith('Please confirm') === true)),
    )
    await phone.getByRole('button', { name: 'Confirm my subscription' }).click()
    await expect(phone.getByRole('heading', { name: 'You are on the list' })).toBeVisible()
    await examineOpen(phone)
    await phone.getByRole('link', { name: 'Read The Moss Weekly' }).click()
    await expect(phone.getByRole('heading', { name: 'How to water moss' })).toBeVisible()
    await examineOpen(phone)
  })

  const welcome = await messageTo(lin, ({ subject }) => subject === 'Welcome to the moss')
  await test.step('a paid post from the welcome email, bought', async () => {
    expect(welcome.html).toContain(posts.paid)
    await phone.goto(posts.paid)
    await expect(phone.getByText('A roof holds forty kilos')).toHaveCount(0)
    await expect(phone.getByRole('link', { name: 'Buy The Roof Course' })).toBeVisible()
    await examineOpen(phone)
    const purchase = {
      email_address: lin,
      transaction_id: 'sale-1',
      product: 'roof',
      status: 'paid',
      currency: 'EUR',
      total: 40,
    }
    await call(page, 'purchases.add', { source: 'hand', purchases: [purchase] })
    const paywall = phone.getByRole('complementary', { name: /The rest is for/ })
    await paywall.getByLabel('Email address').fill(lin)
    await paywall.getByRole('button', { name: 'Email me the link' }).click()
    await expect(paywall.getByRole('status')).toContainText('Check your inbox')
    await phone.goto(linkTo('access', await messageTo(lin, ({ subject }) => subject?.startsWith('Read') === true)))
    await expect(phone.getByText('A roof holds forty kilos')).toBeVisible()
    await examineOpen(phone)
  })

  await test.step('a pause', async () => {
    await phone.goto(linkTo('preferences', welcome))
    await examineOpen(phone)
    await phone.getByRole('button', { name: 'Pause emails' }).click()
    await expect(phone.getByText('Emails are paused until')).toBeVisible()
    await examineOpen(phone)
  })

  await test.step('the end', async () => {
    await phone.goto(linkTo('u', welcome))
    await expect(phone.getByRole('heading', { name: 'Unsubscribe from The Moss Weekly?' })).toBeVisible()
    await examineOpen(phone)
    await phone.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(phone.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
    await examineOpen(phone)
  })
  await phone.context().close()

  const { rows } = await ask<{ rows: object[] }>(page, 'subscribers.list', { status: 'cancelled' })
  expect(rows).toMatchObject([{ email_address: lin }])
})

/** Returns the link of an email to this kind of page. */
function linkTo(kind: 'confirm' | 'access' | 'preferences' | 'u', { text = '' }: Message): string {
  const [link] = new RegExp(`http\\S+/${kind}/[\\w-]+`).exec(text) ?? []
  if (!link) throw new Error(`No link to /${kind} in: ${text}`)
  return link
}

/** Signs up a creator with a site, a form with a welcome email, and two posts, one for buyers only. Returns the addresses of the posts. */
async function publication(page: Page): Promise<{ free: string; paid: string }> {
  await signUp(page, newUser('Ida'))
  await call(page, 'account.saveSettings', {
    name: 'The Moss Weekly',
    time_zone: 'Europe/Oslo',
    postal_address: 'Mosegata 4, 5003 Bergen, Norway',
    open_tracking_enabled: true,
    click_tracking_enabled: false,
    undo_seconds: 0,
  })
  await call(page, 'purchases.saveProduct', {
    pid: 'roof',
    name: 'The Roof Course',
    price: 40,
    currency: 'EUR',
    url: 'https://shop.example/roof',
  })
  const free = await published(page, {
    title: 'How to water moss',
    content: '<p>Moss asks for shade, and for rain rather than a hose.</p><h2>When</h2><p>In the evening.</p>',
  })
  const paid = await published(page, {
    title: 'A roof of moss',
    content: '<p>It begins with a beam.</p><hr data-paywall=""><p>A roof holds forty kilos more than before.</p>',
    is_paid: true,
  })
  const { id: sequence_id } = await call<{ id: number }>(page, 'sequences.create', { name: 'Welcome' })
  await call(page, 'sequences.createEmail', {
    sequence_id,
    subject: 'Welcome to the moss',
    content: `<p>Begin with <a href="${paid}">the roof</a>.</p>`,
    delay_value: 0,
    delay_unit: 'days',
    published: true,
  })
  const form = await call<{ id: number }>(page, 'forms.create', { name: 'Site', type: 'hosted', format: null })
  const { settings } = await ask<{ settings: object }>(page, 'forms.get', { id: form.id })
  await call(page, 'forms.update', {
    id: form.id,
    name: 'Site',
    format: null,
    double_opt_in: true,
    settings: { ...settings, sequence_ids: [sequence_id] },
  })
  return { free, paid }
}

async function published(page: Page, post: { title: string; content: string; is_paid?: boolean }): Promise<string> {
  const { id } = await call<{ id: number }>(page, 'posts.create', post)
  await call(page, 'posts.publish', { id })
  const { public_url } = await ask<{ public_url: string }>(page, 'posts.get', { id })
  return public_url
}
