import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answerOutages } from './outages.ts'

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
/** The copy that ships with Next. */
const compression: () => Compress = createRequire(import.meta.url)('next/dist/compiled/compression')

test('a response that pages compress and send in parts arrives complete', async () => {
  const parts = Array.from({ length: 40 }, (_, at) => `part ${at} ${'of a style sheet '.repeat(400)}`)
  const compress = compression()
  const server = createServer((request, response) => {
    answerOutages(request, response)
    // As in Next: compression wraps the methods of the response again, and the file is sent in chunks.
    compress(request, response, () => {
      response.setHeader('Content-Type', 'text/css; charset=UTF-8')
      for (const part of parts) response.write(part)
      response.end('the end')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  for (const coding of ['gzip', 'deflate', 'identity']) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      headers: { 'accept-encoding': coding, connection: 'close' },
    })
    expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
    expect(await answer.text()).toBe(`${parts.join('')}the end`)
  }
})
