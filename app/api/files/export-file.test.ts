import { expect, test } from 'vitest'
import { unscoped } from '@/server/db/client.ts'
import { testAccount } from '@/server/testing/account.ts'
import { exported } from '@/server/testing/modules/exports.ts'
import { addSubscribers } from '@/server/testing/modules/sending.ts'
import { signedIn } from '@/server/testing/signed-in.ts'
import { GET } from '../[...path]/route.ts'

const everyone = { kind: 'subscribers', selection: { status: 'all' } } as const

test('an interrupted download can be resumed, but only with the same file', async () => {
  const [account, otherAccount] = [await testAccount(), await testAccount()]
  await addSubscribers(account, 30_000)
  const { file, bytes } = await exported(account.ctx, everyone)
  expect(bytes.length).toBeGreaterThan(2 * 2 ** 20)
  const cookie = await signedIn(account)
  const get = (headers: Record<string, string> = {}, id: number | string = file.id) =>
    GET(new Request(`http://envoi.test/api/exports/${id}/file`, { headers: { cookie, ...headers } }))
  expect((await get({ cookie: '' })).status).toBe(401)
  const followed = await get({ cookie: '', 'sec-fetch-dest': 'document' })
  expect([followed.status, followed.headers.get('location')]).toEqual([303, '/login?next=%2Factivity'])
  expect((await get({ cookie: await signedIn(otherAccount) })).status).toBe(404)
  expect((await get({}, 'x')).status).toBe(404)

  const whole = await get()
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="subscribers-[\d-]+\.csv"$/)
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  const etag = whole.headers.get('etag') ?? ''

  const middle = 2 ** 20 + 17
  const rest = await get({ range: `bytes=${middle}-`, 'if-range': etag })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes ${middle}-${bytes.length - 1}/${bytes.length}`,
  ])
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(middle))).toBe(true)
  const few = await get({ range: 'bytes=1048570-1048580' })
  expect(Buffer.from(await few.arrayBuffer()).equals(bytes.subarray(1048570, 1048581))).toBe(true)
  const changed = await get({ range: `bytes=${middle}-`, 'if-range': '"another"' })
  expect([changed.status, changed.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  await changed.body?.cancel()
  const behind = await get({ range: `bytes=${bytes.length}-` })
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])

  await unscoped().membership.updateMany({ where: { user_id: account.user_id }, data: { role: 'viewer' } })
  expect((await get()).status).toBe(403)
})
