import { expect, test } from 'vitest'
import { footer, form, hero, pageOf, text } from '../../../lib/page/landing/blank.ts'
import type { LandingPage } from '../../../lib/page/landing/document.ts'
import { restApp } from '../../../rest/app.ts'
import { type TestAccount, testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { pictured } from '../../../testing/media/pictures.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { writeFormCounts } from '../results/count.ts'
import { FormSettings } from '../settings-schema.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const VISITORS = Array.from({ length: 16 }, (_, host) => host)

const PAGE = pageOf({}, [hero({ heading: 'Slow clay' }), form(), footer()])
const FORM = {
  heading: 'Join 4,000 potters',
  description: '',
  button_label: 'Send it',
  accent_color: '#a21caf',
  labels: {},
}
const PAGE_B: LandingPage = {
  ...pageOf({ is_listed: false }, [
    text({ heading: '', text: 'First a story.' }),
    hero({ heading: 'Clay you keep' }),
    form(),
  ]),
  form: { ...FORM, has_own_color: true, labels: { first_name: 'Your name' } },
}

/** A published landing page that asks for the first name. */
async function openPage(account: TestAccount) {
  const { forms } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'Profile', type: 'hosted', format: null })
  const settings = FormSettings.parse({ heading: 'Join us', fields: [{ custom_field_id: null }] })
  const change = { id, name: 'Profile', format: null, double_opt_in: true, settings }
  await forms.update(change)
  await forms.landing.start({ id })
  await forms.landing.save({ id, version: 1, page: PAGE })
  await forms.landing.publish({ id, version: 2 })
  const { landing } = forms
  /** Starts a test with a version B. */
  const begin = async (page: LandingPage = PAGE_B) => {
    await landing.addVersionB({ id })
    await landing.save({ id, variant: 'b', version: 1, page })
    await landing.publish({ id, variant: 'b', version: 2 })
  }
  const incoming = (host: number) => ({ incoming: { socket: { remoteAddress: `198.18.11.${host}` } } })
  const ask = async (host: number, path = '', init: RequestInit = {}) =>
    app.request(`http://envoi.test/f/${uid}${path}`, { headers: BROWSER, ...init }, incoming(host))
  const shown = async (host: number) => (await ask(host)).text()
  const post = (host: number, path: string, fields: Record<string, string>) =>
    ask(host, path, { method: 'POST', body: new URLSearchParams(fields) })
  /** Pages of 16 visitors by the version that their form names. */
  const pages = async () => {
    const all = await Promise.all(VISITORS.map(shown))
    return Map.groupBy(all, (html) => /name="envoi_version" value="(\w*)"/.exec(html)?.[1] ?? '')
  }
  const results = async () => {
    await writeFormCounts(account.ctx.now())
    return forms.results({ id, days: 7 })
  }
  return { forms, landing, id, uid, change, begin, shown, ask, post, pages, results }
}

test('version B begins as a copy, is shown once it is published, and each visitor keeps a version', async () => {
  const account = await testAccount()
  const { landing, id, begin, pages, shown, ask, post } = await openPage(account)
  const before = await shown(0)
  await landing.addVersionB({ id })
  const { b, test_started_at } = await landing.get({ id })
  expect(test_started_at).toBeNull()
  expect(b).toMatchObject({ published: null, draft: { version: 1, page: { ...PAGE, form: { heading: 'Join us' } } } })
  // Added a second time, it stays as it is.
  await begin()
  await landing.addVersionB({ id })
  const by_version = await pages()
  expect([...by_version.keys()].sort()).toEqual(['a1', 'b1'])
  expect(await pages()).toEqual(by_version)
  for (const html of by_version.get('a1') ?? []) {
    expect(html).toContain('<h1>Slow clay</h1>')
    expect(html).toContain('Join us')
    expect(html).not.toContain('Clay you keep')
  }
  for (const html of by_version.get('b1') ?? []) {
    expect(html.indexOf('First a story.')).toBeLessThan(html.indexOf('<h1>Clay you keep</h1>'))
    for (const part of ['Join 4,000 potters', 'Send it', 'Your name', '#a21caf']) expect(html).toContain(part)
    expect(html).not.toContain('Slow clay')
    // Search engines are told the same by both.
    expect(html).not.toContain('noindex')
    expect(html.match(/<script[^<>]*>/g)).toHaveLength(1)
  }
  const policy = (answer: Response) => answer.headers.get('content-security-policy')?.replaceAll(/'sha256-[^']*'/g, '')
  const answers = await Promise.all(VISITORS.map((one) => ask(one)))
  expect(new Set(answers.map(policy)).size).toBe(1)
  // A refused sign-up comes back on the page it was sent from.
  const refused = await (await post(0, '', asVisitor('x', { email_address: 'no', envoi_version: 'b1' }))).text()
  expect(refused).toContain('Clay you keep')
  expect(before).toContain('Slow clay')
  // A member looks at a version that they choose, which no test counts.
  for (const host of [0, 1, 2]) {
    const html = await (await ask(host, '?version=b')).text()
    expect(html).toContain('Clay you keep')
    expect(html).toContain('name="envoi_version" value="b"')
  }
})

