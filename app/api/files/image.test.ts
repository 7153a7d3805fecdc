import { expect, test } from 'vitest'
import { unscoped } from '@/server/db/client.ts'
import { env } from '@/server/env.ts'
import { MAX_PICTURE_BYTES } from '@/server/modules/media/values-schema.ts'
import { testAccount } from '@/server/testing/account.ts'
import { jpegOf } from '@/server/testing/media/pictures.ts'
import { signedIn } from '@/server/testing/signed-in.ts'
import { POST } from '../[...path]/route.ts'

function send(cookie: string, body: BodyInit, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { cookie, origin: env().APP_URL, ...headers }, body, duplex: 'half' }
  return POST(new Request('http://envoi.test/api/media?name=harbor%20dawn.jpg', init as RequestInit))
}

test('an editor can upload an image, only from this site, and a refusal names the file [S8, S11]', async () => {
  const account = await testAccount()
  const cookie = await signedIn(account)
  const bytes = await jpegOf(64, 48)
  expect((await send('', bytes)).status).toBe(401)
  expect((await send(cookie, bytes, { origin: 'https://elsewhere.example' })).status).toBe(403)
  const large = await send(cookie, new Uint8Array(MAX_PICTURE_BYTES + 1))
  expect([large.status, await large.json()]).toEqual([
    413,
    { errors: ['harbor dawn.jpg is larger than 20 MB. Upload a smaller file.'] },
  ])
  const svg = await send(cookie, '<svg onload="alert(1)">', { 'content-type': 'image/png' })
  expect([svg.status, await svg.json()]).toEqual([
    422,
    {
      errors: [
        'harbor dawn.jpg is an SVG, which can run scripts. Save it as a PNG first. Accepted are JPEG, PNG, GIF, WebP and AVIF.',
      ],
    },
  ])
  await unscoped().membership.updateMany({ where: { user_id: account.user_id }, data: { role: 'viewer' } })
  expect((await send(cookie, bytes)).status).toBe(403)
  await unscoped().membership.updateMany({ where: { user_id: account.user_id }, data: { role: 'editor' } })
  const taken = await send(cookie, bytes)
  expect([taken.status, await taken.json()]).toMatchObject([201, { name: 'harbor dawn.jpg', width: 64, height: 48 }])
})
