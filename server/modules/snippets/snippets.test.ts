import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'

const inline = (name: string, content = 'Yours, Nora') => ({ name, snippet_type: 'inline', content })
const block = (name: string, value_html = '<p>Thanks</p>') => ({
  name,
  snippet_type: 'block',
  document_attributes: { value_html },
})

test('an inline snippet has all properties, and the list contains its content only on request [contract 8.14]', async () => {
  const account = await testAccount()
  const content = 'Yours, {{ subscriber.first_name }} & co'
  const { status, body } = await api('POST /v4/snippets', key(account), inline('Sign off', content))
  expect(status).toBe(201)
  expect(body.snippet).toEqual({
    id: expect.any(Number),
    name: 'Sign off',
    snippet_type: 'inline',
    archived: false,
    key: 'sign-off',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    content,
    document: { id: expect.any(Number), value: null, value_html: null, value_plain: null, version: 1 },
  })
  const { content: _content, document: _document, ...light } = body.snippet
  expect((await api('GET /v4/snippets?include_content=0', key(account))).body.snippets).toEqual([light])
  expect((await api('GET /v4/snippets?include_content=true', key(account))).body.snippets).toEqual([body.snippet])
  expect((await api(`GET /v4/snippets/${body.snippet.id}`, key(account))).body).toEqual(body)
})

test('block HTML is sanitized, and its version counts changes [S3]', async () => {
  const account = await testAccount()
  const made = await api('POST /v4/snippets', key(account), block('Offer', '<p>Hi <b>you</b></p><script>x()</script>'))
  expect(made.body.snippet).toMatchObject({
    content: null,
    document: { value_html: '<p>Hi <b>you</b></p>', value_plain: 'Hi you', version: 1 },
  })
  const path = `PUT /v4/snippets/${made.body.snippet.id}`
  const same = await api(path, key(account), { document_attributes: { value_html: '<p>Hi <b>you</b></p>' } })
  expect(same.body.snippet.document.version).toBe(1)
  const changed = await api(path, key(account), { document_attributes: { value_html: '<p>Bye</p>' }, name: 'Farewell' })
  expect(changed.body.snippet).toMatchObject({ name: 'Farewell', key: 'offer', document: { version: 2 } })
  expect((await api(path, key(account), [])).body).toEqual(changed.body)
})

test('snippets filter by archived and snippet_type, and their content can be updated [contract 17.20]', async () => {
  const account = await testAccount()
  const { body } = await api('POST /v4/snippets', key(account), inline('Sign off'))
  await api('POST /v4/snippets', key(account), block('Offer'))
  const names = async (query: string) =>
    (await api(`GET /v4/snippets?${query}`, key(account))).body.snippets.map(({ name }: { name: string }) => name)
  const path = `PUT /v4/snippets/${body.snippet.id}`
  expect(await names('snippet_type=block&per_page=100&include_total_count=0')).toEqual(['Offer'])
  expect(await names('archived=0')).toEqual(['Offer', 'Sign off'])
  expect((await api(path, key(account), { archived: 1 })).body.snippet.archived).toBe(true)
  expect(await names('archived=true')).toEqual(['Sign off'])
  expect(await names('snippet_type=')).toEqual(['Offer'])
  const updated = await api(path, key(account), { content: 'So long', snippet_type: 'inline' })
  expect(updated).toMatchObject({ status: 200, body: { snippet: { content: 'So long', archived: true } } })
})

test('errors name missing and unknown values', async () => {
  const account = await testAccount()
  const errors = async (body: unknown) => {
    const answer = await api('POST /v4/snippets', key(account), body)
    expect(answer.status).toBe(422)
    return answer.body.errors
  }
  expect(await errors([])).toEqual(["name can't be blank", 'snippet_type must be one of: inline, block'])
  expect(await errors({ ...inline('x'), name: '  ' })).toEqual(["name can't be blank"])
  expect(await errors({ name: 'x', snippet_type: 'inline' })).toEqual(["content can't be blank"])
  const no_html = ["document_attributes.value_html can't be blank"]
  expect(await errors({ name: 'x', snippet_type: 'block', content: 'y' })).toEqual(no_html)
  expect(await errors({ name: 'x', snippet_type: 'block', document_attributes: [] })).toEqual(no_html)
  expect(await errors(inline('x', 'a\n{% if %}'))).toEqual([expect.stringMatching(/^content, line 2: /)])
  expect(await api('GET /v4/snippets?snippet_type=poem', key(account))).toMatchObject({
    status: 422,
    body: { errors: ['snippet_type must be one of: inline, block'] },
  })
})

