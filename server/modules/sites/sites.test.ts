import { expect, test } from 'vitest'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'

const BASE_URL = 'http://localhost:3000'
const rest = restApp({ base_url: BASE_URL, metrics_token: undefined })
const read = async (path: string) => {
  const answer = await rest.request(`${BASE_URL}${path}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Returns a name that no other test account has. */
const nameOf = ({ account_id }: TestAccount, suffix = '') => `studio-${account_id}${suffix}`

async function published(account: TestAccount, title: string, more: { topics?: string[]; content?: string } = {}) {
  const { posts } = dashboard(account)
  const { id } = await posts.create({ title, content: '<p>Moss on the step.</p>', ...more })
  return posts.publish({ id })
}

async function named(account: TestAccount, name = nameOf(account)) {
  await dashboard(account).sites.save({ name })
  return name
}

test('a site is at its name, and its former addresses redirect there', async () => {
  const account = await testAccount()
  const post = await published(account, 'March news')
  expect(post.public_url).toBe(`${BASE_URL}/p/${account.account_id}/march-news`)
  const first = await named(account)
  const name = await named(account, nameOf(account, '-north'))
  const url = `${BASE_URL}/@${name}`
  expect((await dashboard(account).posts.get({ id: post.id })).public_url).toBe(`${url}/march-news`)
  expect((await read(`/@${name}/march-news`)).text).toContain('Moss on the step.')
  expect((await read(`/@${name}`)).text).toContain('March news')

  for (const old of [`/p/${account.account_id}`, `/@${first}`, `/@${name.toUpperCase()}`])
    for (const rest of ['', '/march-news', '/feed.xml', '?topic=Garden']) {
      const { status, headers } = await read(`${old}${rest}`)
      expect([old, rest, status, headers.get('location')]).toEqual([old, rest, 301, `${url}${rest}`])
    }
  const unknown = await read(`/@${name}/unknown`)
  expect(unknown.status).toBe(404)
  expect(unknown.text).toContain(`<header class="site"><a class="home" href="${url}">`)
  expect((await read('/@no-such-site')).status).toBe(404)
})

test('an account without posts has a site as soon as it has a name', async () => {
  const account = await testAccount()
  expect((await read(`/p/${account.account_id}`)).status).toBe(404)
  const name = await named(account)
  expect((await read(`/@${name}`)).text).toContain('The first post will appear here.')
})

test('a taken, reserved or misspelled name is refused with the reason', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const name = await named(other)
  const { sites } = dashboard(account)
  const refused = {
    [name]: 'taken',
    support: 'reserved',
    ab: 'at least 3',
    [`a${'b'.repeat(40)}`]: 'at most 40',
    'nora lind': 'characters a to z',
    '-nora': 'hyphens between',
    'nora--lind': 'hyphens between',
  }
  for (const [typed, reason] of Object.entries(refused)) {
    expect(await sites.askName({ name: typed }), typed).toEqual({
      is_free: false,
      problem: expect.stringContaining(reason),
    })
    await expect(sites.save({ name: typed }), typed).rejects.toThrow(reason)
  }
  // Names as users type them: with the @, and in capitals.
  const own = nameOf(account)
  expect(await sites.askName({ name: `@${own.toUpperCase()}` })).toEqual({ is_free: true, problem: null })
  expect(await sites.save({ name: `@${own.toUpperCase()}` })).toMatchObject({ name: own, url: `${BASE_URL}/@${own}` })
  // A former name keeps redirecting to its account, so no one else can take it.
  await named(other, nameOf(other, '-new'))
  expect(await sites.askName({ name })).toMatchObject({ is_free: false })
})

test('an account keeps five names, and the oldest becomes available again', async () => {
  const account = await testAccount()
  for (const suffix of ['', '-1', '-2', '-3', '-4']) await named(account, nameOf(account, suffix))
  // Choosing a former name makes it the newest.
  await named(account)
  await named(account, nameOf(account, '-5'))
  const other = dashboard(await testAccount())
  expect(await other.sites.askName({ name: nameOf(account, '-1') })).toMatchObject({ is_free: true })
  for (const suffix of ['', '-2', '-3', '-4', '-5'])
    expect(await other.sites.askName({ name: nameOf(account, suffix) }), suffix).toMatchObject({ is_free: false })
})

test('every page has the chosen form, else the first inline form, else the first landing page', async () => {
  const account = await testAccount()
  const name = await named(account)
  const { forms, sites } = dashboard(account)
  await published(account, 'March news')
  const page = async () => (await read(`/@${name}/march-news`)).text
  expect(await page()).not.toContain('<form class="sign-up"')

  await forms.create({ name: 'Pop-up', type: 'embed', format: 'modal' })
  const hosted = await forms.create({ name: 'Workshop', type: 'hosted', format: null })
  expect(await page()).toContain(`action="${BASE_URL}/f/${hosted.uid}"`)
  const first = await forms.create({ name: 'Footer', type: 'embed', format: 'inline' })
  expect(await page()).toContain(`action="${BASE_URL}/f/${first.uid}"`)
  const form = await forms.create({ name: 'Welcome', type: 'embed', format: 'inline' })
  expect(await page()).toContain(`action="${BASE_URL}/f/${first.uid}"`)
  expect(await sites.save({ form_id: form.id })).toMatchObject({ shown_form: { id: form.id, name: 'Welcome' } })
  const { text, headers } = await read(`/@${name}`)
  expect(text).toContain(`action="${BASE_URL}/f/${form.uid}"`)
  expect(text).toContain(`name="referrer" value="${BASE_URL}/@${name}"`)
  expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${BASE_URL}`)

  await forms.setStatus({ id: form.id, status: 'archived' })
  expect(await page()).not.toContain('<form class="sign-up"')
  await sites.save({ form_id: null, has_form: false })
  expect(await page()).not.toContain('<form class="sign-up"')
  await expect(sites.save({ form_id: form.id })).rejects.toThrow('no longer exists or is archived')
})

