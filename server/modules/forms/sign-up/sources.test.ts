import { expect, test } from 'vitest'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { writeFormCounts } from '../results/count.ts'
import { formUrl } from '../service.ts'
import { FormSettings } from '../settings-schema.ts'

// A view and the sign-up after it count for the same source and page.

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const BLOG = 'https://blog.example/kilns?x=1'
let line = 0

const inputsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value?.replaceAll('&amp;', '&'),
    ]),
  )

async function openPage({ has_sections }: { has_sections: boolean }) {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'Profile', type: 'hosted', format: null })
  if (has_sections) {
    await forms.landing.start({ id })
    await forms.landing.publish({ id, version: 1 })
  }
  const remoteAddress = `198.18.13.${++line}`
  const ask = (path: string, { headers = {}, ...init }: { headers?: Record<string, string> } & RequestInit = {}) =>
    app.request(
      `http://envoi.test/f/${uid}${path}`,
      { headers: { 'User-Agent': BROWSER, ...headers }, ...init },
      { incoming: { socket: { remoteAddress } } },
    )
  const post = (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  /** Opens the page as a browser does that has no script, except that its view is counted. */
  const open = async (search: string, referer?: string) => {
    const html = await (await ask(search, { headers: referer ? { Referer: referer } : {} })).text()
    const page = `${formUrl(uid)}${search}`
    const version = inputsOf(html).envoi_version ?? ''
    await post('/views', { page, version, ...(referer && { came_from: referer }) })
    return inputsOf(html)
  }
  const join = (inputs: Record<string, string>, email_address = `lin${line}@sources.example`) =>
    post('', asVisitor(uid, { ...inputs, email_address }), { Referer: formUrl(uid) })
  const results = async () => {
    await writeFormCounts(account.ctx.now())
    return forms.results({ id, days: 7 })
  }
  return { account, forms, id, uid, open, post, join, results }
}

for (const has_sections of [false, true]) {
  const name = has_sections ? 'a landing page with sections' : 'a hosted form'
  test(`a sign-up on ${name} counts for the campaign that its address names, also in a test of two versions`, async () => {
    const { account, forms, id, uid, open, join, results } = await openPage({ has_sections })
    const { settings } = await forms.get({ id })
    const version_b = { heading: 'Kiln news' }
    await forms.update({
      id,
      name: 'Profile',
      format: null,
      double_opt_in: true,
      settings: FormSettings.parse({ ...settings, version_b }),
    })
    await join(await open('?utm_source=insta'))
    const found = await results()
    expect(found.sources).toEqual([{ value: 'insta', views: 1, sign_ups: 1 }])
    const { host } = new URL(formUrl(uid))
    expect(found.pages).toEqual([{ value: `${host}/f/${uid}`, views: 1, sign_ups: 1 }])
    expect(found.test?.sources).toHaveLength(1)
    const [{ a, b } = { a: { views: 0, sign_ups: 0 }, b: { views: 0, sign_ups: 0 } }] = found.test?.sources ?? []
    expect([a.views + b.views, a.sign_ups + b.sign_ups]).toEqual([1, 1])
    expect(await account.ctx.db.formSubscription.findFirst()).toMatchObject({
      referrer: `${formUrl(uid)}?utm_source=insta`,
    })
  })

  test(`a sign-up on ${name} counts for the site that led to it, also after it was refused`, async () => {
    const { account, uid, open, post, join, results } = await openPage({ has_sections })
    const inputs = await open('', BLOG)
    const refused = await post('', { ...inputs, email_address: 'no' }, { Referer: formUrl(uid) })
    expect(refused.status).toBe(422)
    const again = inputsOf(await refused.text())
    expect(again).toEqual(inputs)
    await join(again)
    const found = await results()
    expect(found.sources).toEqual([{ value: 'blog.example', views: 1, sign_ups: 1 }])
    expect(found.pages).toMatchObject([{ value: expect.stringContaining(`/f/${uid}`), views: 1, sign_ups: 1 }])
    // The subscriber came from the other site.
    expect(await account.ctx.db.formSubscription.findFirst()).toMatchObject({ referrer: BLOG })
  })
}

test('the extra step keeps where its visitor came from', async () => {
  const { uid, open, post, results } = await openPage({ has_sections: true })
  const inputs = await open('', BLOG)
  const step = await post('', { ...inputs, email_address: `lin${line}@sources.example` }, { Referer: formUrl(uid) })
  const kept = inputsOf(await step.text())
  await post('', asVisitor(uid, kept), { Referer: formUrl(uid) })
  expect((await results()).sources).toEqual([{ value: 'blog.example', views: 1, sign_ups: 1 }])
})

test('embeds of earlier scripts name their page as the referrer, and no address breaks the counts', async () => {
  const { join, post, results } = await openPage({ has_sections: false })
  await join({ referrer: BLOG, came_from: 'https://www.search.example/' }, 'one@sources.example')
  await join({ page: `javascript:${'x'.repeat(9_000)}`, came_from: '\0http://[' }, 'two@sources.example')
  await join({ page: `https://long.example/${'x'.repeat(9_000)}`, referrer: BLOG }, 'three@sources.example')
  await post('/views', { page: BLOG, came_from: 'https://www.search.example/' })
  const found = await results()
  expect(found).toMatchObject({ views: 1, sign_ups: 3 })
  expect(found.sources).toEqual([
    { value: 'Direct', views: 0, sign_ups: 2 },
    { value: 'search.example', views: 1, sign_ups: 1 },
  ])
  expect(found.pages.map(({ value }) => value.slice(0, 24))).toEqual([
    'blog.example/kilns',
    '',
    'long.example/xxxxxxxxxxx',
  ])
})
