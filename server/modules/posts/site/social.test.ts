import { expect, test } from 'vitest'
import { readStillImage } from '../../../lib/text/still-image.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { pictured } from '../../../testing/media/pictures.ts'
import { visitorHeaders } from '../../../testing/visitor.ts'
import { drawSocialImage } from '../../media/social/draw.ts'
import { libraryFile } from '../../media/social/image.ts'

const BASE_URL = 'http://localhost:3000'
const rest = restApp({ base_url: BASE_URL, metrics_token: undefined })
const get = (url: string) => rest.request(url, { headers: visitorHeaders() })

/** Returns the Open Graph properties of a page. */
async function openGraph(url: string): Promise<Record<string, string>> {
  const text = await (await get(url)).text()
  const found = text.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]))
}

async function picture(url = '') {
  const answer = await get(url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes }
}

/** Returns the URL with another file. */
const fileIn = (url: string, file: string) => `${url.slice(0, url.lastIndexOf('/') + 1)}${file}`

const STYLE = {
  title: null,
  byline: null,
  address: 'studio.example',
  avatar_url: null,
  picture_url: null,
  style: null,
}

test('site, post and landing page have the metadata for social networks, with an image of 1200 by 630', async () => {
  const account = await testAccount()
  const { posts, sites, forms } = dashboard(account)
  const name = `og-${account.account_id}`
  await sites.save({ name })
  const { id } = await posts.create({ title: 'A <slow> week', description: 'Less is more', content: '<p>Moss.</p>' })
  const post = await posts.publish({ id })
  const form = await forms.create({ name: 'Workshop', type: 'hosted', format: null })
  const pages = [
    [`${BASE_URL}/@${name}`, 'website', 's'],
    [post.public_url ?? '', 'article', 'p'],
    [form.embed_url, 'website', 'f'],
  ] as const
  for (const [url, type, kind] of pages) {
    const properties = await openGraph(url)
    expect(properties).toMatchObject({
      'og:type': type,
      'og:url': url,
      'og:title': expect.stringMatching(/./),
      'og:image': expect.stringContaining(`${BASE_URL}/og/${kind}/`),
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    })
    const { status, headers, bytes } = await picture(properties['og:image'])
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(headers.get('cache-control')).toContain('immutable')
    expect(readStillImage(bytes)).toMatchObject({ width: 1200, height: 630 })
    // Networks show at most 8 MB, and a message should not wait for the image.
    expect(bytes.length).toBeLessThan(300_000)
  }
  expect((await openGraph(post.public_url ?? ''))['og:title']).toBe('A &lt;slow&gt; week')
})

test('a topic page has its own metadata, and dates use the time zone of the account', async () => {
  const account = await testAccount()
  await account.ctx.db.account.updateMany({ data: { time_zone: 'Pacific/Kiritimati' } })
  const { posts } = dashboard(account, { ...account.ctx, now: () => new Date('2027-03-02T10:30:00Z') })
  const { id } = await posts.create({ title: 'Moss', content: '<p>Green.</p>', topics: ['Wood'] })
  const { public_url } = await posts.publish({ id })
  const url = new URL('.', public_url ?? '').href.replace(/\/$/, '')
  for (const address of [url, `${url}?topic=Wood`]) {
    expect((await openGraph(address))['og:url']).toBe(address)
    expect(await (await get(address)).text()).toContain('>March 3, 2027</time>')
  }
  expect(await (await get(public_url ?? '')).text()).toContain('>March 3, 2027</time>')
})

test("a post's own image is used instead of a drawn one", async () => {
  const account = await testAccount()
  const { posts } = dashboard(account)
  const { id } = await posts.create({ title: 'A', content: '<p>B</p>', thumbnail_url: 'https://cdn.example/a.png' })
  const { public_url } = await posts.publish({ id })
  const found = await openGraph(public_url ?? '')
  expect(found['og:image']).toBe('https://cdn.example/a.png')
  expect(found).not.toHaveProperty('og:image:width')
})

test('an image of the library is drawn beside the title, and an image elsewhere is never loaded', async () => {
  const account = await testAccount()
  const { posts } = dashboard(account)
  const { url } = await pictured(account.ctx)
  const { id } = await posts.create({ title: 'Moss', content: '<p>B</p>', thumbnail_url: url })
  const { public_url } = await posts.publish({ id })
  const found = await openGraph(public_url ?? '')
  expect(found).toMatchObject({ 'og:image:type': 'image/jpeg', 'og:image:width': '1200' })
  const { status, headers, bytes } = await picture(found['og:image'])
  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(readStillImage(bytes)).toMatchObject({ width: 1200, height: 630 })
  const plain = await drawSocialImage({ ...STYLE, title: 'Moss', name: 'Studio', picture_url: `${url}x` })
  expect(Buffer.from(plain).equals(bytes)).toBe(false)
  for (const elsewhere of [
    'https://cdn.example/a.png',
    `${url}?a`,
    `${url}/../x.jpg`,
    url.replace('/media/', '/media/../'),
  ])
    expect([elsewhere, libraryFile(elsewhere)]).toEqual([elsewhere, undefined])
})

test('visitors cannot have other texts drawn, and shared links redirect to the current image', async () => {
  const account = await testAccount()
  const { posts } = dashboard(account)
  const { id } = await posts.create({ title: 'First', content: '<p>B</p>' })
  const { public_url } = await posts.publish({ id })
  const before = (await openGraph(public_url ?? ''))['og:image'] ?? ''
  await posts.save({ id, title: 'Second' })
  const new_image = (await openGraph(public_url ?? ''))['og:image'] ?? ''
  expect(new_image).not.toBe(before)
  for (const other of [before, fileIn(before, `${'0'.repeat(32)}.png`)]) {
    const { status, headers } = await picture(other)
    expect([status, headers.get('location')]).toEqual([302, new_image])
  }
  expect((await picture(fileIn(new_image, 'Any%20text.png'))).status).toBe(404)
  await posts.unpublish({ id })
  expect((await picture(new_image)).status).toBe(404)
})

test('characters missing in the typeface are omitted: a title in another script is replaced by the name, or by the URL', async () => {
  const draw = async (title: string | null, name: string) =>
    Buffer.from(await drawSocialImage({ ...STYLE, title, name })).toString('base64')
  const plain = await draw(null, 'Studio North')
  expect(await draw('中文标题', 'Studio North')).toBe(plain)
  expect(await draw('', 'Studio North')).toBe(plain)
  expect(await draw('Żółta łódź 🎉', 'Studio North')).not.toBe(plain)
  expect(await draw('Żółta łódź 🎉', 'Studio North')).toBe(await draw('Żółta łódź', 'Studio North'))
  expect(await draw('中文', '工作室')).toBe(await draw(null, 'studio.example'))
})
