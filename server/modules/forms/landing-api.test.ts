import { expect, test } from 'vitest'
import { form, hero, pageOf } from '../../lib/page/landing/blank.ts'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'

const PAGE = pageOf({ description: 'Glazes' }, [hero({ heading: 'Twelve glazes' }), form()])

async function studio() {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const { landing_page } = (await ask('POST /v4/landing_pages', { name: 'Profile', template: 'profile' })).body
  return { account, ask, landing_page, path: `/v4/landing_pages/${landing_page.id}` }
}

test('a program creates, writes, publishes, restores and unpublishes a landing page [contract 22.9]', async () => {
  const { account, ask, landing_page, path } = await studio()
  expect(landing_page).toMatchObject({
    name: 'Profile',
    status: 'active',
    is_public: false,
    draft: { version: 1, changed_by: null },
    published: null,
    version_b: null,
  })
  expect((await ask(`GET ${path}`)).body).toEqual({ landing_page })
  const saved = await ask(`PUT ${path}`, { page: PAGE, version: 1 })
  expect(saved.body.landing_page.draft).toMatchObject({ page: PAGE, version: 2 })
  const other_page = { ...PAGE, title: 'Other' }
  expect((await ask(`PUT ${path}`, { page: other_page, version: 1 })).status).toBe(409)
  expect((await ask(`POST ${path}/publish`, { version: 1 })).status).toBe(409)
  expect((await ask(`POST ${path}/publish`, {})).body.landing_page).toMatchObject({
    is_public: true,
    published: { page: PAGE, version: 2, at: expect.any(String) },
  })
  await account.ctx.db.revision.updateMany({ data: { is_closed: true } })
  expect((await ask(`PUT ${path}`, { page: other_page })).body.landing_page.draft.version).toBe(3)
  const { revisions } = (await ask(`GET ${path}/revisions`)).body
  const first = revisions.at(-1)
  const restored = await ask(`POST ${path}/revisions/${first.id}/restore`, {})
  expect(restored.body.landing_page.draft).toMatchObject({ page: landing_page.draft.page, version: 4 })
  expect((await ask(`POST ${path}/revisions/2000000000/restore`, {})).status).toBe(404)
  expect((await ask(`POST ${path}/unpublish`)).body.landing_page).toMatchObject({ published: null })
  expect((await ask(`DELETE /v4/forms/${landing_page.id}`)).status).toBe(204)
})

test('a program adds sections to a form alone, tests a version B, and keeps it [contract 22.9]', async () => {
  const { ask } = await studio()
  const { form: made } = (await ask('POST /v4/forms', { name: 'Old page', type: 'hosted' })).body
  expect(made).toMatchObject({ type: 'hosted', format: null, is_public: true })
  const path = `/v4/landing_pages/${made.id}`
  expect((await ask(`POST ${path}/version_b`)).status).toBe(409)
  expect((await ask(`PUT ${path}`, { page: PAGE })).status).toBe(404)
  expect((await ask(`POST ${path}/start`)).body.landing_page.draft.page.sections).toHaveLength(3)
  const { draft } = (await ask(`POST ${path}/version_b`)).body.landing_page.version_b
  expect(draft.page.form).toMatchObject({ heading: made.settings.heading, labels: {} })
  expect((await ask(`PUT ${path}`, { page: draft.page })).body.errors).toEqual([
    'Version B has its own form, and version A does not',
  ])
  const page = { ...draft.page, title: 'B', form: { ...draft.page.form, heading: 'Join us' } }
  expect((await ask(`PUT ${path}`, { page, variant: 'b' })).body.landing_page.version_b.draft.page.title).toBe('B')
  expect((await ask(`POST ${path}/publish`, { variant: 'b' })).body.errors).toEqual(['Publish version A first'])
  await ask(`POST ${path}/publish`, {})
  expect((await ask(`POST ${path}/publish`, { variant: 'b' })).body.landing_page).toMatchObject({
    test_started_at: expect.any(String),
    version_b: { published: { page: { title: 'B' } } },
  })
  expect((await ask(`POST ${path}/unpublish`)).status).toBe(409)
  const revisions = (await ask(`GET ${path}/revisions?variant=b`)).body.revisions
  expect(revisions).toHaveLength(2)
  expect((await ask(`POST /v4/forms/${made.id}/end_test`, { keep: 'b' })).body.form.settings.heading).toBe('Join us')
  expect((await ask(`GET ${path}`)).body.landing_page).toMatchObject({
    draft: { page: { title: 'B' } },
    version_b: null,
  })
})

const [first] = PAGE.sections
const withSection = (given: object) => ({ page: { ...PAGE, sections: [{ ...first, ...given }] } })

test.each([
  ['without a page', {}, 'page is required'],
  ['with an unknown property', { page: { ...PAGE, style: 'x' } }, 'page.style is not a known property'],
  ['with an unknown kind', withSection({ kind: 'html' }), 'page.sections[0].kind must be one of: hero, text'],
  ['with HTML', withSection({ html: '<b>' }), 'page.sections[0].html is not a known property'],
  ['with an unknown layout', withSection({ layout: 'wild' }), 'page.sections[0].layout must be one of: center'],
  [
    'with one id twice',
    { page: { ...PAGE, sections: [first, first] } },
    'page.sections: Two sections have the same id',
  ],
  ['with a script', withSection({ button_url: 'javascript:x' }), 'page.sections[0].button_url: Links begin with'],
  ['with an unknown image', { page: { ...PAGE, picture_id: 2_000_000_000 } }, 'An image is no longer in the library'],
  ['of version C', { page: PAGE, variant: 'c' }, 'variant must be one of: a, b'],
  ['with a text as version', { page: PAGE, version: 'x' }, 'version must be a number'],
])('a page %s answers 422 with the path of the field', async (_, body, expected) => {
  const { ask, path, landing_page } = await studio()
  const refused = await ask(`PUT ${path}`, body)
  expect(refused).toMatchObject({ status: 422, body: { errors: [expect.stringContaining(expected)] } })
  expect((await ask(`GET ${path}`)).body).toEqual({ landing_page })
})

test('an unknown template names the known ones; pages of others and forms on websites answer 404 [contract 22.9]', async () => {
  const { account, ask, path } = await studio()
  expect((await ask('POST /v4/landing_pages', { name: 'A', template: 'blank' })).body.errors).toEqual([
    expect.stringMatching(/^template must be one of: newsletter, /),
  ])
  const { form: embedded } = (await ask('POST /v4/forms', { name: 'Footer' })).body
  expect((await ask(`GET /v4/landing_pages/${embedded.id}`)).status).toBe(404)
  const other = key(await testAccount())
  const token = await testToken(account.account_id, account.user_id, { scopes: ['read'] })
  const changes = ['start', 'version_b', 'publish', 'unpublish'].map((change) => `POST ${path}/${change}`)
  for (const operation of [`PUT ${path}`, ...changes]) {
    expect((await api(operation, other, { page: 5 })).status, operation).toBe(404)
    expect((await api(operation, { token }, { page: PAGE })).status, operation).toBe(403)
  }
  for (const operation of [`GET ${path}`, `GET ${path}/revisions`])
    expect((await api(operation, other)).status, operation).toBe(404)
})
