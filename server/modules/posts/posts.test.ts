import { expect, test } from 'vitest'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { startBroadcast } from '../../testing/modules/sending.ts'
import { publishDuePosts } from './schedule.ts'
import { discardForgotten } from './service.ts'

const pages = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const readPage = async (url: string) => {
  const answer = await pages.request(url)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const broadcast = async (account: TestAccount, id: number) =>
  (await api(`GET /v4/broadcasts/${id}`, key(account))).body.broadcast

test('a public broadcast becomes a post when it is sent, with one publication, event and URL', async () => {
  const account = await testAccount()
  await subscribeTo(account.account_id, ['post.published'])
  const in_an_hour = new Date(Date.now() + 3_600_000)
  const id = await startBroadcast(account, { public: true, subject: 'March news', send_at: in_an_hour })
  expect(await broadcast(account, id)).toMatchObject({ status: 'scheduled', public_url: null })
  expect((await api('GET /v4/posts', key(account))).body.posts).toEqual([])
  await api(`PUT /v4/broadcasts/${id}`, key(account), { send_at: account.ctx.now(), preview_text: 'What changed' })
  const sent_broadcast = await broadcast(account, id)
  const { body } = await api('GET /v4/posts?include_content=1', key(account))
  expect(body.posts).toEqual([
    {
      id: expect.any(Number),
      publication_id: sent_broadcast.publication_id,
      created_at: expect.any(String),
      title: 'March news',
      slug: 'march-news',
      description: 'What changed',
      meta_description: null,
      status: 'published',
      published_at: expect.stringMatching(/Z$/),
      sent_at: expect.stringMatching(/Z$/),
      thumbnail_alt: null,
      thumbnail_url: null,
      is_paid: false,
      product_id: null,
      public_url: sent_broadcast.public_url,
      content: expect.stringContaining('read on'),
    },
  ])
  expect(sent_broadcast.public_url).toBe(`http://localhost:3000/p/${account.account_id}/march-news`)
  const [event, ...more] = (await takeEvents(account.account_id)).filter(({ type }) => type === 'post.published')
  expect(more).toEqual([])
  expect(event?.data.post).toEqual({
    id: body.posts[0].id,
    publication_id: sent_broadcast.publication_id,
    title: 'March news',
    slug: 'march-news',
    published_at: body.posts[0].published_at,
    is_paid: false,
    public_url: sent_broadcast.public_url,
  })
})

test('the list of posts omits the content, and a single post contains it [contract 17.27]', async () => {
  const account = await testAccount()
  await startBroadcast(account, { public: true })
  const { body } = await api('GET /v4/posts?per_page=100&include_total_count=0', key(account))
  expect(body.posts).toHaveLength(1)
  expect(body.posts[0]).not.toHaveProperty('content')
  const single = await api(`GET /v4/posts/${body.posts[0].id}`, key(account))
  expect(single.body.post).toEqual({ ...body.posts[0], content: expect.stringContaining('<p>Hello ,') })
})

test('a new post whose tab was closed is not listed in the dashboard, and is deleted after a day', async () => {
  const account = await testAccount()
  const app = dashboard(account).posts
  const [closed_draft, written_draft] = [await app.create({}), await app.create({ title: 'Moss' })]
  const listedIds = async () => (await app.list({})).rows.map(({ id }) => id)
  expect(await listedIds()).toEqual([written_draft.id])
  // In the distant past, because other tests have drafts of today.
  const created_at = new Date('2001-01-01T00:00:00Z')
  await account.ctx.db.post.updateMany({ where: { id: closed_draft.id }, data: { created_at } })
  await discardForgotten({ now: new Date('2001-01-01T23:00:00Z') })
  expect((await app.get({ id: closed_draft.id })).id).toBe(closed_draft.id)
  await discardForgotten({ now: new Date('2001-01-02T01:00:00Z') })
  await expect(app.get({ id: closed_draft.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listedIds()).toEqual([written_draft.id])
})

test('text saved while typing never reaches a published post', async () => {
  const account = await testAccount()
  const app = dashboard(account).posts
  const { id } = await app.create({ title: 'Moss', content: '<p>Soon</p>' })
  await app.save({ id, content: '<p>Half a sen', unless_public: true })
  expect((await app.get({ id })).source).toContain('Half a sen')
  await app.publish({ id })
  await expect(app.save({ id, content: '<p>Another</p>', unless_public: true })).rejects.toThrow(
    'The post has been published. Publish your changes when they are ready.',
  )
  expect((await app.get({ id })).content).toContain('Half a sen')
  expect((await app.save({ id, content: '<p>Another</p>' })).content).toContain('Another')
  await app.unpublish({ id })
  expect((await app.save({ id, title: 'Fern', unless_public: true })).title).toBe('Fern')
})

test('a private broadcast creates no post', async () => {
  const account = await testAccount()
  const id = await startBroadcast(account)
  expect((await api('GET /v4/posts', key(account))).body.posts).toEqual([])
  expect((await broadcast(account, id)).public_url).toBeNull()
})

test('the page reveals no subscriber data, runs no scripts, and can be shared', async () => {
  const account = await testAccount()
  await api('POST /v4/snippets', key(account), { name: 'Bye', snippet_type: 'inline', content: 'Yours, <b>Nora</b>' })
  const id = await startBroadcast(account, {
    public: true,
    subject: 'Hi {{ subscriber.first_name | default: "friend" }} <3',
    content: `<p>Dear {{ subscriber.first_name | default: "friend" }}{{ subscriber.email_address }}. It rains.</p>
      <p>{{ snippet.bye }} <a href="{{ unsubscribe_url }}">Leave</a></p>
      {{ '{{' }}<a href="java{{ '' }}script:alert(1)">x</a>{{ '}}' }}<img src="https://cdn.example/a.png" alt="A">`,
  })
  const { public_url } = await broadcast(account, id)
  const { status, headers, text } = await readPage(public_url)
  expect(status).toBe(200)
  expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'/)
  expect(text).toContain('<h1>Hi friend &lt;3</h1>')
  expect(text).toContain('Dear friend. It rains.')
  expect(text).toContain('Yours, <b>Nora</b>')
  expect(text).toContain(`<link rel="canonical" href="${public_url}">`)
  expect(text).toContain('<meta property="og:title" content="Hi friend &lt;3">')
  expect(text).toContain(`<a href="http://localhost:3000/p/${account.account_id}">Leave</a>`)
  expect(text).not.toMatch(/javascript:|<script|\/t\/|\/u\//)
})

test('the list of posts and the feed contain only published posts', async () => {
  const [account, other_account] = [await testAccount(), await testAccount()]
  const app = dashboard(account).posts
  const site = `http://localhost:3000/p/${account.account_id}`
  const draft = await app.create({ title: 'Only a draft', content: '<p>Not yet</p>' })
  expect((await readPage(site)).status).toBe(404)
  for (const title of ['First & foremost', 'Second']) {
    const { id } = await app.create({ title, content: `<p>The text of ${title}</p>` })
    await app.publish({ id })
  }
  const { text } = await readPage(site)
  expect(text.indexOf('Second')).toBeLessThan(text.indexOf('First &amp; foremost'))
  expect(text).not.toContain('Only a draft')
  const feed = await readPage(`${site}/feed.xml`)
  expect(feed.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  expect(feed.text).toContain(`<guid isPermaLink="true">${site}/first-foremost</guid>`)
  expect(feed.text).toContain('&lt;p&gt;The text of Second&lt;/p&gt;')
  for (const path of ['', '/feed.xml', '/second', '?before=1'])
    expect((await readPage(`http://localhost:3000/p/${other_account.account_id}${path}`)).status).toBe(404)
  for (const path of [
    '/p/0',
    '/p/abc',
    '/p/99999999999',
    `/p/${account.account_id}/no-such`,
    `/p/${account.account_id}?before=x`,
  ])
    expect((await readPage(`http://localhost:3000${path}`)).status, path).toBe(404)
  expect((await api(`GET /v4/posts/${draft.id}`, key(account))).body.post).toMatchObject({
    status: 'draft',
    slug: null,
    public_url: null,
    published_at: null,
    sent_at: null,
  })
})

test('older posts are linked from the list', async () => {
  const account = await testAccount()
  await account.ctx.sql.run(
    `insert into post (account_id, publication_id, title, slug, status, published_at, updated_at)
     select $1, 1000000 + n, 'Post ' || n, 'post-' || n, 'published', now() - n * interval '1 day', now()
     from generate_series(1, 45) n`,
  )
  const seen_ids: string[] = []
  let url = `http://localhost:3000/p/${account.account_id}`
  for (let page = 0; page < 3; page++) {
    const { text } = await readPage(url)
    seen_ids.push(...[...text.matchAll(/<h2><a href="[^"]*">(Post \d+)</g)].map(([, title]) => title as string))
    url = /rel="next" href="([^"]*)"/.exec(text)?.[1] ?? ''
  }
  expect(seen_ids).toEqual(Array.from({ length: 45 }, (_, n) => `Post ${n + 1}`))
  expect(url).toBe('')
})

test('a web-only post can be drafted, published, changed, unpublished, and republished at the same URL', async () => {
  const account = await testAccount()
  const app = dashboard(account).posts
  const { id, publication_id } = await app.create({ title: '' })
  await expect(app.publish({ id })).rejects.toThrow("Title can't be blank")
  await app.save({ id, title: 'Notes', content: 'a\n{% if %}' })
  expect((await app.get({ id })).mistake).toMatch(/^Line 2: /)
  await expect(app.publish({ id })).rejects.toThrow(/^Content, line 2: /)
  await app.save({ id, content: '<p>One</p>' })
  const published_post = await app.publish({ id })
  expect(published_post).toMatchObject({
    status: 'published',
    slug: 'notes',
    sent_at: null,
    publication_id,
    broadcast_id: null,
  })
  await app.save({ id, title: 'Better notes', content: '<p>Two</p>' })
  expect((await readPage(published_post.public_url ?? '')).text).toContain('<p>Two</p>')
  await expect(app.save({ id, title: ' ' })).rejects.toThrow("Title can't be blank")
  expect(await app.unpublish({ id })).toMatchObject({ status: 'draft', public_url: null })
  expect((await readPage(published_post.public_url ?? '')).status).toBe(404)
  expect((await app.publish({ id })).public_url).toBe(published_post.public_url)
  const second = await app.create({ title: 'Notes' })
  expect((await app.publish({ id: second.id })).slug).toBe('notes-2')
  await app.delete({ id })
  expect(await api(`GET /v4/posts/${id}`, key(account))).toMatchObject({ status: 404 })
})

test('a scheduled post is published once at its time, with one event', async () => {
  const account = await testAccount()
  await subscribeTo(account.account_id, ['post.published'])
  const app = dashboard(account).posts
  const { id } = await app.create({ title: 'Tomorrow', content: '<p>x</p>' })
  const tomorrow = new Date(Date.now() + 86_400_000)
  expect(await app.publish({ id, published_at: tomorrow.toISOString() })).toMatchObject({
    status: 'scheduled',
    slug: 'tomorrow',
    public_url: null,
  })
  await publishDuePosts({ now: new Date() })
  expect((await app.get({ id })).status).toBe('scheduled')
  await Promise.all([publishDuePosts({ now: tomorrow }), publishDuePosts({ now: tomorrow })])
  expect((await app.get({ id })).status).toBe('published')
  expect(await takeEvents(account.account_id)).toMatchObject([{ type: 'post.published' }])
})

test('a style sheet of a post applies to its text but not to the page around it, and is not in the feed', async () => {
  const account = await testAccount()
  const content =
    '<style>body, nav, a, .lead { color: #ff0000 } @media (max-width: 500px) { *, .lead { display: none } }</style><p class="lead">Words</p>'
  const id = await startBroadcast(account, { public: true, subject: 'Styled', content })
  expect((await broadcast(account, id)).content).toBe(content)
  const { text } = await readPage((await broadcast(account, id)).public_url)
  expect(text).toMatch(/<p class="lead styled-c1 styled-c2" style="color:#ff0000">Words<\/p>/)
  expect(text).toMatch(/@media \(max-width: 500px\) \{\n\.styled-c1[^{]*\{ display:none !important \}/)
  expect(text).not.toMatch(/body, nav, a, \.lead|\*, \.lead/)
  const feed = await readPage(`http://envoi.test/p/${account.account_id}/feed.json`)
  expect(feed.text).toContain('Words')
  expect(feed.text).not.toContain('<style')
})
