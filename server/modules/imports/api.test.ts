import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { runSlice } from './apply/slice.ts'
import { undoSlice } from './undo/undo.ts'
import { PIECE_BYTES } from './values-schema.ts'

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const FILE = 'Email,Name,City\nbo@example.net,Bo,Oslo\ncy@example.net,Cy,Rome\nbad,,\n'
const COLUMNS = [{ target: 'email_address' }, { target: 'first_name' }, { target: 'ignore' }]
const CONSENT = { consent_source: 'customers' }

async function upload(path: string, api_key: string, parts: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.set(name, part)
    else form.set(name, part, 'people.csv')
  }
  const request = { method: 'POST', body: form, headers: { 'X-Service-Api-Key': api_key } }
  const answer = await rest.request(`http://envoi.test/v4/${path}`, request)
  return { status: answer.status, body: await answer.json() }
}

test('a program uploads a file, maps, previews, tries, starts and undoes its import [contract 21.7]', async () => {
  const account = await testAccount()
  const { ctx } = account
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const uploaded = await upload('imports', account.api_key, { file: new Blob([FILE]) })
  expect(uploaded).toMatchObject({
    status: 201,
    body: { import: { state: 'ready', filename: 'people.csv', headers: ['Email', 'Name', 'City'], total_rows: 3 } },
  })
  const { id } = uploaded.body.import
  const path = `/v4/imports/${id}`
  expect((await ask(`PUT ${path}/columns`, { columns: COLUMNS })).body.import.columns).toEqual(COLUMNS)
  expect(await ask(`PUT ${path}/columns`, { columns: [{ target: 'nothing' }] })).toMatchObject({ status: 422 })
  const { counts } = (await ask(`POST ${path}/check`, { columns: COLUMNS })).body.check
  expect(counts).toMatchObject({ created: 2, invalid: 1 })
  const started = (more: object = {}) => ask(`POST ${path}/start`, { ...CONSENT, tags: ['Fair'], ...more })
  expect((await started({ dry_run: true })).body.errors).toEqual([
    'Preview the import with these options first, and wait until the preview is completed',
  ])
  expect((await ask(`GET ${path}/preview`)).body).toEqual({ preview: null })
  expect(await ask(`POST ${path}/preview`, { tags: ['Fair'] })).toMatchObject({
    status: 202,
    body: { preview: { state: 'completed', counts: { created: 2, invalid: 1 }, questions: [] } },
  })
  const invalid = await ask(`GET ${path}/preview/rows?result=invalid`)
  expect(invalid.body.rows).toEqual([
    { row_number: 4, email_address: 'bad', values: [], message: 'Email address is invalid' },
  ])
  expect((await ask(`GET ${path}/preview/rows`)).body.rows).toEqual([])
  expect(await started({ dry_run: true })).toMatchObject({
    status: 202,
    body: { import: { state: 'queued' }, dry_run: { recipients: 2, suppressed: 0 } },
  })
  expect((await ask(`GET ${path}`)).body.import.state).toBe('ready')
  expect((await started({ expected_recipients: 90 })).body.errors).toEqual([
    'expected_recipients is 90, but it would reach 2 subscribers',
  ])
  expect((await started({ consent_source: undefined })).body.errors).toEqual([
    'consent_source: Say how these subscribers agreed to receive email from you',
  ])
  expect(await started({ expected_recipients: 2 })).toMatchObject({
    status: 202,
    body: { import: { state: 'queued' } },
  })
  while (await runSlice(ctx, { id }));
  expect((await ask(`GET ${path}`)).body.import).toMatchObject({
    state: 'completed',
    counts: { created: 2, invalid: 1 },
  })
  expect((await ask('GET /v4/imports')).body.imports).toMatchObject([{ id, state: 'completed', done_rows: 3 }])
  const problem = { row_number: 4, result: 'invalid', email_address: 'bad', cells: ['bad', '', ''], undone: null }
  const rows = await ask(`GET ${path}/rows?only_problems=true`)
  expect(rows.body.rows).toEqual([{ ...problem, message: 'Email address is invalid' }])
  expect((await ask(`GET ${path}/rows?per_page=2`)).body).toMatchObject({
    rows: [{ row_number: 2, result: 'created' }, { row_number: 3 }],
    pagination: { has_next_page: true },
  })
  expect(await ask(`POST ${path}/stop`)).toMatchObject({ status: 409 })
  expect((await ask(`POST ${path}/undo`, { dry_run: true })).body.dry_run).toMatchObject({ recipients: 2 })
  expect((await ask(`POST ${path}/undo`, { expected_recipients: 9 })).body.errors).toEqual([
    'expected_recipients is 9, but it would reach 2 subscribers',
  ])
  expect((await ask(`GET ${path}`)).body.import.undo).toBe(null)
  expect(await ask(`POST ${path}/undo`, { expected_recipients: 2 })).toMatchObject({
    status: 202,
    body: { import: { undo: { state: 'queued' } } },
  })
  while (await undoSlice(ctx, { id }));
  expect((await ask(`GET ${path}`)).body.import.undo).toMatchObject({ state: 'completed', removed: 2 })
  expect(await ctx.db.subscriber.count()).toBe(0)
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  expect((await ask(`GET ${path}`)).status).toBe(404)
})

