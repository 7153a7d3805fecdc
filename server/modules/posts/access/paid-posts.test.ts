import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { restApp } from '../../../rest/app.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { later } from '../../../testing/clock.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { inbox, opened, serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { visitorHeaders } from '../../../testing/visitor.ts'

const BASE_URL = 'http://localhost:3000'
const rest_server = restApp({ base_url: BASE_URL, metrics_token: undefined })

const PRODUCT = { name: 'The Bench Course', price: 40, currency: 'usd', url: 'https://shop.example/bench', pid: 'p-1' }
/** Words that only buyers may read. */
const SECRET = 'walnutsecret'
const CONTENT = `<p>Everyone reads this.</p><hr data-paywall=""><p>The joint is ${SECRET}.</p><p>And more.</p>`

async function world() {
  const account = await testAccount()
  const { posts, purchases, sites } = dashboard(account)
  await purchases.saveProduct(PRODUCT)
  const name = `bench-${account.account_id}`
  await sites.save({ name })
  const { id } = await posts.create({ title: 'A bench', content: CONTENT, is_paid: true, topics: ['Wood'] })
  const post = await posts.publish({ id })
  return { account, post, site: `${BASE_URL}/@${name}`, url: post.public_url ?? '' }
}

const buy = (account: TestAccount, email_address: string, more: object = {}) =>
  api('POST /v4/purchases', bearer(account), {
    email_address,
    transaction_id: `T-${email_address}`,
    products: [{ name: 'Course', pid: 'p-1', lid: 'l-1' }],
    ...more,
  })

const buyerOf = () => `lin-${randomUUID()}@example.net`

/** Returns a visitor with a separate IP address and cookie jar. */
function visitor() {
  const from = visitorHeaders()
  let cookie = ''
  const open = async (url: string, init: RequestInit = {}) => {
    const answer = await rest_server.request(url, { ...init, headers: { ...from, ...(cookie && { cookie }) } })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const ask = (site: string, email_address: string, post = 'a-bench') =>
    open(`${site}/access`, { method: 'POST', body: new URLSearchParams({ post, email_address }) })
  return { open, ask }
}

const linkIn = async (email_address: string) => {
  const emails = await serviceEmailsTo(email_address)
  return (
    emails
      .at(-1)
      ?.text.split('\n')
      .find((line) => line.startsWith('http')) ?? ''
  )
}

test('a paid post needs a product, and a product with paid posts stays', async () => {
  const account = await testAccount()
  const { posts, purchases } = dashboard(account)
  await expect(posts.create({ title: 'A bench', content: CONTENT, is_paid: true })).rejects.toThrow('Set up a product')
  expect((await api('GET /v4/posts', key(account))).body.posts).toEqual([])
  const { products } = await purchases.saveProduct(PRODUCT)
  expect(products).toEqual([{ ...PRODUCT, currency: 'USD', id: expect.any(Number), buyers: 0 }])
  const id_of_product = products[0]?.id ?? 0
  const { id } = await posts.create({ title: 'A bench', content: CONTENT, is_paid: true })
  await expect(purchases.removeProduct({ id: id_of_product })).rejects.toThrow('A paid post needs this product')
  await posts.save({ id, is_paid: false })
  expect(await purchases.removeProduct({ id: id_of_product })).toMatchObject({ products: [], buyers: 0 })
})

test('every post has the id of the product whose pid purchases contain [contract 8.12]', async () => {
  const account = await testAccount()
  const { posts, purchases } = dashboard(account)
  await posts.create({ title: 'Free', content: '<p>Free</p>' })
  const readPosts = async () => (await api('GET /v4/posts', key(account))).body.posts
  expect(await readPosts()).toMatchObject([{ product_id: null, is_paid: false }])
  await buy(account, buyerOf())
  await buy(account, buyerOf(), { status: 'refunded' })
  const view = await purchases.saveProduct(PRODUCT)
  expect(view).toMatchObject({ buyers: 1, paid_posts: 0, sold: [{ pid: 'p-1', name: 'Course', sold_as: null }] })
  await posts.create({ title: 'Paid', content: CONTENT, is_paid: true })
  const product_id = view.products[0]?.id
  expect(await readPosts()).toMatchObject([
    { product_id, is_paid: true },
    { product_id, is_paid: false },
  ])
  expect((await purchases.products({})).rows).toMatchObject([{ id: product_id, name: 'Course' }])
  const other = await purchases.saveProduct({ ...PRODUCT, pid: 'p-2', id: product_id })
  expect(other.buyers).toBe(0)
  expect(await readPosts()).toMatchObject([
    { product_id: other.products[0]?.id },
    { product_id: other.products[0]?.id },
  ])
  await expect(purchases.saveProduct({ ...PRODUCT, url: 'javascript:alert(1)' })).rejects.toThrow('https://')
})

test('no public route contains the paid part of a post', async () => {
  const { account, site, url, post } = await world()
  const { open, ask } = visitor()
  const routes = [
    site,
    url,
    `${url}?link=sent`,
    `${site}?topic=Wood`,
    `${site}?q=everyone`,
    `${site}/feed.xml`,
    `${site}/feed.json`,
    `${site}/sitemap.xml`,
    `${BASE_URL}/p/${account.account_id}`,
  ]
  for (const route of routes) {
    const { text, status } = await open(route)
    expect([route, status < 400, text.includes(SECRET), text.includes('And more')]).toEqual([route, true, false, false])
  }
  expect((await ask(site, 'not an address')).text).not.toContain(SECRET)
  // A search does not reveal its words either.
  expect((await open(`${site}?q=${SECRET}`)).text).toContain('No post contains these words')
  const page = await open(url)
  expect(page.text).toContain('Everyone reads this.')
  expect(page.text).toContain('href="https://shop.example/bench"')
  expect(page.text).toContain('$40')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${BASE_URL}`)
  expect((await open(`${site}/feed.xml`)).text).toContain('The rest is for buyers')
  expect((await open(site)).text).toContain('For buyers')
  // The account's own keys read the full text.
  expect((await api(`GET /v4/posts/${post.id}`, key(account))).body.post.content).toContain(SECRET)
})

test('a buyer reads the full text through the emailed link, even if a scanner opens it first', async () => {
  const { account, site, url } = await world()
  const buyer = buyerOf()
  await buy(account, buyer)
  const scanner = visitor()
  const lin = visitor()
  const asked = await lin.ask(site, buyer.toUpperCase())
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${url}?link=sent#sent`])
  const link = await linkIn(buyer)
  expect(link.startsWith(`${site}/access/`)).toBe(true)
  for (const { open } of [scanner, lin, lin]) {
    const { status, headers } = await open(link)
    expect([status, headers.get('location')]).toEqual([303, url])
    const [, path, ...attributes] = headers.get('set-cookie')?.match(/Path=([^;]+)|HttpOnly|SameSite=Lax/g) ?? []
    expect([path, ...attributes].join()).toMatch(/HttpOnly|SameSite=Lax/)
    expect(headers.get('set-cookie')).toContain(`Path=${new URL(site).pathname}`)
  }
  const { text, headers } = await lin.open(url)
  expect(text).toContain(`The joint is ${SECRET}.`)
  expect(text).not.toContain('Already bought?')
  expect(text).not.toContain('data-paywall')
  expect(headers.get('cache-control')).toBe('private, no-store')
  // Buyers get the same list and feeds as everyone, because copies reach others.
  for (const route of [site, `${site}/feed.xml`]) expect((await lin.open(route)).text).not.toContain(SECRET)
})

