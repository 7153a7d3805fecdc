import { expect, test } from 'vitest'
import { unscoped } from '@/server/db/client.ts'
import { env } from '@/server/env.ts'
import { createImport } from '@/server/modules/imports/file/upload.ts'
import { PIECE_BYTES } from '@/server/modules/imports/values-schema.ts'
import { testAccount } from '@/server/testing/account.ts'
import { imported } from '@/server/testing/modules/imports.ts'
import { signedIn } from '@/server/testing/signed-in.ts'
import { GET, POST } from '../[...path]/route.ts'

function send(id: number | string, cookie: string, body: BodyInit, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { cookie, origin: env().APP_URL, ...headers }, body, duplex: 'half' }
  return POST(new Request(`http://envoi.test/api/imports/${id}/chunks?offset=0`, init as RequestInit))
}

test('an editor can upload a chunk to an import of their account, only from this site [S8, S11]', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const { id } = await createImport(account.ctx, { filename: 'a.csv', byte_size: 5 })
  const cookie = await signedIn(account)
  expect((await send(id, '', 'Email')).status).toBe(401)
  expect((await send(id, cookie, 'Email', { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await send(id, await signedIn(other), 'Email')).status).toBe(404)
  expect((await send('x', cookie, 'Email')).status).toBe(404)
  expect((await send(id, cookie, 'Emai')).status).toBe(422)
  expect((await send(id, cookie, new Uint8Array(PIECE_BYTES + 1))).status).toBe(413)
  await unscoped().membership.updateMany({ where: { user_id: account.user_id }, data: { role: 'viewer' } })
  expect((await send(id, cookie, 'Email')).status).toBe(403)
  await unscoped().membership.updateMany({ where: { user_id: account.user_id }, data: { role: 'editor' } })
  const taken = await send(id, cookie, 'Email')
  expect([taken.status, await taken.json()]).toEqual([200, { received_bytes: 5 }])
})

test('members of the account can download a result file under its name', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const { id } = await imported(account.ctx, 'Email\nada@example.com\nnobody\n')
  const get = (cookie: string, query = '') =>
    GET(new Request(`http://envoi.test/api/imports/${id}/result${query}`, { headers: { cookie } }))
  expect((await get('')).status).toBe(401)
  expect((await get(await signedIn(other))).status).toBe(404)
  const all = await get(await signedIn(account))
  expect(all.headers.get('content-disposition')).toContain("filename*=UTF-8''people%20-%20result.csv")
  expect((await all.text()).split('\r\n')).toHaveLength(4)
  const problems = await (await get(await signedIn(account), '?rows=problems')).text()
  expect(problems.split('\r\n').slice(1)).toEqual(['3,invalid,Email address is invalid,nobody,,nobody', ''])
})
