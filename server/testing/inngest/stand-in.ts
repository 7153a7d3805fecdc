import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

export interface Call {
  method: string
  path: string
  authorization: string | undefined
  body: string
}

export interface StandInInngest {
  port: number
  calls: Call[]
  /** Stops like a killed server: every connection is closed. */
  kill: () => void
}

interface Options {
  port?: number
  /** Number of connection requests to refuse before accepting one. */
  refusals?: number
  /** Handles a request instead of this server, by returning true. */
  answer?: (call: Call, response: ServerResponse) => boolean
}

/** Message kinds of Inngest Connect, as numbered by the SDK. */
const KIND = { hello: 0, connect: 1, ready: 2, heartbeat: 9, heartbeat_answer: 10 }

/** Stands in for an Inngest server: accepts workers and events, records every request, and calls no function. */
export async function standInInngest({ port = 0, refusals = 0, answer }: Options = {}): Promise<StandInInngest> {
  const calls: Call[] = []
  let refusals_left = refusals
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const call = { method, path, authorization: headers.authorization, body: await bodyOf(request) }
    calls.push(call)
    if (answer?.(call, response)) return
    if (path !== '/v0/connect/start') {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ ok: true, ids: ['x'], status: 200 }))
    }
    if (refusals_left-- > 0) return response.writeHead(500).end('not yet')
    const gateway = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/connect`
    return response.end(
      Buffer.concat(['01ARZ3NDEKTSV4RRFFQ69G5FAV', gateway, 'group', 'session', 'sync'].map(textField)),
    )
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.send(message(KIND.hello))
    socket.on('message', (data: Buffer) => {
      // A message begins with its kind: field 1, a number below 128.
      const kind = data[0] === 8 ? data[1] : 0
      if (kind === KIND.connect) socket.send(message(KIND.ready))
      if (kind === KIND.heartbeat) socket.send(message(KIND.heartbeat_answer))
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    kill: () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns a text as a field of a Protocol Buffers message. Texts here are shorter than 128 bytes. */
const textField = (text: string, index: number) =>
  Buffer.concat([Buffer.from([((index + 1) << 3) | 2, Buffer.byteLength(text)]), Buffer.from(text)])

const message = (kind: number) => Buffer.from(kind === 0 ? [] : [8, kind])

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