test('both versions are counted, also by source, and a test that is begun again starts at nothing', async () => {
  const account = await testAccount()
  const { forms, id, uid, change, begin, post, results } = await openPage(account)
  // A test of the form alone, whose counts are of other pages.
  await forms.update({ ...change, settings: FormSettings.parse({ ...change.settings, version_b: { heading: 'B' } }) })
  await post(1, '/views', { version: 'b1', page: 'https://site.example/' })
  expect((await results()).test).toMatchObject({ b: { views: 1 } })
  await begin()
  const page = `http://envoi.test/f/${uid}?utm_source=Insta`
  await post(1, '/views', { version: 'a2', page })
  await post(2, '/views', { version: 'b2', page })
  await post(3, '/views', { version: 'b', page })
  await post(3, '/views', { version: 'b2', came_from: 'https://search.example/?q=clay' })
  await post(2, '', asVisitor(uid, { email_address: 'lin@versions.example', envoi_version: 'b2', referrer: page }))
  const found = await results()
  expect(found).toMatchObject({ views: 5, sign_ups: 1 })
  expect(found.test).toMatchObject({
    decision: 'too few',
    a: { views: 1, sign_ups: 0 },
    b: { views: 2, sign_ups: 1 },
    sources: [
      { value: 'insta', a: { views: 1, sign_ups: 0 }, b: { views: 1, sign_ups: 1 } },
      { value: 'search.example', a: { views: 0, sign_ups: 0 }, b: { views: 1, sign_ups: 0 } },
    ],
  })
  expect(found.sources[0]).toEqual({ value: 'insta', views: 3, sign_ups: 1 })
  // A publication during a test continues it.
  await forms.landing.publish({ id, variant: 'b', version: 2 })
  expect((await results()).test).toMatchObject({ b: { views: 2 } })
})

test('the winner stays with its sections and its form, and an undo continues the test', async () => {
  const account = await testAccount()
  const { forms, landing, id, begin, pages, results, change } = await openPage(account)
  await begin()
  const before = await landing.get({ id })
  const settings_before = (await forms.get({ id })).settings
  const { undo } = await forms.endTest({ id, keep: 'b' })
  expect([...(await pages()).keys()]).toEqual([''])
  const kept = await landing.get({ id })
  const { form: _, ...sections } = PAGE_B
  expect(kept).toMatchObject({ b: null, test_started_at: null, draft: { version: 3 }, published: { version: 3 } })
  expect(kept.draft?.page).toEqual({ ...sections, is_listed: true })
  expect(kept.published?.page).toEqual(kept.draft?.page)
  expect((await forms.get({ id })).settings).toMatchObject({
    heading: 'Join 4,000 potters',
    version_b: null,
    fields: [{ label: 'Your name' }],
  })
  await forms.undoTestEnd({ undo: undo ?? 0 })
  expect(await landing.get({ id })).toEqual(before)
  expect((await forms.get({ id })).settings).toEqual(settings_before)
  expect((await pages()).size).toBe(2)
  expect((await results()).test).not.toBeNull()
  // Changes made since are not overwritten.
  const again = await forms.endTest({ id, keep: 'b' })
  await landing.save({ id, version: 3, page: PAGE })
  await expect(forms.undoTestEnd({ undo: again.undo ?? 0 })).rejects.toThrow('It was changed since the test ended')
  expect((await landing.get({ id })).draft?.page).toEqual(PAGE)
  await forms.update({ ...change, settings: FormSettings.parse({ heading: 'Other' }) })
  await expect(forms.undoTestEnd({ undo: again.undo ?? 0 })).rejects.toThrow('It was changed since the test ended')
})

