import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressAssets } from '../build/compress.ts'
import { serveAssets } from './assets.ts'

const SCRIPT = 'export const moss = "green"\n'.repeat(200)

/** Serves a build with two scripts; for anything that is not an asset, the response is its address. */
async function served() {
  const build = mkdtempSync(path.join(tmpdir(), 'assets-'))
  onTestFinished(() => rmSync(build, { recursive: true }))
  mkdirSync(path.join(build, 'static/chunks'), { recursive: true })
  writeFileSync(path.join(build, 'static/chunks/a1b2.js'), SCRIPT)
  writeFileSync(path.join(build, 'static/chunks/small.js'), 'moss()')
  writeFileSync(path.join(build, 'secret.json'), '{}')
  await compressAssets(build)
  const answer = serveAssets(build, (request, response) => response.end(`next: ${request.url}`))
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return (url: string, accept = '') =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) =>
      get({ port, path: url, headers: { 'accept-encoding': accept } }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      }).on('error', reject),
    )
}

test('a script is served as small as the browser can read it, and kept for a year', async () => {
  const ask = await served()
  const brotli = await ask('/_next/static/chunks/a1b2.js?v=1', 'gzip, deflate, br, zstd')
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript',
    'cache-control': 'public,max-age=31536000,immutable',
    vary: 'Accept-Encoding',
  })
  expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT)
  const zipped = await ask('/_next/static/chunks/a1b2.js', 'gzip')
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.body).toString()).toBe(SCRIPT)
  const plain = await ask('/_next/static/chunks/a1b2.js')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body.toString()).toBe(SCRIPT)
  expect((await ask('/_next/static/chunks/small.js', 'br')).body.toString()).toBe('moss()')
})

test('requests for anything except assets of the build go to the pages', async () => {
  const ask = await served()
  for (const url of [
    '/subscribers',
    '/_next/static/chunks/gone.js',
    '/_next/static/../secret.json',
    '/_next/static/%2e%2e/secret.json',
    '/_next/static/',
    '/_next/static/%E0%A4%A',
  ])
    expect((await ask(url, 'br')).body.toString()).toBe(`next: ${url}`)
})
