import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { pictured } from '../../testing/media/pictures.ts'
import { createTag } from '../tags/service.ts'

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })

async function studio() {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  return { account, ask }
}

test('a program creates a form, changes only what it names, copies it, deletes it and takes it back [contract 22.8]', async () => {
  const { account, ask } = await studio()
  const { value: tag } = await createTag(account.ctx, { name: 'Glazes' })
  const made = await ask('POST /v4/forms', { name: 'Footer', settings: { heading: 'Emails', tag_ids: [tag.id] } })
  expect(made).toMatchObject({
    status: 201,
    body: { form: { type: 'embed', format: 'inline', status: 'active', double_opt_in: true, file: null } },
  })
  const { form } = made.body
  expect(form.settings).toMatchObject({ heading: 'Emails', tag_ids: [tag.id], button_label: 'Subscribe' })
  const path = `/v4/forms/${form.id}`
  expect((await ask(`GET ${path}`)).body).toEqual(made.body)
  const changed = await ask(`PUT ${path}`, {
    format: 'modal',
    double_opt_in: false,
    settings: { success_message: 'Thanks', confirmation: { subject: 'One more click' } },
  })
  expect(changed.body.form).toEqual({
    ...form,
    format: 'modal',
    double_opt_in: false,
    settings: {
      ...form.settings,
      success_message: 'Thanks',
      confirmation: { ...form.settings.confirmation, subject: 'One more click' },
    },
  })
  expect((await ask(`PUT ${path}`, { settings: changed.body.form.settings })).body).toEqual(changed.body)
  const copy = await ask(`POST ${path}/duplicate`)
  expect(copy).toMatchObject({
    status: 201,
    body: { form: { name: 'Copy of Footer', settings: changed.body.form.settings } },
  })
  expect((await ask(`PUT ${path}/status`, { status: 'archived' })).body.form).toMatchObject({ archived: true })
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  for (const operation of [`DELETE ${path}`, `GET ${path}`, `PUT ${path}`])
    expect((await ask(operation, {})).status, operation).toBe(404)
  expect((await ask('GET /v4/forms?status=trashed')).body.forms).toMatchObject([{ id: form.id }])
  expect((await ask(`PUT ${path}/status`, { status: 'active' })).body.form).toMatchObject({ status: 'active' })
})

test('a form keeps an image that is deleted from the library out of what it answers and accepts [contract 22.8]', async () => {
  const { account, ask } = await studio()
  const { id: picture_id } = await pictured(account.ctx, 'harbor.jpg')
  const { form } = (await ask('POST /v4/forms', { name: 'Footer', settings: { picture: { picture_id } } })).body
  expect(form.settings.picture).toEqual({ picture_id, alt: '', place: 'above' })
  expect((await ask(`DELETE /v4/images/${picture_id}?even_if_used=true`)).status).toBe(204)
  const renamed = await ask(`PUT /v4/forms/${form.id}`, { name: 'Header' })
  expect(renamed.body.form).toMatchObject({ name: 'Header', settings: { picture: null } })
})

test.each([
  [{}, ['name is required']],
  [{ name: ' ', type: 'popup' }, ["name: Name can't be blank", 'type must be one of: embed, hosted']],
  [{ name: 'A', format: 'round' }, ['format must be one of: inline, modal, slide in, sticky bar']],
  [{ name: 'A', type: 'hosted', format: 'modal' }, ['A landing page has no format, and a form needs one']],
  [{ name: 'A', settings: { color: 'red', headline: '' } }, ['settings.color', 'settings.headline']],
  [{ name: 'A', settings: { accent_color: 'red' } }, ['settings.accent_color: Choose a color like #14495a']],
  [{ name: 'A', settings: { fields: [{ custom_field_id: 'x' }] } }, ['settings.fields[0].custom_field_id must be']],
  [{ name: 'A', settings: { fields: [{ custom_field_id: 2_000_000_000 }] } }, ['A custom field no longer exists']],
  [{ name: 'A', settings: { tag_ids: [2_000_000_000] } }, ['A tag no longer exists']],
  [{ name: 'A', settings: { redirect_url: 'javascript:x' } }, ['settings.redirect_url: Enter an address that starts']],
  [
    { name: 'A', settings: { confirmation: { subject: '' } } },
    ["settings.confirmation.subject: Subject can't be blank"],
  ],
  [{ name: 'A', settings: { shown_on: ['blog'] } }, ['settings.shown_on[0]: Enter paths such as /blog']],
])('a form that is wrong answers 422 with the path of the field: %j', async (body, expected) => {
  const { ask } = await studio()
  const refused = await ask('POST /v4/forms', body)
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual(expected.map((text) => expect.stringContaining(text)))
  expect((await ask('GET /v4/forms?status=all')).body.forms).toEqual([])
})

