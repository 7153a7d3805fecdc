import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { testAccount } from '../../testing/account.ts'
import { jpegOf } from '../../testing/media/pictures.ts'
import { copyPicture } from './copy.ts'

test('an image on the web is copied, also after a redirect; errors name a server that does not return one, and private servers are not requested', async () => {
  const jpeg = await jpegOf(64, 48)
  const requested_paths: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requested_paths.push(url)
    if (url.startsWith('/moved')) response.writeHead(302, { location: '/harbor.jpg' }).end()
    else if (url === '/around') response.writeHead(302, { location: '/around' }).end()
    else if (url === '/page') response.end('<p>Sign in to see this image</p>')
    else response.writeHead(url === '/harbor.jpg' ? 200 : 404).end(url === '/harbor.jpg' ? jpeg : undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const addressOf = (path: string) => ({ address: `http://${host}${path}` })
  const { ctx } = await testAccount()
  await expect(copyPicture(ctx, addressOf('/harbor.jpg'))).rejects.toThrow(`The image at ${host} was not copied`)
  expect(requested_paths).toEqual([])

  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const copied = await copyPicture(ctx, { ...addressOf('/moved?key=a'), alt: 'The harbor' })
  expect(copied).toMatchObject({ name: host, alt: 'The harbor', width: 64, height: 48 })
  // The same file gives the same image.
  expect((await copyPicture(ctx, addressOf('/harbor.jpg'))).id).toBe(copied.id)
  await expect(copyPicture(ctx, addressOf('/gone'))).rejects.toThrow('its server answers with 404')
  await expect(copyPicture(ctx, addressOf('/around'))).rejects.toThrow('its server answers with 302')
  await expect(copyPicture(ctx, addressOf('/page'))).rejects.toThrow(host)
  for (const address of ['file:///etc/passwd', 'data:image/png;base64,AA', 'harbor'])
    await expect(copyPicture(ctx, { address })).rejects.toThrow('begins with https://')
})
