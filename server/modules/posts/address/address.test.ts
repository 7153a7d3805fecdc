import { expect, test } from 'vitest'
import { restApp } from '../../../rest/app.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { saveProduct } from '../../purchases/product.ts'

const pages = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const visit = (url: string) => pages.request(url, { redirect: 'manual' })

test('the URL of a published post can be changed, and its former URLs redirect to the new one', async () => {
  const account = await testAccount()
  const { posts } = dashboard(account)
  const { id } = await posts.create({ title: 'A bench', content: '<p>Oak</p>' })
  const first = await posts.publish({ id })
  const second = await posts.setSlug({ id, slug: ' The Garden Bench ' })
  expect(second).toMatchObject({ slug: 'the-garden-bench', own_slug: 'the-garden-bench' })
  const third = await posts.setSlug({ id, slug: 'bench' })
  for (const { public_url } of [first, second]) {
    const answer = await visit(`${public_url}?utm_source=mail`)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `${third.public_url}?utm_source=mail`])
  }
  expect((await visit(third.public_url ?? '')).status).toBe(200)
  // Changing back to the first URL removes its redirect.
  await posts.setSlug({ id, slug: 'a-bench' })
  expect((await visit(first.public_url ?? '')).status).toBe(200)
  expect((await visit(third.public_url ?? '')).headers.get('location')).toBe(first.public_url)
  await posts.unpublish({ id })
  expect((await visit(third.public_url ?? '')).status).toBe(404)
})

test("the URL of another post is rejected, and no new post gets another's former URL", async () => {
  const account = await testAccount()
  const { posts } = dashboard(account)
  const bench = await posts.create({ title: 'A bench', content: '<p>Oak</p>' })
  await posts.publish({ id: bench.id })
  await posts.setSlug({ id: bench.id, slug: 'bench' })
  const chair = await posts.create({ title: 'A chair', content: '<p>Ash</p>' })
  await expect(posts.setSlug({ id: chair.id, slug: 'bench' })).rejects.toThrow('“A bench” has this address.')
  await expect(posts.setSlug({ id: chair.id, slug: '…' })).rejects.toThrow('Use letters or digits')
  const other = await posts.create({ title: 'A bench', content: '<p>Elm</p>' })
  expect(await posts.publish({ id: other.id })).toMatchObject({ slug: 'a-bench-2' })
  // Other accounts have separate URLs.
  const elsewhere = dashboard(await testAccount()).posts
  const { id } = await elsewhere.create({ title: 'Mine' })
  expect(await elsewhere.setSlug({ id, slug: 'bench' })).toMatchObject({ own_slug: 'bench' })
})

test('another post that takes a former URL gets it once it is public', async () => {
  const { posts } = dashboard(await testAccount())
  const bench = await posts.create({ title: 'A bench', content: '<p>Oak</p>' })
  const { public_url } = await posts.publish({ id: bench.id })
  const former = public_url ?? ''
  const moved = await posts.setSlug({ id: bench.id, slug: 'bench' })
  const chair = await posts.create({ title: 'A chair', content: '<p>Ash</p>' })
  expect(await posts.setSlug({ id: chair.id, slug: 'a-bench' })).toMatchObject({ own_slug: 'a-bench' })
  // Visitors learn nothing about a draft.
  expect((await visit(former)).headers.get('location')).toBe(moved.public_url)
  await posts.publish({ id: chair.id })
  const shown = await visit(former)
  expect([shown.status, (await shown.text()).includes('Ash')]).toEqual([200, true])
  const chair_moved = await posts.setSlug({ id: chair.id, slug: 'chair' })
  expect((await visit(former)).headers.get('location')).toBe(chair_moved.public_url)
  await posts.unpublish({ id: chair.id })
  expect((await visit(former)).status).toBe(404)
})

test('the URL of a draft can be chosen before publication, and a discarded choice does not redirect', async () => {
  const account = await testAccount()
  const { posts } = dashboard(account)
  const { id } = await posts.create({ title: 'A bench', content: '<p>Oak</p>' })
  await posts.setSlug({ id, slug: 'first' })
  expect(await posts.setSlug({ id, slug: 'second' })).toMatchObject({
    own_slug: 'second',
    slug: null,
    public_url: null,
  })
  const { public_url } = await posts.publish({ id })
  expect(public_url).toMatch(/\/second$/)
  expect((await visit((public_url ?? '').replace('second', 'first'))).status).toBe(404)
  const viewer = dashboard(account, await withRole(account, 'viewer')).posts
  await expect(viewer.setSlug({ id, slug: 'third' })).rejects.toThrow('This needs the editor role')
})

test('a preview shows a draft as a page of the site, with typed text that is not stored', async () => {
  const account = await testAccount()
  const { posts } = dashboard(account)
  const { id } = await posts.create({ title: 'A bench', content: '<p>Oak</p>', topics: ['Wood'] })
  const { html, mistake } = await posts.preview({ id, title: 'A table', content: '<p>Oak <code>20 mm</code></p>' })
  expect(mistake).toBeNull()
  for (const part of ['<h1>A table</h1>', '<code>20 mm</code>', 'Wood', 'class="page"']) expect(html).toContain(part)
  expect(await posts.get({ id })).toMatchObject({ title: 'A bench', source: '<p>Oak</p>' })
  expect(await posts.preview({ id, content: '<p>{{ x | </p>' })).toMatchObject({
    html: '',
    mistake: expect.any(String),
  })
  await expect(dashboard(await testAccount()).posts.preview({ id })).rejects.toThrow('Not Found')
})

test('the preview of a paid post ends where it does for the public, and shows the full text as a buyer sees it', async () => {
  const account = await testAccount()
  await saveProduct(account.ctx, {
    pid: 'p-1',
    name: 'Course',
    price: 40,
    currency: 'USD',
    url: 'https://shop.example',
  })
  const { posts } = dashboard(account)
  const content = '<p>Everyone</p><hr data-paywall=""><p>Buyers</p>'
  const { id } = await posts.create({ title: 'A joint', content, is_paid: true })
  const { html } = await posts.preview({ id })
  expect([html.includes('<p>Everyone</p>'), html.includes('<p>Buyers</p>'), html.includes('Buy Course')]).toEqual([
    true,
    false,
    true,
  ])
  expect((await posts.preview({ id, as_buyer: true })).html).toContain('<p>Buyers</p>')
})