test('keeping version A removes the other, also one that no visitor saw, and changes of A are kept by an undo', async () => {
  const account = await testAccount()
  const { forms, landing, id, begin, shown } = await openPage(account)
  await landing.addVersionB({ id })
  await expect(forms.endTest({ id, keep: 'b' })).rejects.toThrow('This form has no test that runs')
  const removed = await forms.endTest({ id, keep: 'a' })
  expect((await landing.get({ id })).b).toBeNull()
  await forms.undoTestEnd({ undo: removed.undo ?? 0 })
  expect(await landing.get({ id })).toMatchObject({ b: { published: null }, test_started_at: null })
  await begin()
  const ended = await forms.endTest({ id, keep: 'a' })
  for (const host of VISITORS) expect(await shown(host)).toContain('Slow clay')
  const changed = pageOf({}, [hero({ heading: 'Changed since' })])
  await landing.save({ id, version: 2, page: changed })
  await forms.undoTestEnd({ undo: ended.undo ?? 0 })
  expect(await landing.get({ id })).toMatchObject({ draft: { page: changed }, b: { draft: { page: PAGE_B } } })
  await expect(forms.endTest({ id: 1_999_999, keep: 'a' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the end of a test of the form alone keeps the page, beside a version B of it that no visitor saw', async () => {
  const account = await testAccount()
  const { forms, landing, id, change, shown } = await openPage(account)
  const version_b = { ...FORM, heading: 'Half price' }
  await forms.update({ ...change, settings: { ...change.settings, version_b } })
  await landing.addVersionB({ id })
  const { undo } = await forms.endTest({ id, keep: 'b' })
  for (const words of ['Slow clay', 'Half price']) expect(await shown(0)).toContain(words)
  expect(await landing.get({ id })).toMatchObject({ b: null, draft: { page: PAGE } })
  await forms.undoTestEnd({ undo: undo ?? 0 })
  expect(await landing.get({ id })).toMatchObject({ b: { published: null }, draft: { page: PAGE } })
})

test('a test has two published pages, and the form’s page does not change the form of version B', async () => {
  const account = await testAccount()
  const { forms, landing, id, change, begin } = await openPage(account)
  await landing.unpublish({ id })
  await expect(begin()).rejects.toThrow('Publish version A first')
  await landing.publish({ id, version: 2 })
  await landing.publish({ id, variant: 'b', version: 2 })
  await expect(landing.unpublish({ id })).rejects.toThrow('Half of the visitors see version B')
  // A page that was opened before the test.
  await forms.update({ ...change, name: 'Renamed' })
  expect(await forms.get({ id })).toMatchObject({
    name: 'Renamed',
    settings: { version_b: { heading: 'Join 4,000 potters' } },
    has_sections: true,
    has_version_b: true,
  })
  // Blank texts of version B fall back to version A's.
  const plain = { ...PAGE_B, form: { ...FORM, heading: '', button_label: '' } }
  await landing.save({ id, variant: 'b', version: 2, page: plain })
  await landing.publish({ id, variant: 'b', version: 3 })
  expect((await forms.get({ id })).settings.version_b).toMatchObject({ heading: 'Join us', button_label: 'Subscribe' })
  await expect(landing.save({ id, version: 2, page: PAGE_B })).rejects.toThrow('Version B has its own form')
  await expect(landing.save({ id, variant: 'b', version: 3, page: PAGE })).rejects.toThrow('Version B has its own form')
})

test('the history has both versions, says that version B was kept, and gives back what was there before', async () => {
  const account = await testAccount()
  const { forms, landing, id, begin } = await openPage(account)
  await begin()
  const history = async (kind: 'landing_page' | 'landing_page_b') =>
    (await dashboard(account).revisions.list({ kind, item_id: id })).map(({ title, reason }) => `${title} ${reason}`)
  expect(await history('landing_page')).toEqual(['Slow clay ', 'Join us '])
  expect(await history('landing_page_b')).toEqual(['Clay you keep ', 'Slow clay '])
  const { undo } = await forms.endTest({ id, keep: 'b' })
  expect(await history('landing_page')).toEqual(['Clay you keep kept_b', 'Slow clay ', 'Join us '])
  await forms.undoTestEnd({ undo: undo ?? 0 })
  expect(await history('landing_page')).toEqual(['Slow clay ', 'Clay you keep kept_b', 'Slow clay ', 'Join us '])
  await forms.endTest({ id, keep: 'b' })
  const [, before] = await dashboard(account).revisions.list({ kind: 'landing_page', item_id: id })
  const restoring = { id, variant: 'a', revision_id: before?.id ?? 0 } as const
  expect(await landing.restore(restoring)).toEqual({ version: 4 })
  expect(await landing.get({ id })).toMatchObject({ draft: { version: 4, page: PAGE }, published: { version: 3 } })
  expect(await history('landing_page')).toEqual([
    'Slow clay ',
    'Clay you keep kept_b',
    'Slow clay ',
    'Clay you keep kept_b',
    'Slow clay ',
    'Join us ',
  ])
  // A version that is gone, another version's history, and another account.
  await expect(landing.restore({ ...restoring, variant: 'b' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const stranger = dashboard(await testAccount())
  await expect(stranger.forms.landing.restore(restoring)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    stranger.comments.list({ kind: 'landing_page' as 'post', item_id: id, is_resolved: false }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('members do not overwrite each other in either version, and other accounts and viewers change none', async () => {
  const [account, stranger] = [await testAccount(), await testAccount()]
  const { forms, landing, id } = await openPage(account)
  await landing.addVersionB({ id })
  await landing.save({ id, variant: 'b', version: 1, page: PAGE_B })
  // The drafts have versions of their own.
  await landing.save({ id, version: 2, page: PAGE })
  const late = { id, variant: 'b', version: 1 } as const
  const other = { ...PAGE_B, form: { ...FORM, heading: 'Another heading' } }
  await expect(landing.save({ ...late, page: other })).rejects.toThrow('You changed this page elsewhere')
  await expect(landing.publish(late)).rejects.toThrow('changed this page elsewhere')
  const { undo } = await forms.endTest({ id, keep: 'a' })
  await expect(landing.save({ ...late, version: 2, page: PAGE_B })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(landing.publish({ ...late, version: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const others = dashboard(stranger).forms
  await expect(others.landing.addVersionB({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(others.undoTestEnd({ undo: undo ?? 0 })).rejects.toMatchObject({ code: 'CONFLICT' })
  const viewer = dashboard(account, withRole(account, 'viewer')).forms
  await expect(viewer.landing.addVersionB({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(viewer.undoTestEnd({ undo: undo ?? 0 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const onlyForm = await forms.create({ name: 'Plain', type: 'hosted', format: null })
  await expect(landing.addVersionB({ id: onlyForm.id })).rejects.toThrow('Add sections to the page first')
})

test('an image of version B alone is in use, and one that is deleted leaves the page as it is without', async () => {
  const account = await testAccount()
  const { landing, id, begin, pages } = await openPage(account)
  const { id: picture_id } = await pictured(account.ctx, 'harbor.jpg')
  await begin({
    ...pageOf({}, [hero({ heading: 'Harbor', layout: 'media_right', media: 'picture', picture_id }), form()]),
    form: FORM,
  })
  const { media } = dashboard(account)
  expect(await media.uses({ id: picture_id })).toMatchObject([{ kind: 'form', id, name: 'Profile' }])
  const [shown] = (await pages()).get('b1') ?? []
  expect(shown).toContain('<img')
  expect((await landing.get({ id })).pictures).toHaveLength(1)
  await media.remove({ id: picture_id })
  const [without] = (await pages()).get('b1') ?? []
  expect(without).toContain('Harbor')
  expect(without).not.toContain('<img')
})