test('a large file comes in pieces, and one on the web is copied [contract 21.7]', async () => {
  const account = await testAccount()
  const add = (body: object) => api('POST /v4/imports', key(account), body)
  const bytes = Buffer.alloc(PIECE_BYTES + 60, 'Email\nbo@example.net\n')
  const { id } = (await add({ filename: 'big.csv', byte_size: bytes.length })).body.import
  const send = (offset: number) => {
    const piece = new Blob([bytes.subarray(offset, offset + PIECE_BYTES)])
    return upload(`imports/${id}/pieces`, account.api_key, { offset: String(offset), piece })
  }
  expect(await send(PIECE_BYTES)).toMatchObject({ status: 409 })
  expect(await send(0)).toMatchObject({ status: 200, body: { received_bytes: PIECE_BYTES } })
  expect(await send(5)).toMatchObject({ status: 422 })
  expect((await api(`POST /v4/imports/${id}/analyze`, key(account))).status).toBe(409)
  await send(PIECE_BYTES)
  expect((await api(`POST /v4/imports/${id}/analyze`, key(account))).body.import).toMatchObject({ state: 'ready' })
  let release = () => {}
  const server = createServer((request, response) => {
    if (request.url === '/slow.csv') release = () => response.end(FILE)
    else response.end(FILE)
    asked.resolve()
  }).listen(0, '127.0.0.1')
  let asked = Promise.withResolvers<void>()
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await add({ url: `http://${host}/list.csv` })).body.errors).toEqual([
    `The file at ${host} was not copied: its server cannot be reached.`,
  ])
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  expect(await add({ url: `http://${host}/list.csv` })).toMatchObject({
    status: 201,
    body: { import: { filename: 'list.csv', state: 'ready' } },
  })
  // One file of an account is in memory at a time.
  asked = Promise.withResolvers()
  const slow = add({ url: `http://${host}/slow.csv` })
  await asked.promise
  const second = await add({ url: `http://${host}/list.csv` })
  expect(second).toMatchObject({ status: 429, body: { errors: ['Another file of this account is being copied.'] } })
  const other = key(await testAccount())
  expect((await api('POST /v4/imports', other, { url: `http://${host}/list.csv` })).status).toBe(201)
  release()
  expect((await slow).status).toBe(201)
  expect((await add({ url: `http://${host}/list.csv` })).status).toBe(201)
  expect((await add({})).body.errors).toEqual(['file, url, or filename and byte_size are required'])
})

test('importing needs the scope files:write [contract 2.3]', async () => {
  const { account_id, user_id } = await testAccount()
  const statusWith = async (scopes: string[]) => {
    const token = await testToken(account_id, user_id, { scopes })
    return (await api('POST /v4/imports', { token }, { filename: 'a.csv', byte_size: 9 })).status
  }
  expect(await statusWith(['read', 'write', 'sending:write'])).toBe(403)
  expect(await statusWith(['files:write'])).toBe(201)
})
