import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { later } from '../../testing/clock.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { runExport } from './run.ts'

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const load = (url: string, headers: Record<string, string> = {}) => rest.request(new URL(url).pathname, { headers })

test('a program exports subscribers, follows the progress and downloads the file, also in parts [contract 21.5]', async () => {
  const account = await testAccount()
  await addSubscribers(account, 3)
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const requested = await ask('POST /v4/exports/subscribers', { search: 'subscriber2@' })
  expect(requested).toMatchObject({ status: 202, body: { export: { state: 'queued', kind: 'subscribers' } } })
  const { id } = requested.body.export
  const path = `/v4/exports/${id}`
  expect(await ask(`POST ${path}/link`)).toMatchObject({ status: 404 })
  await runExport(account.ctx, { id })
  const done = (await ask(`GET ${path}`)).body.export
  expect(done).toMatchObject({ state: 'completed', error: null })
  expect(done.done_rows).toBe(done.total_rows)
  expect((await ask('GET /v4/exports')).body.exports).toEqual([done])
  const { link } = (await ask(`POST ${path}/link`)).body
  expect(link).toMatchObject({ filename: done.filename, byte_size: done.byte_size })
  const whole = await load(link.url)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="${done.filename}"`)
  const text = await whole.text()
  expect(text).toContain('email_address')
  const part = await load(link.url, { Range: 'bytes=3-9' })
  expect([part.status, await part.text()]).toEqual([206, Buffer.from(`\ufeff${text}`).subarray(3, 10).toString()])
  expect((await load(`${link.url.slice(0, -2)}AA`)).status).toBe(404)
  later(61 * 60_000)
  expect((await load(link.url)).status).toBe(404)
  const { url } = (await ask(`POST ${path}/link`)).body.link
  expect((await load(url)).status).toBe(200)
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  expect((await load(url)).status).toBe(404)
  expect(await account.ctx.db.securityEvent.findMany({ select: { kind: true, summary: true } })).toEqual([
    { kind: 'export_requested', summary: 'An export of subscribers was requested through the API' },
  ])
})

test('a program cancels and repeats an export, and a selection of unknown records is refused [contract 21.5]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const { id } = (await ask('POST /v4/exports/subscribers')).body.export
  expect((await ask(`POST /v4/exports/${id}/repeat`)).status).toBe(409)
  expect((await ask(`POST /v4/exports/${id}/cancel`)).body.export).toMatchObject({ id, state: 'stopped' })
  expect(await ask(`POST /v4/exports/${id}/repeat`)).toMatchObject({
    status: 202,
    body: { export: { state: 'queued' } },
  })
  expect(await ask('POST /v4/exports/subscribers', { segment_id: 7_000_000 })).toMatchObject({
    status: 422,
    body: { errors: ['Segment not found'] },
  })
  expect(await ask('POST /v4/exports/subscribers', { status: 'some', filter: { conditions: 1 } })).toMatchObject({
    status: 422,
    body: { errors: [expect.stringContaining('status'), 'filter.conditions must be an array'] },
  })
})

test('only an admin’s program exports the account, and only with the scope files:write [contract 21.5]', async () => {
  const { account_id, user_id, ctx } = await testAccount()
  const withScopes = async (scopes: string[]) => ({ token: await testToken(account_id, user_id, { scopes }) })
  const everything = 'POST /v4/exports/account'
  expect((await api(everything, await withScopes(['read', 'write', 'sending:write']))).status).toBe(403)
  const requested = await api(everything, await withScopes(['files:write']))
  expect(requested.status).toBe(202)
  const { id } = requested.body.export
  await runExport(ctx, { id })
  const link = `POST /v4/exports/${id}/link`
  expect((await api(link, await withScopes(['read', 'write']))).status).toBe(403)
  expect((await api(link, await withScopes(['files:write']))).status).toBe(200)
  await unscoped().membership.updateMany({ where: { account_id }, data: { role: 'editor' } })
  const editor = await withScopes(['public'])
  for (const operation of [everything, link, `DELETE /v4/exports/${id}`])
    expect(await api(operation, editor), operation).toMatchObject({ status: 403 })
  expect((await api('POST /v4/exports/subscribers', editor)).status).toBe(202)
})
