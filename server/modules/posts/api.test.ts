import { expect, test } from 'vitest'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'

test('a program writes, publishes, moves, restores and deletes a post [contract 22.5]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  expect((await ask('POST /v4/posts', { title: 7, thumbnail_url: 'x' })).body.errors).toEqual([
    'title must be a string',
    'thumbnail_url must be an http or https address',
  ])
  const { status, body } = await ask('POST /v4/posts', { content: '<p>Hi {{ subscriber.first_name }}</p>' })
  expect([status, body.post]).toMatchObject([201, { status: 'draft', title: '', broadcast_id: null, topics: [] }])
  const path = `/v4/posts/${body.post.id}`
  expect((await ask(`POST ${path}/publish`, {})).status).toBe(422)
  expect((await ask(`PUT ${path}`, { title: 'Glazes', topics: ['Moss', 'moss'] })).body.post).toMatchObject({
    title: 'Glazes',
    topics: ['Moss'],
    source: '<p>Hi {{ subscriber.first_name }}</p>',
  })
  const { preview } = (await ask(`POST ${path}/preview`, { content: '<p>Ash</p>' })).body
  expect(preview).toMatchObject({ html: expect.stringContaining('Ash'), mistake: null })
  expect((await ask(`POST ${path}/shares`, { content: '<p>One two</p>' })).body.shares).toMatchObject({
    paragraphs: expect.any(Number),
  })
  expect((await ask(`POST ${path}/publish`, { published_at: 'soon' })).status).toBe(422)
  expect((await ask(`POST ${path}/publish`, {})).body.post).toMatchObject({ status: 'published', slug: 'glazes' })
  expect((await ask(`PUT ${path}/slug`, { slug: 'Four glazes' })).body.post).toMatchObject({ slug: 'four-glazes' })
  // The next change is a revision of its own.
  await account.ctx.db.revision.updateMany({ data: { is_closed: true } })
  await ask(`PUT ${path}`, { content: '<p>Salt</p>' })
  const { revisions } = (await ask(`GET /v4/revisions?kind=post&item_id=${path.split('/').at(-1)}`)).body
  const restored = await ask(`POST ${path}/restore`, { revision_id: revisions.at(-1).id })
  expect(restored.body.post.source).toBe('<p>Hi {{ subscriber.first_name }}</p>')
  expect((await ask(`GET ${path}/source`)).body.post).toEqual(restored.body.post)
  expect((await ask(`POST ${path}/unpublish`)).body.post).toMatchObject({ status: 'draft', own_slug: 'four-glazes' })
  const other = key(await testAccount())
  for (const operation of [`PUT ${path}`, `POST ${path}/publish`, `DELETE ${path}`, `POST ${path}/restore`])
    expect((await api(operation, other, {})).status).toBe(404)
  const token = await testToken(account.account_id, account.user_id, { scopes: ['read'] })
  expect((await api(`POST ${path}/preview`, { token }, {})).status).toBe(200)
  expect((await api(`POST ${path}/publish`, { token }, {})).status).toBe(403)
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  expect((await ask(`GET ${path}`)).status).toBe(404)
})

test('a program changes the site, and its domain only with the scope for the account [contract 22.5]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const name = `studio-${account.account_id}`
  expect((await ask('PUT /v4/site', { name: 'a b' })).body.errors).toEqual([expect.stringMatching(/^name: Use the/)])
  expect((await ask('PUT /v4/site', { name, has_form: false })).body.site).toMatchObject({ name, has_form: false })
  expect((await ask('GET /v4/site')).body.site).toMatchObject({ name, domain: null, form_id: null })
  const { account_id, user_id } = account
  const token = await testToken(account_id, user_id, { scopes: ['read', 'write'] })
  const domain = `news.${name}.example`
  expect((await api('PUT /v4/site/domain', { token }, { domain })).status).toBe(403)
  expect((await ask('PUT /v4/site/domain', { domain: 'localhost' })).status).toBe(422)
  expect((await ask('PUT /v4/site/domain', { domain })).body.domain).toMatchObject({ domain, status: 'pending' })
  expect((await ask('DELETE /v4/site/domain')).status).toBe(204)
  expect((await ask('POST /v4/site/domain/check')).status).toBe(404)
})