test('someone who did not buy gets the same answer and no email', async () => {
  const { account, site, url } = await world()
  const [stranger, refunded, other, complained] = [buyerOf(), buyerOf(), buyerOf(), buyerOf()]
  await buy(account, refunded, { status: 'refunded' })
  await buy(account, other, { products: [{ name: 'Other', pid: 'p-9', lid: 'l-1' }] })
  await buy(account, complained)
  await account.ctx.db.subscriber.updateMany({ where: { email_address: complained }, data: { state: 'complained' } })
  for (const address of [stranger, refunded, other, complained]) {
    const { status, headers } = await visitor().ask(site, address)
    expect([status, headers.get('location')]).toEqual([303, `${url}?link=sent#sent`])
    expect(await serviceEmailsTo(address)).toEqual([])
  }
  expect((await visitor().ask(site, 'no address')).status).toBe(422)
  expect((await visitor().ask(site, stranger, 'no-such-post')).status).toBe(404)
})

test('a refund ends access, and a link works for a day and only on its own site', async () => {
  const { account, site, url } = await world()
  const elsewhere = await world()
  const buyer = buyerOf()
  await buy(account, buyer)
  const { open, ask } = visitor()
  await ask(site, buyer)
  const link = await linkIn(buyer)
  expect((await open(link.replace(site, elsewhere.site))).status).toBe(404)
  expect((await open(`${link}x`)).status).toBe(404)
  await open(link)
  expect((await open(url)).text).toContain(SECRET)
  expect((await open(elsewhere.url)).text).not.toContain(SECRET)
  await buy(account, buyer, { status: 'refunded' })
  expect((await open(url)).text).not.toContain(SECRET)

  await buy(account, buyer, { status: 'paid' })
  expect((await open(url)).text).toContain(SECRET)
  later(86_400_000)
  const { status, text } = await visitor().open(link)
  expect([status, text.includes('This link has expired')]).toEqual([404, true])
})

