import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { jpegOf, pictured } from '../../testing/media/pictures.ts'

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })

async function upload(form: FormData, api_key: string) {
  const request = { method: 'POST', body: form, headers: { 'X-Service-Api-Key': api_key } }
  const answer = await rest.request('http://envoi.test/v4/images', request)
  return { status: answer.status, body: (await answer.json()) as { image: { id: number }; errors: string[] } }
}

test('a program uploads an image as a form, finds it, changes it and deletes it [contract 21.3]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const form = new FormData()
  form.set('file', new Blob([await jpegOf(1_600, 900)]), 'harbor.jpg')
  form.set('alt', 'The harbor')
  const made = await upload(form, account.api_key)
  expect(made).toMatchObject({ status: 201, body: { image: { name: 'harbor.jpg', alt: 'The harbor', width: 1_600 } } })
  const { id } = made.body.image
  expect((await upload(form, account.api_key)).body.image.id).toBe(id)
  const other = await pictured(account.ctx, 'boat.jpg')
  const path = `/v4/images/${id}`
  expect((await ask(`GET ${path}`)).body).toEqual(made.body)
  expect((await ask('GET /v4/images')).body.images).toEqual([other, made.body.image])
  expect((await ask('GET /v4/images?search=HARB')).body.images).toEqual([made.body.image])
  const changed = await ask(`PUT ${path}`, { alt: 'Dawn' })
  expect(changed.body.image).toEqual({ ...made.body.image, alt: 'Dawn' })
  const part = { left: 800, top: 0, width: 400, height: 300 }
  const crop = await ask(`POST ${path}/crop`, part)
  expect(crop).toMatchObject({ status: 201, body: { image: { name: 'harbor (cropped)', width: 400, height: 300 } } })
  expect((await ask(`POST ${path}/crop`, { ...part, width: 900 })).status).toBe(422)
  expect((await ask(`DELETE /v4/images/${crop.body.image.id}`)).status).toBe(204)
  const content = `<p><img src="${changed.body.image.url}" alt=""></p>`
  const { body } = await ask('POST /v4/broadcasts', { subject: 'March', content })
  const use = { kind: 'broadcast', id: body.broadcast.id, parent_id: null, name: 'March', is_sent: false }
  expect((await ask(`GET ${path}/uses`)).body).toEqual({ uses: [use] })
  expect(await ask(`DELETE ${path}`)).toMatchObject({
    status: 409,
    body: { errors: ['This image is used. Send even_if_used=true to delete it all the same'] },
  })
  expect((await ask(`DELETE ${path}?even_if_used=true`)).status).toBe(204)
  expect((await ask(`DELETE /v4/images/${other.id}`)).status).toBe(204)
  expect((await ask('GET /v4/images')).body.images).toEqual([])
})

test('a program has an image copied from the web, and an error names its field, file or host [contract 21.3]', async () => {
  const account = await testAccount()
  const jpeg = await jpegOf(64, 48)
  const server = createServer((_, response) => response.end(jpeg)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const add = (body: object) => api('POST /v4/images', key(account), body)
  const refusal = async (body: object) => (await add(body)).body.errors
  expect(await refusal({ url: `http://${host}/a.jpg` })).toEqual([
    `The image at ${host} was not copied: its server cannot be reached.`,
  ])
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const made = await add({ url: `http://${host}/a.jpg`, alt: 'Copied' })
  expect(made).toMatchObject({ status: 201, body: { image: { name: 'a.jpg', alt: 'Copied', width: 64 } } })
  expect(await refusal({})).toEqual(['file or url is required'])
  expect(await refusal({ url: 'ftp://x', file: 'x', alt: 'a'.repeat(1_001) })).toEqual([
    'file must be a file of multipart/form-data',
    'url must be an address that begins with https://',
    'alt: The alternative text can have up to 1,000 characters',
  ])
  const form = new FormData()
  form.set('file', new Blob(['no image']), 'notes.txt')
  expect((await upload(form, account.api_key)).body.errors).toEqual([expect.stringContaining('notes.txt')])
  for (let part = 0; part < 21; part++) form.append('part', 'x')
  expect(await upload(form, account.api_key)).toMatchObject({
    status: 400,
    body: { errors: ['A form can have at most 20 parts'] },
  })
})

test('changing images needs the scope files:write, which write does not contain and public does [contract 2.3]', async () => {
  const { account_id, user_id, ctx } = await testAccount()
  const { id } = await pictured(ctx)
  const statusWith = async (scopes: string[]) =>
    (await api(`PUT /v4/images/${id}`, { token: await testToken(account_id, user_id, { scopes }) }, {})).status
  expect(await statusWith(['read', 'write', 'sending:write'])).toBe(403)
  expect(await statusWith(['files:write'])).toBe(200)
  expect(await statusWith(['public'])).toBe(200)
})
