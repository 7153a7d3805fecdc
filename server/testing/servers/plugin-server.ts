import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyShape } from '../api.ts'

export interface Asked {
  method: string
  path: string
  query: Record<string, string>
  authorization: string | undefined
  headers: http.IncomingHttpHeaders
  text: string
  body: AnyShape
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON, a string unchanged. Without it, the server does not respond. */
  body?: unknown
}

export interface PluginServer {
  url: string
  /** Every request so far, oldest first. */
  asked: Asked[]
  close: () => Promise<void>
}

/** Starts the server of a third-party app on loopback, which responds as the test decides. */
export async function pluginServer(answer: (asked: Asked) => Reply | Promise<Reply>): Promise<PluginServer> {
  const requests: Asked[] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app.test')
    const question: Asked = {
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      authorization: request.headers.authorization,
      headers: request.headers,
      text,
      body: text === '' ? undefined : text.startsWith('{') ? JSON.parse(text) : text,
    }
    requests.push(question)
    const { status = 200, headers, body } = await answer(question)
    if (body === undefined && status === 200) return
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked: requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
