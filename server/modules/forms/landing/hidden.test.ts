import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { asVisitor } from '../../../testing/visitor.ts'

// A landing page from a template is no page until it is published.

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0

const visit = (path: string, init: RequestInit = {}) =>
  app.request(`http://envoi.test${path}`, init, { incoming: { socket: { remoteAddress: `198.18.14.${++line}` } } })
const signUp = (uid: string, email_address: string) =>
  visit(`/f/${uid}`, { method: 'POST', body: new URLSearchParams(asVisitor(uid, { email_address })) })

test('a landing page from a template is not found and accepts no sign-up until it is published', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id, uid } = await forms.landing.create({ name: 'Course', template: 'course' })
  const listed = async (status: string) => (await api(`GET /v4/forms?status=${status}`, key(account))).body.forms
  for (const path of ['', '/frame']) expect((await visit(`/f/${uid}${path}`)).status).toBe(404)
  expect(await (await visit(`/f/${uid}/index.js`)).text()).toContain('This form is closed')
  expect((await signUp(uid, 'early@hidden.example')).status).toBe(404)
  expect(await account.ctx.db.subscriber.count()).toBe(0)
  expect(await forms.get({ id })).toMatchObject({ status: 'active', is_public: false })
  expect(await forms.landing.get({ id })).toMatchObject({ is_public: false, published: null })
  expect((await forms.rows({})).rows).toMatchObject([{ id, is_public: false }])
  for (const sort of ['subscribers', 'conversion'] as const)
    expect((await forms.rows({ sort })).rows).toMatchObject([{ id, is_public: false }])
  // For programs it is not active, and it is neither archived nor in the trash.
  expect(await listed('active')).toEqual([])
  expect(await listed('archived')).toEqual([])
  expect(await listed('trashed')).toEqual([])
  expect(await listed('all')).toMatchObject([{ id, archived: false }])
  expect((await api('GET /v4/forms?type=hosted', key(account))).body.forms).toEqual([])
  // Members prepare what follows, such as an import, before they publish.
  expect((await forms.list({})).rows).toMatchObject([{ id }])

  await forms.landing.publish({ id, version: 1 })
  expect((await visit(`/f/${uid}`)).status).toBe(200)
  expect((await signUp(uid, 'lin@hidden.example')).status).toBe(200)
  expect((await forms.rows({})).rows).toMatchObject([{ id, is_public: true }])
  expect(await listed('active')).toMatchObject([{ id, archived: false }])
  // Once it was published, its address answers with the form alone.
  await forms.landing.unpublish({ id })
  expect((await visit(`/f/${uid}`)).status).toBe(200)
  expect(await listed('active')).toMatchObject([{ id }])
  expect(await forms.landing.get({ id })).toMatchObject({ is_public: true, published: null })
})

test('a form that visitors see stays while sections are added to it', async () => {
  const { forms } = dashboard(await testAccount())
  const { id, uid } = await forms.create({ name: 'Profile', type: 'hosted', format: null })
  await forms.landing.start({ id })
  expect((await visit(`/f/${uid}`)).status).toBe(200)
  expect(await forms.landing.get({ id })).toMatchObject({ is_public: true, published: null })
})

test('the public site shows the first inline form, and a chosen page once it is published', async () => {
  const account = await testAccount()
  const { forms, posts, sites } = dashboard(account)
  const inline = await forms.create({ name: 'Footer', type: 'embed', format: 'inline' })
  const { id, uid } = await forms.landing.create({ name: 'Course', template: 'course' })
  const post = await posts.create({ title: 'Ferns', content: '<p>Green</p>' })
  await posts.publish({ id: post.id })
  const { public_url } = await posts.get({ id: post.id })
  const shown = async () => {
    const pages = [`/p/${account.account_id}`, new URL(public_url ?? '').pathname]
    const html = await Promise.all(pages.map(async (path) => (await visit(path)).text()))
    return html.map((text) => /action="[^"]*\/f\/(\w+)"/.exec(text)?.[1])
  }
  expect(await shown()).toEqual([inline.uid, inline.uid])
  expect(await sites.get()).toMatchObject({ shown_form: { id: inline.id } })
  await sites.save({ form_id: id })
  expect(await shown()).toEqual([undefined, undefined])
  await forms.landing.publish({ id, version: 1 })
  expect(await shown()).toEqual([uid, uid])
  await sites.save({ form_id: null })
  expect(await shown()).toEqual([inline.uid, inline.uid])
})

test('the Free guide template says that it promises a file, which other templates do not', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id } = await forms.landing.create({ name: 'Guide', template: 'ebook' })
  expect(await forms.landing.get({ id })).toMatchObject({ has_file: false, draft: { page: { promises_file: true } } })
  const { draft } = await forms.landing.get({ id })
  const page = { ...(draft?.page ?? { sections: [] }), title: 'Guide' } as NonNullable<typeof draft>['page']
  await forms.landing.save({ id, version: 1, page })
  expect((await forms.landing.get({ id })).draft?.page).toMatchObject({ promises_file: true, title: 'Guide' })
  const file = { account_id: account.account_id, form_id: id, name: 'guide.pdf', media_type: 'application/pdf' }
  await unscoped().formFile.create({ data: { ...file, bytes: 9, key: `hidden-${id}`, state: 'ready' } })
  expect(await forms.landing.get({ id })).toMatchObject({ has_file: true })
  const course = await forms.landing.create({ name: 'Course', template: 'course' })
  expect((await forms.landing.get({ id: course.id })).draft?.page).not.toHaveProperty('promises_file')
})