test('a snippet’s type cannot change, not even through the other type’s body', async () => {
  const account = await testAccount()
  const refused = { status: 422, body: { errors: ['snippet_type cannot be changed'] } }
  const one = (await api('POST /v4/snippets', key(account), inline('One'))).body.snippet.id
  const two = (await api('POST /v4/snippets', key(account), block('Two'))).body.snippet.id
  expect(await api(`PUT /v4/snippets/${one}`, key(account), { snippet_type: 'block' })).toMatchObject(refused)
  const html = { document_attributes: { value_html: '<p>x</p>' } }
  expect(await api(`PUT /v4/snippets/${one}`, key(account), html)).toMatchObject(refused)
  expect(await api(`PUT /v4/snippets/${two}`, key(account), { content: 'x' })).toMatchObject(refused)
  expect(await api(`PUT /v4/snippets/${two}`, key(account), { content: null, name: 'Three' })).toMatchObject({
    status: 200,
  })
})

test('keys are hyphenated, unique, and survive renames [contract 20.17]', async () => {
  const account = await testAccount()
  const key_of = async (name: string) => (await api('POST /v4/snippets', key(account), inline(name))).body.snippet.key
  expect(await key_of('Grün, Übersee!')).toBe('grun-ubersee')
  expect(await key_of('grun ubersee')).toBe('grun-ubersee-2')
  expect(await key_of('GRUN UBERSEE')).toBe('grun-ubersee-3')
  expect(await key_of('日本')).toMatch(/^snippet-\d+$/)
})

test('a snippet that uses itself is rejected, whether directly, through others, or by a later change', async () => {
  const account = await testAccount()
  const circular = { status: 422, body: { errors: ['content contains a circular snippet reference'] } }
  expect(await api('POST /v4/snippets', key(account), inline('Loop', '{{ snippet.loop }}'))).toMatchObject(circular)
  const a = (await api('POST /v4/snippets', key(account), inline('A', 'to {{ snippet.b }}'))).body.snippet.id
  expect(await api('POST /v4/snippets', key(account), inline('B', 'to {{ snippet.a }}'))).toMatchObject(circular)
  await api('POST /v4/snippets', key(account), block('B', '<p>{{ snippet.c }}</p>'))
  await api('POST /v4/snippets', key(account), inline('C', 'end'))
  expect(await api(`PUT /v4/snippets/${a}`, key(account), { content: 'not {{ snippet.a }}' })).toMatchObject(circular)
  expect(await api(`PUT /v4/snippets/${a}`, key(account), { content: '{{ snippet.c }}' })).toMatchObject({
    status: 200,
  })
})

test('a program previews a snippet, lists its uses, and restores an earlier text [contract 22.3]', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const given = { name: 'Bye', snippet_type: 'inline', content: 'Yours' }
  const { snippet } = (await ask('POST /v4/snippets', given)).body
  const path = `/v4/snippets/${snippet.id}`
  const preview = async (source: string) => (await ask(`POST ${path}/preview`, { source })).body.preview
  expect(await preview('Bye, {{ subscriber.first_name }}')).toMatchObject({
    html: expect.stringContaining('Bye, Robin'),
    mistake: null,
  })
  expect(await preview('{{ x | }')).toMatchObject({ html: '', mistake: expect.stringContaining('Line 1') })
  await ask('POST /v4/broadcasts', { subject: 'March', content: '<p>{{ snippet.bye }}</p>' })
  expect((await ask(`GET ${path}/uses`)).body.uses).toMatchObject([{ kind: 'broadcast', name: 'March' }])
  await ask(`PUT ${path}`, { content: 'Best' })
  const { revisions } = (await ask(`GET /v4/revisions?kind=snippet&item_id=${snippet.id}`)).body
  expect(revisions).toMatchObject([{ title: 'Bye' }, { title: 'Bye', author: '' }])
  const restore = (credential: ReturnType<typeof key>) =>
    api(`POST ${path}/restore`, credential, { revision_id: revisions[1].id })
  expect((await restore(key(account))).body.snippet).toEqual({
    ...snippet,
    content: 'Yours',
    updated_at: expect.any(String),
    document: expect.any(Object),
  })
  expect((await restore(key(other))).status).toBe(404)
})