test('a program tests two versions of a form, reads the results, ends the test and takes the end back [contract 22.8]', async () => {
  const { account, ask } = await studio()
  const token = await testToken(account.account_id, account.user_id)
  const own = (operation: string, body?: unknown) => api(operation, { token }, body)
  const version_b = { heading: 'Emails about glazes', button_label: 'Join' }
  const { form } = (await ask('POST /v4/forms', { name: 'Footer', settings: { version_b } })).body
  expect(form).toMatchObject({ test_started_at: expect.any(String), settings: { version_b } })
  const path = `/v4/forms/${form.id}`
  const { results } = (await ask(`GET ${path}/results?days=7`)).body
  expect(results).toMatchObject({ views: 0, sign_ups: 0, unconfirmed: 0, blocked: 0, sources: [] })
  expect(results.days).toHaveLength(7)
  expect(results.test).toMatchObject({ a: { views: 0 }, b: { views: 0 }, decision: 'too few' })
  expect((await ask(`GET ${path}/results?days=400`)).body.errors).toEqual([expect.stringContaining('days')])
  const ended = await own(`POST ${path}/end_test`, { keep: 'b' })
  expect(ended.body.form).toMatchObject({
    test_started_at: null,
    settings: { heading: 'Emails about glazes', version_b: null },
  })
  expect((await own(`POST ${path}/end_test`, { keep: 'b' })).status).toBe(409)
  const [deletion] = (await own('GET /v4/deletions')).body.deletions
  expect(deletion).toMatchObject({ kind: 'form_test', item_id: form.id })
  expect((await own(`POST /v4/form_tests/deletions/${deletion.id}/undo`)).status).toBe(204)
  expect((await ask(`GET ${path}`)).body.form).toEqual(form)
})

test('a program sets the file of a form by upload and by address, and removes it [contract 22.8]', async () => {
  const { account, ask } = await studio()
  const { form } = (await ask('POST /v4/forms', { name: 'Ebook' })).body
  const path = `/v4/forms/${form.id}/file`
  const pdf = Buffer.from('%PDF-1.7 glazes')
  const upload = async (file: Blob, name: string) => {
    const body = new FormData()
    body.set('file', file, name)
    const headers = { 'X-Service-Api-Key': account.api_key }
    const answer = await rest.request(`http://envoi.test${path}`, { method: 'PUT', body, headers })
    return { status: answer.status, body: await answer.json() }
  }
  const set = await upload(new Blob([pdf]), 'Twelve glazes.pdf')
  expect(set).toMatchObject({
    status: 200,
    body: { file: { name: 'Twelve glazes.pdf', media_type: 'application/pdf', bytes: pdf.length } },
  })
  expect((await ask(`GET /v4/forms/${form.id}`)).body.form.file).toEqual(set.body.file)
  expect(await upload(new Blob(['<script>']), 'a.html')).toMatchObject({
    status: 422,
    body: { errors: [expect.stringContaining('a.html is not accepted')] },
  })
  const server = createServer((_, response) => response.end(pdf)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await ask(`PUT ${path}`, { url: `http://${host}/a.pdf` })).body.errors).toEqual([
    `The file at ${host} was not copied: its server cannot be reached.`,
  ])
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  expect((await ask(`PUT ${path}`, { url: `http://${host}/b/moss.pdf` })).body.file).toMatchObject({ name: 'moss.pdf' })
  expect((await ask(`PUT ${path}`, {})).body.errors).toEqual(['file or url is required'])
  const { account_id, user_id } = account
  const token = await testToken(account_id, user_id, { scopes: ['read', 'write'] })
  expect((await api(`DELETE ${path}`, { token })).status).toBe(403)
  const files = { token: await testToken(account_id, user_id, { scopes: ['read', 'write', 'files:write'] }) }
  expect((await api(`DELETE ${path}`, files)).status).toBe(204)
  expect((await api(`DELETE ${path}`, files)).status).toBe(404)
  const [deletion] = (await api('GET /v4/deletions', files)).body.deletions
  expect((await api(`POST /v4/form_files/deletions/${deletion.id}/undo`, files)).status).toBe(204)
  expect((await ask(`GET /v4/forms/${form.id}`)).body.form.file).toMatchObject({ name: 'moss.pdf' })
})

test('forms of others answer 404, and a token that only reads changes none [contract 22.8]', async () => {
  const { account, ask } = await studio()
  const { form } = (await ask('POST /v4/forms', { name: 'Footer' })).body
  const path = `/v4/forms/${form.id}`
  const other = key(await testAccount())
  const token = await testToken(account.account_id, account.user_id, { scopes: ['read'] })
  for (const [operation, body] of [
    [`PUT ${path}`, { name: 1 }],
    [`DELETE ${path}`, undefined],
    [`PUT ${path}/status`, { status: 'x' }],
    [`POST ${path}/duplicate`, undefined],
    [`PUT ${path}/file`, { url: 5 }],
    [`DELETE ${path}/file`, undefined],
    [`POST ${path}/end_test`, { keep: 'c' }],
  ] as const) {
    expect((await api(operation, other, body)).status, operation).toBe(404)
    expect((await api(operation, { token }, body)).status, operation).toBe(403)
  }
  expect((await api(`GET ${path}/results`, other)).status).toBe(404)
  expect((await api(`GET ${path}/results`, { token })).status).toBe(200)
})
