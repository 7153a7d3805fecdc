import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { localDate } from '../../../lib/time/time-zone.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { formUrl } from '../service.ts'
import { FormSettings } from '../settings-schema.ts'
import { writeFormCounts } from './count.ts'
import { getFormResults } from './read.ts'
import { compareVersions } from './significance.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let line = 0

async function openForm() {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'Footer', type: 'embed', format: 'inline' })
  const own_address = `198.18.9.${++line}`
  const send = async (path: string, fields: Record<string, string>, agent = BROWSER, remoteAddress = own_address) => {
    const body = new URLSearchParams(fields)
    const answer = await app.request(
      `/f/${uid}${path}`,
      { method: 'POST', body, headers: { 'User-Agent': agent } },
      { incoming: { socket: { remoteAddress } } },
    )
    expect(answer.status).toBe(200)
    return answer
  }
  const view = (fields: Record<string, string>, agent?: string, address?: string) =>
    send('/views', fields, agent, address)
  const join = (email_address: string, fields: Record<string, string>) =>
    send('', asVisitor(uid, { email_address, ...fields }))
  const results = async () => {
    await writeFormCounts(account.ctx.now())
    return forms.results({ id, days: 7 })
  }
  return { account, forms, id, uid, view, join, results }
}

test('views and sign-ups are counted by day, source and page, without programs and second views', async () => {
  const { view, join, results, account } = await openForm()
  const page = 'https://www.site.example/blog/?utm_source=Insta&email=private@example.net'
  await view({ page })
  await view({ page, again: '1' })
  await view({ page }, 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  await view({ page }, '')
  await view({ page: 'https://www.site.example/', came_from: 'https://www.search.example/?q=kilns' })
  await view({ page: 'https://www.site.example/', came_from: 'https://www.site.example/blog' })
  await view({ page: 'javascript:alert(1)', came_from: 'nonsense' })
  await join(`lin${line}@forms.example`, { referrer: page })
  await join(`lin${line}@forms.example`, { referrer: page })
  const found = await results()
  expect(found).toMatchObject({ views: 4, sign_ups: 1, unconfirmed: 1, test: null })
  expect(found.days).toHaveLength(7)
  const today = localDate('Europe/Oslo', account.ctx.now())
  expect(found.days.at(-1)).toMatchObject({ date: today, views: 4, sign_ups: 1 })
  expect(found.sources).toEqual([
    { value: 'insta', views: 1, sign_ups: 1 },
    { value: 'Direct', views: 2, sign_ups: 0 },
    { value: 'search.example', views: 1, sign_ups: 0 },
  ])
  expect(found.pages).toEqual([
    { value: 'www.site.example/blog', views: 1, sign_ups: 1 },
    { value: 'www.site.example', views: 2, sign_ups: 0 },
    { value: '', views: 1, sign_ups: 0 },
  ])
  // A second write adds nothing, and another account sees nothing.
  expect(await results()).toEqual(found)
  const stranger = dashboard(await testAccount())
  await expect(stranger.forms.results({ id: 1_999_999, days: 7 })).rejects.toThrow('Not Found')
})

test('a day is one of the account’s time zone', async () => {
  const { account, id, view } = await openForm()
  const { account_id, ctx } = account
  await unscoped().account.update({ where: { id: account_id }, data: { time_zone: 'Pacific/Kiritimati' } })
  await view({ page: 'https://site.example/' })
  // 14 hours ahead of UTC.
  await writeFormCounts(new Date('2026-03-02T09:59:00Z'))
  await view({ page: 'https://site.example/' })
  await writeFormCounts(new Date('2026-03-02T10:01:00Z'))
  const found = await getFormResults({ ...ctx, now: () => new Date('2026-03-02T10:02:00Z') }, { id, days: 7 })
  expect(found.days.slice(-2)).toEqual([
    { date: '2026-03-02', views: 1, sign_ups: 0 },
    { date: '2026-03-03', views: 1, sign_ups: 0 },
  ])
})

test('one visit is one view, whether a site, a frame or the hosted page shows the form', async () => {
  const { uid, view, results } = await openForm()
  const site = { page: 'https://site.example/' }
  const hosted = { page: formUrl(uid) }
  await view(site)
  await view({ page: `${formUrl(uid)}/frame`, came_from: site.page })
  await view(hosted)
  // Another browser behind the same address is another visitor.
  await view(hosted, `${BROWSER} other`)
  await view(site, `${BROWSER} other`)
  expect(await results()).toMatchObject({ views: 2 })
})

test('one source adds at most 60 views to a form in ten minutes, and is still given a challenge', async () => {
  const { view, results } = await openForm()
  const visit = { page: 'https://site.example/' }
  for (let n = 0; n < 70; n++) await view(visit, `${BROWSER} ${n}`)
  expect(await (await view(visit)).json()).toMatchObject({ token: expect.any(String) })
  await view(visit, BROWSER, '198.18.8.1')
  expect(await results()).toMatchObject({ views: 61 })
  const other = await openForm()
  await other.view(visit)
  expect(await other.results()).toMatchObject({ views: 1 })
})

test('invented sources of one day make a hundred rows and no more', async () => {
  const { view, results, account } = await openForm()
  for (let batch = 0; batch < 2; batch++) {
    for (let n = 0; n < 90; n++)
      await view({ page: `https://site.example/?utm_source=s${batch}-${n}` }, BROWSER, `198.19.${batch}.${n}`)
    await results()
  }
  const rows = await account.ctx.db.formCount.findMany({ where: { kind: 'source' } })
  expect(rows.length).toBeLessThanOrEqual(101)
  expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(180)
})

test('a test of two versions counts each, says when it knows enough, and ends with the one that is kept', async () => {
  const { account, forms, id, uid, view, results } = await openForm()
  const { settings, ...form } = await forms.get({ id })
  const version_b = { heading: 'Kiln news', button_label: 'Join', labels: { first_name: 'Your name' } }
  const change = { id, name: form.name, format: form.format, double_opt_in: true }
  const tested = FormSettings.parse({ ...settings, fields: [{ custom_field_id: null }], version_b })
  await forms.update({ ...change, settings: tested })
  const script = await (await app.request(`/f/${uid}/index.js`)).text()
  const { versions } = JSON.parse(script.slice(script.lastIndexOf('},{"uid"') + 2, script.lastIndexOf(');')))
  expect(versions).toMatchObject([{ version: 'a1' }, { version: 'b1' }])
  expect(versions[0].html).toContain('<span>First name</span>')
  expect(versions[1].html).toContain('<span>Your name</span>')
  expect(versions[1].html).toContain('Kiln news')
  await view({ version: 'a1' })
  await view({ version: 'b1' })
  await view({ version: 'b1' })
  // Views of a test that is over, or never was.
  await view({ version: 'b7' })
  expect((await results()).test).toMatchObject({
    a: { views: 1, sign_ups: 0 },
    b: { views: 2, sign_ups: 0 },
    decision: 'too few',
  })
  await forms.endTest({ id, keep: 'b' })
  expect(await forms.get({ id })).toMatchObject({
    test_started_at: null,
    settings: { heading: 'Kiln news', button_label: 'Join', version_b: null, fields: [{ label: 'Your name' }] },
  })
  await expect(forms.endTest({ id, keep: 'a' })).rejects.toThrow('This form has no test that runs')
  await forms.update({ ...change, settings: tested })
  expect((await results()).test).toMatchObject({ b: { views: 0 } })
  expect(await account.ctx.db.form.findFirst()).toMatchObject({ test_number: 2 })
})

test('a hosted form shows one visitor the same version every time, and both to many', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'Page', type: 'hosted', format: null })
  const { settings } = await forms.get({ id })
  await forms.update({
    id,
    name: 'Page',
    format: null,
    double_opt_in: true,
    settings: FormSettings.parse({ ...settings, version_b: { heading: 'Kiln news' } }),
  })
  const shown = async (host: number) => {
    const incoming = { incoming: { socket: { remoteAddress: `198.18.10.${host}` } } }
    const html = await (await app.request(`/f/${uid}`, {}, incoming)).text()
    return /name="envoi_version" value="(\w+)"/.exec(html)?.[1]
  }
  const versions = await Promise.all(Array.from({ length: 24 }, (_, host) => shown(host)))
  expect(await Promise.all(Array.from({ length: 24 }, (_, host) => shown(host)))).toEqual(versions)
  expect(new Set(versions)).toEqual(new Set(['a1', 'b1']))
})

test('two versions are compared only with enough views, and chance is called chance', () => {
  const counts = (views: number, sign_ups: number) => ({ views, sign_ups })
  expect(compareVersions(counts(99, 50), counts(5000, 10))).toBe('too few')
  expect(compareVersions(counts(500, 4), counts(500, 5))).toBe('too few')
  expect(compareVersions(counts(500, 40), counts(500, 52))).toBe('no difference')
  expect(compareVersions(counts(1000, 50), counts(1000, 100))).toBe('b')
  expect(compareVersions(counts(1000, 100), counts(1000, 50))).toBe('a')
  expect(compareVersions(counts(100, 100), counts(100, 100))).toBe('no difference')
})
