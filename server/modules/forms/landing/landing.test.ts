import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { env } from '../../../env.ts'
import { form, hero, pageOf, testimonial } from '../../../lib/page/landing/blank.ts'
import { restApp } from '../../../rest/app.ts'
import { type TestAccount, testAccount, withRole } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { pictured } from '../../../testing/media/pictures.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { pagesScriptUrl } from '../sign-up/pages.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0

const visit = (uid: string, init: RequestInit = {}) =>
  app.request(`http://envoi.test/f/${uid}`, init, { incoming: { socket: { remoteAddress: `203.0.113.${++line}` } } })
const pageAt = async (uid: string) => (await visit(uid)).text()

const PAGE = pageOf({ description: 'Sections' }, [hero({ heading: 'A page with sections' }), form()])

/** A landing page with a draft of its own. */
async function landingPage(account: TestAccount) {
  const { forms } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'Profile', type: 'hosted', format: null })
  await forms.landing.start({ id })
  return { forms, id, uid }
}

test('a landing page without sections stays as it was, and has them once they are published', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'Profile', type: 'hosted', format: null })
  const before = await pageAt(uid)
  expect(await forms.landing.get({ id })).toMatchObject({ draft: null, published: null })
  await forms.landing.start({ id })
  const { draft, settings } = await forms.landing.get({ id })
  expect(draft).toMatchObject({ version: 1, page: { sections: [{ kind: 'hero', heading: settings.heading }, {}, {}] } })
  expect(await forms.landing.save({ id, version: 1, page: PAGE })).toEqual({ version: 2 })
  expect(await pageAt(uid)).toBe(before)
  await forms.landing.publish({ id, version: 2 })
  expect(await pageAt(uid)).toContain('<h1>A page with sections</h1>')
  await forms.landing.save({ id, version: 2, page: pageOf({}, [hero({ heading: 'Not yet' })]) })
  expect(await pageAt(uid)).toContain('<h1>A page with sections</h1>')
  await forms.landing.unpublish({ id })
  expect(await pageAt(uid)).toBe(before)
  expect(await forms.landing.get({ id })).toMatchObject({ draft: { version: 3 }, published: null })
})

test('the page runs the script of forms alone, loads nothing but images of the library, and signs up', async () => {
  const account = await testAccount()
  const { forms, id, uid } = await landingPage(account)
  const { id: picture_id } = await pictured(account.ctx, 'harbor.jpg')
  const page = pageOf({ picture_id }, [
    hero({ heading: 'Harbor', layout: 'media_right', media: 'picture', picture_id }),
    form(),
  ])
  await forms.landing.save({ id, version: 1, page })
  await forms.landing.publish({ id, version: 2 })
  const response = await visit(uid)
  const shown = await response.text()
  const style = shown.split('<style>')[1]?.split('</style>')[0] ?? ''
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).toContain(`img-src ${new URL(env().PUBLIC_URL).origin};`)
  // The script of forms, which proves that a visitor sends it.
  expect(shown.match(/<script[^<>]*>/g)).toEqual([`<script async src="${pagesScriptUrl()}">`])
  expect(shown).not.toContain('style="')
  expect(
    [...shown.matchAll(/<(?:img|source)[^<>]* (?:src|srcset)="([^"]*)"/g)].every(([, url]) =>
      url?.startsWith(`${env().PUBLIC_URL}/media/`),
    ),
  ).toBe(true)
  expect(response.headers.get('x-robots-tag')).toBeNull()
  expect(shown).toContain(`<link rel="canonical" href="${env().PUBLIC_URL}/f/${uid}">`)
  expect(await dashboard(account).media.uses({ id: picture_id })).toMatchObject([{ kind: 'form', id, name: 'Profile' }])

  const post = (email_address: string) =>
    visit(uid, { method: 'POST', body: new URLSearchParams(asVisitor(uid, { email_address })) })
  const refused = await post('nothing')
  expect(refused.status).toBe(422)
  const again = await refused.text()
  expect(again).toContain('id="sign-up" tabindex="-1" autofocus')
  expect(again).toContain('Email address is invalid')
  expect((await post('lin@example.net')).status).toBe(200)
  expect(await account.ctx.db.formSubscription.count({ where: { form_id: id } })).toBe(1)

  await dashboard(account).media.remove({ id: picture_id })
  expect(await pageAt(uid)).not.toMatch(/<img|og:image:alt/)
})

