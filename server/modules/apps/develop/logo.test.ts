import { expect, test } from 'vitest'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { pngOf } from '../../../testing/modules/apps.ts'

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const load = (path: string) => rest.request(`http://envoi.test${path}`)

test('a logo has its own URL, is served as an image, and changes its URL when replaced', async () => {
  const { develop } = dashboard(await testAccount()).apps
  const { id } = await develop.create({ name: 'Press' })
  const picture = pngOf(256, 128)
  await develop.setLogo({ id, content: picture.toString('base64') })
  const { logo_url } = await develop.get({ id })
  const answer = await load(logo_url ?? '')
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)

  await expect.poll(() => Date.now()).toBeGreaterThan(Number(logo_url?.split('/').at(-1)))
  await develop.setLogo({ id, content: pngOf(200, 200).toString('base64') })
  expect((await develop.get({ id })).logo_url).not.toBe(logo_url)
  expect((await load(logo_url ?? '')).status).toBe(404)
  await develop.removeLogo({ id })
  await develop.removeLogo({ id })
  expect((await develop.get({ id })).logo_url).toBeNull()
  for (const path of [
    `/app-logos/${id}/1`,
    '/app-logos/0/1',
    '/app-logos/9999999999999/1',
    '/app-logos/1',
    '/app-logos/x/y',
  ])
    expect((await load(path)).status, path).toBe(404)
})

test.each([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'The logo must be a PNG, JPEG or GIF',
  ],
  [
    'HTML in disguise',
    Buffer.from('\xff\xd8<!doctype html><script>alert(1)</script>', 'latin1'),
    'The logo must be a PNG, JPEG or GIF',
  ],
  ['nothing', Buffer.alloc(0), 'The logo must be a PNG, JPEG or GIF'],
  ['a file too large', pngOf(256, 256, 512 * 1024 + 1), 'The logo is larger than 512 KB'],
  [
    'a bomb',
    pngOf(60_000, 60_000),
    'The logo must be between 128 and 2,048 pixels on each side; this one is 60,000 × 60,000',
  ],
  ['a dot', pngOf(1, 1), 'The logo must be between 128 and 2,048 pixels on each side; this one is 1 × 1'],
])('a logo is rejected: %s', async (_, bytes, message) => {
  const { develop } = dashboard(await testAccount()).apps
  const { id } = await develop.create({ name: 'Press' })
  await expect(develop.setLogo({ id, content: bytes.toString('base64') })).rejects.toMatchObject({ message })
  expect((await develop.get({ id })).logo_url).toBeNull()
})

test('a logo that is not base64 or too large is rejected before decoding', async () => {
  const { develop } = dashboard(await testAccount()).apps
  const { id } = await develop.create({ name: 'Press' })
  for (const content of ['not base64!', 'A'.repeat(800_000)])
    await expect(develop.setLogo({ id, content })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
