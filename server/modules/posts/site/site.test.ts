import { expect, test } from 'vitest'
import { restApp } from '../../../rest/app.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { startBroadcast } from '../../../testing/modules/sending.ts'
import { SITE_LAYOUTS } from '../../sites/values-schema.ts'

const rest = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
const siteOf = ({ account_id }: TestAccount) => `http://localhost:3000/p/${account_id}`
const read = async (url: string) => (await rest.request(url)).text()
const body = (page: string) => page.slice(page.indexOf('<body>'))

async function publish(account: TestAccount, count: number) {
  await account.ctx.sql.run(
    `insert into post (account_id, publication_id, title, slug, topics, content_html, status, published_at, updated_at)
     select $1, 3000000 + n, 'Post ' || n, 'post-' || n, array['Wood', 'Clay'], '<p>Text</p>', 'published', now() - n * interval '1 day', now()
     from generate_series(1, ${count}) n`,
  )
}

test('search, topics and pages appear with the number of posts that need them', async () => {
  const account = await testAccount()
  await publish(account, 2)
  const few = body(await read(siteOf(account)))
  for (const part of ['role="search"', `${siteOf(account)}?topic=Clay"`, 'rel="next"'])
    expect([part, few.includes(part)]).toEqual([part, false])
  await account.ctx.sql.run('delete from post where account_id = $1')
  await publish(account, 120)
  const many = body(await read(siteOf(account)))
  expect(many).toContain('role="search"')
  expect(many).toContain(`${siteOf(account)}?topic=Clay`)
  expect(many).toContain('rel="next"')
})

test.each(SITE_LAYOUTS)('the layout "%s" lists every post once over its pages, with one heading', async (layout) => {
  const account = await testAccount()
  await dashboard(account).sites.save({ layout })
  await publish(account, 130)
  const seen: string[] = []
  let url = siteOf(account)
  while (url) {
    const page = body(await read(url))
    expect(page).toContain(`class="list ${layout}"`)
    expect(page.split('<h1>').length).toBe(2)
    seen.push(...[...page.matchAll(/<h[23]><a href="[^"]*">(Post \d+)</g)].map(([, title = '']) => title))
    url = /rel="next" href="([^"]*)"/.exec(page)?.[1] ?? ''
  }
  expect(seen).toEqual(Array.from({ length: 130 }, (_, n) => `Post ${n + 1}`))
})

test('a post leads to the one before and the one after it, and the button at the top to the form', async () => {
  const account = await testAccount()
  await publish(account, 3)
  const without = body(await read(`${siteOf(account)}/post-2`))
  expect(without).toContain(`rel="prev" href="${siteOf(account)}/post-1"`)
  expect(without).toContain(`rel="next" href="${siteOf(account)}/post-3"`)
  expect(without).not.toContain('#subscribe')
  expect(body(await read(`${siteOf(account)}/post-1`))).not.toContain('rel="prev"')
  await dashboard(account).forms.create({ name: 'Welcome', type: 'hosted', format: null })
  for (const path of ['', '/post-2']) {
    const page = body(await read(siteOf(account) + path))
    expect(page).toContain('<a class="button" href="#subscribe">Subscribe</a>')
    expect(page.split('id="subscribe"').length).toBe(2)
    // The form works without a script: it posts to its own address.
    expect(page).toMatch(/<form class="sign-up" method="post" action="http[^"]+"/)
  }
})

test('a broadcast greets no one on the web, in the list or in the feed', async () => {
  const account = await testAccount()
  const content = '<p>Hello {{ subscriber.first_name | default: "friend" }},</p><h2>Rain</h2><p>It rains.</p>'
  await startBroadcast(account, { public: true, subject: 'Rain', content })
  for (const path of ['', '/rain', '/feed.xml', '/feed.json']) {
    const page = await read(siteOf(account) + path)
    expect([path, page.includes('It rains.'), page.includes('Hello')]).toEqual([path, true, false])
  }
  expect((await read(`${siteOf(account)}/rain`)).match(/<h[12]>/g)).toEqual(['<h1>'])
})

test('the postal address is in the footer only if the creator shows it, and the feed for machines is not offered to visitors', async () => {
  const account = await testAccount()
  await account.ctx.db.account.updateMany({ data: { postal_address: '1 Mill Road' } })
  await publish(account, 1)
  const { sites } = dashboard(account)
  const address = async () => body(await read(siteOf(account))).includes('1 Mill Road')
  expect(await address()).toBe(false)
  await sites.save({ has_address: true })
  expect(await address()).toBe(true)
  expect(body(await read(siteOf(account)))).not.toContain('JSON')
  expect(await read(siteOf(account))).toContain('application/feed+json')
})