test('visitors search posts by the beginnings of words, and list them by topic', async () => {
  const account = await testAccount()
  const name = await named(account)
  await published(account, 'Light in the garden', { topics: ['Garden', 'Light'] })
  await published(account, 'A chair of ash', { topics: ['Wood'], content: '<p>The gardener came by &amp; stayed.</p>' })
  const found = async (query: string) => {
    const { text, status } = await read(`/@${name}?${query}`)
    expect(status).toBe(200)
    return [...text.matchAll(/<h2><a [^>]*>([^<]*)/g)].map(([, title]) => title)
  }
  expect(await found('q=gard')).toEqual(['A chair of ash', 'Light in the garden'])
  expect(await found('q=GARDEN+light')).toEqual(['Light in the garden'])
  expect(await found('topic=garden')).toEqual(['Light in the garden'])
  expect(await found('topic=wood&q=gard')).toEqual(['A chair of ash'])
  for (const nothing of ['q=amp', 'q=%27%3A*+%26+%28', 'q=%00', 'topic=none'])
    expect([nothing, await found(nothing)]).toEqual([nothing, nothing === 'q=%00' ? expect.any(Array) : []])
  const { text } = await read(`/@${name}?q=%3Cscript%3E`)
  expect(text).not.toContain('<script>')
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect((await read(`/@${name}`)).text).not.toContain('noindex')
})

test('a JSON feed and a sitemap list published posts', async () => {
  const account = await testAccount()
  const name = await named(account)
  await published(account, 'Ash & oak', { topics: ['Wood'] })
  await dashboard(account).posts.create({ title: 'A draft' })
  const feed = await read(`/@${name}/feed.json`)
  expect(feed.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const url = `${BASE_URL}/@${name}`
  expect(JSON.parse(feed.text)).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: url,
    feed_url: `${url}/feed.json`,
    items: [{ id: `${url}/ash-oak`, title: 'Ash & oak', content_html: '<p>Moss on the step.</p>', tags: ['Wood'] }],
  })
  const { text, headers } = await read(`/@${name}/sitemap.xml`)
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect([...text.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual([url, `${url}/ash-oak`])
  expect((await read(`/@${name}/feed.xml`)).text).toContain('<category>Wood</category>')
})