test('a template gives a landing page its sections and texts, and it is created as any other', async () => {
  const account = await testAccount()
  await subscribeTo(account.account_id, ['landing_page.created'])
  const { forms } = dashboard(account)
  const { id, uid, type } = await forms.landing.create({ name: 'Course', template: 'course' })
  expect(type).toBe('hosted')
  expect((await takeEvents(account.account_id)).map((event) => event.type)).toEqual(['landing_page.created'])
  const made = await forms.landing.get({ id })
  expect(made.settings).toMatchObject({ button_label: 'Save my place', fields: [{ custom_field_id: null }] })
  expect(made.draft?.page.sections[0]).toMatchObject({
    heading: 'From first sketch to a finished project in six weeks',
  })
  await forms.landing.publish({ id, version: 1 })
  expect(await pageAt(uid)).toContain('Save my place')
  await expect(forms.landing.create({ name: 'X', template: '../x' })).rejects.toThrow('This template does not exist')
  const listed = (await api('GET /v4/forms', key(account))).body
  expect(JSON.stringify(listed)).not.toContain('sections')
})

test('two members do not overwrite each other', async () => {
  const account = await testAccount()
  const { forms, id } = await landingPage(account)
  await forms.landing.save({ id, version: 1, page: PAGE })
  const late = { id, version: 1, page: pageOf({}, [hero({ heading: 'Late' })]) }
  await expect(forms.landing.save(late)).rejects.toThrow('You changed this page elsewhere')
  await expect(forms.landing.publish({ id, version: 1 })).rejects.toThrow('changed this page elsewhere')
  await account.ctx.sql.run('update landing_page set changed_by = null where account_id = $1')
  await expect(forms.landing.save(late)).rejects.toThrow('Someone changed this page elsewhere')
  expect((await forms.landing.get({ id })).draft?.page).toEqual(PAGE)
  const results = await Promise.allSettled(
    ['A', 'B', 'C'].map((heading) =>
      forms.landing.save({ ...late, version: 2, page: pageOf({}, [hero({ heading })]) }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('images of other accounts, and those that do not exist, are refused', async () => {
  const [account, stranger] = [await testAccount(), await testAccount()]
  const { forms, id } = await landingPage(account)
  const { id: own } = await pictured(account.ctx, 'a.jpg')
  const said = { quote: 'Good', name: '', role: '', picture_id: own }
  expect(await forms.landing.save({ id, version: 1, page: pageOf({}, [testimonial({ items: [said] })]) })).toEqual({
    version: 2,
  })
  const { id: foreign } = await pictured(stranger.ctx, 'b.jpg')
  const unknown = foreign === own ? own + 1_000 : foreign
  for (const page of [
    pageOf({ picture_id: unknown }, []),
    pageOf({}, [hero({ picture_id: unknown })]),
    pageOf({}, [testimonial({ items: [{ ...said, picture_id: unknown }] })]),
  ])
    await expect(forms.landing.save({ id, version: 2, page })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
      message: 'An image is no longer in the library. Choose another, or remove it',
    })
})

test('landing pages of other accounts do not exist, forms have no sections, and viewers only look', async () => {
  const [account, stranger] = [await testAccount(), await testAccount()]
  const { forms, id } = await landingPage(account)
  const others = dashboard(stranger).forms.landing
  for (const call of [
    () => others.get({ id }),
    () => others.start({ id }),
    () => others.save({ id, version: 1, page: PAGE }),
    () => others.publish({ id, version: 1 }),
    () => others.unpublish({ id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const inline = await forms.create({ name: 'Footer', type: 'embed', format: 'inline' })
  await expect(forms.landing.start({ id: inline.id })).rejects.toThrow('Only landing pages have sections')
  await expect(forms.landing.get({ id: inline.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const viewer = dashboard(account, withRole(account, 'viewer')).forms.landing
  expect(await viewer.get({ id })).toMatchObject({ name: 'Profile' })
  await expect(viewer.save({ id, version: 1, page: PAGE })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(viewer.publish({ id, version: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a page that this version cannot read is shown as the form alone', async () => {
  const account = await testAccount()
  const { id, uid, forms } = await landingPage(account)
  await forms.landing.publish({ id, version: 1 })
  await account.ctx.sql.run(`update landing_page set published = '{"sections": "x"}' where account_id = $1`)
  const response = await visit(uid)
  expect([response.status, (await response.text()).includes('class="sign-up"')]).toEqual([200, true])
})