test('a stranger with a forwarded email who moves the subscription does not read paid posts [L5]', async () => {
  const { account, site, url } = await world()
  const buyer = buyerOf()
  await buy(account, buyer)
  const lin = visitor()
  await lin.ask(site, buyer)
  const before = await linkIn(buyer)
  await lin.open(before)
  const arrived = await inbox(account)
  const { post, id } = await opened(account, buyer)
  const stranger = `stranger-${buyer}`
  await post({ action: 'address', email_address: stranger })
  await post({}, (await arrived(stranger)).at(-1)?.link)
  const thief = visitor()
  expect((await thief.ask(site, stranger)).status).toBe(303)
  // The link goes to the former address, and the stranger only learns where to look.
  const told = await serviceEmailsTo(stranger)
  expect(told.map(({ text }) => text.includes('/access/'))).toEqual([false])
  expect(told[0]?.text).toContain('l••@example.net')
  expect(await linkIn(buyer)).toContain('/access/')
  expect((await lin.open(url)).text).toContain(SECRET)
  // A user of the account changes the address to the stranger's by mistake, and then back to the buyer's.
  const mistaken = `mistaken-${buyer}`
  await api(`PUT /v4/subscribers/${id}`, key(account), { email_address: mistaken })
  await thief.ask(site, mistaken)
  const link = await linkIn(mistaken)
  await thief.open(link)
  expect((await thief.open(url)).text).toContain(SECRET)
  await api(`PUT /v4/subscribers/${id}`, key(account), { email_address: buyer })
  expect((await thief.open(url)).text).not.toContain(SECRET)
  expect((await visitor().open(link)).status).toBe(404)
  expect((await lin.open(url)).text).toContain(SECRET)
})

test('a link and a cookie end when the old address reverts a change that it had confirmed', async () => {
  const { account, site, url } = await world()
  const buyer = buyerOf()
  await buy(account, buyer)
  const arrived = await inbox(account)
  const { post } = await opened(account, buyer)
  const next = `new-${buyer}`
  await post({ action: 'address', email_address: next })
  await post({}, (await arrived(next)).at(-1)?.link)
  const told = (await arrived(buyer)).at(-1)?.link
  await post({ action: 'agree' }, told)
  const { ask, open } = visitor()
  await ask(site, next)
  const link = await linkIn(next)
  await open(link)
  expect((await open(url)).text).toContain(SECRET)
  // The new address is abandoned: the subscription returns to the first one, which has not confirmed anything yet.
  await post({ action: 'address', email_address: buyer })
  await post({}, (await arrived(buyer)).at(-1)?.link)
  await post({ action: 'agree' }, (await arrived(next)).at(-1)?.link)
  expect((await open(url)).text).not.toContain(SECRET)
  expect((await visitor().open(link)).status).toBe(404)
})

test('an inbox gets at most five links a day, and a visitor may request twenty an hour', async () => {
  const { account, site } = await world()
  const buyer = buyerOf()
  await buy(account, buyer)
  const statuses: number[] = []
  for (let at = 0; at < 6; at++) statuses.push((await visitor().ask(site, buyer)).status)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  expect(await serviceEmailsTo(buyer)).toHaveLength(5)
})

test('everyone reads the full text of a post that becomes free, and not of one that becomes paid', async () => {
  const { account, post, url } = await world()
  const { posts } = dashboard(account)
  const { open } = visitor()
  await posts.save({ id: post.id, is_paid: false })
  expect((await open(url)).text).toContain(SECRET)
  expect((await open(url)).text).not.toContain('<hr')
  await posts.save({ id: post.id, is_paid: true })
  expect((await open(url)).text).not.toContain(SECRET)
  expect((await posts.get({ id: post.id })).source).toContain('data-paywall')
})

test('the editor shows how much of the typed text of a paid post is public, and other accounts cannot see it', async () => {
  const { account, post } = await world()
  const { id } = post
  const count = (content?: string) => dashboard(account).posts.countShares({ id, content })
  expect(await count()).toEqual({ paragraphs: 1, words: 3, more_words: 6, more_images: 0, is_all_public: false })
  expect(await count('<p>Hello {{ subscriber.first_name | default: "you" }}</p><hr data-paywall=""><p></p>')).toEqual({
    paragraphs: 1,
    words: 2,
    more_words: 0,
    more_images: 0,
    is_all_public: true,
  })
  expect(await count('{{ broken')).toBeNull()
  // The preview says it as the page does.
  const { html } = await dashboard(account).posts.preview({ id })
  expect(html).toContain('Still to come: 6 words')
  expect((await dashboard(account).posts.preview({ id, as_buyer: true })).html).not.toContain('Still to come')
  await expect(dashboard(await testAccount()).posts.countShares({ id })).rejects.toThrow(/not found/i)
})
