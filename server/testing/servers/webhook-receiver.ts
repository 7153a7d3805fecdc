import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyShape } from '../api.ts'

export interface Received {
  path: string
  headers: http.IncomingHttpHeaders
  /** The received bytes as text. */
  raw: string
  body: AnyShape
}

export interface Receiver {
  url: string
  received: Received[]
  /** Sets the response from now on; `null` never responds. */
  answer: (next: ReceiverAnswer) => void
  close: () => Promise<void>
}

type Said = { status: number; headers?: Record<string, string>; body?: string } | null
type ReceiverAnswer = Said | ((request: Received) => Said | Promise<Said>)

/** Starts a server on loopback that receives webhooks. */
export async function webhookReceiver(): Promise<Receiver> {
  const received_webhooks: Received[] = []
  let answer: ReceiverAnswer = { status: 200, body: 'ok' }
  const server = http.createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request.setEncoding('utf8')) raw += chunk
    const got: Received = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
    received_webhooks.push(got)
    const said = typeof answer === 'function' ? await answer(got) : answer
    if (said) response.writeHead(said.status, said.headers).end(said.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: received_webhooks,
    answer: (next) => {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
