import type { IncomingMessage, ServerResponse } from 'node:http'
import { isBulk } from '../bulk/declaration.ts'
import type { Answer } from '../errors.ts'
import { handle } from '../handler.ts'
import { nodeRequest } from './api-request.ts'
import type { RouteFinder } from './find-route.ts'
import { MAX_BODY_BYTES } from './parse.ts'

/** Handles a request of Node's HTTP server, or returns false and leaves it to the Hono app. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/** Targets and hosts that `new URL` does not change. */
const PLAIN_TARGET = /^\/[\w/?&=.,:;@!$()*+~%[\]-]*$/
const PLAIN_HOST = /^[a-z\d._-]+(?::\d{1,5})?$/
/** Milliseconds for which a client may continue sending an unread body. */
const LINGER_MS = 500

/**
 * Handles typical requests with Node's own objects: a known route, and a body with a length. Fetch's requests, responses and streams took a
 * third of a request's time. The Hono app passes all others to the same handler.
 */
export function nodeListener(
  find: RouteFinder,
  {
    base_url,
    onFault,
  }: { base_url: string; onFault: (error: unknown, header: (name: string) => string | null) => Answer },
): NodeListener {
  return (incoming, outgoing) => {
    const length = bodyLength(incoming)
    if (length === undefined || !isPlain(incoming)) return false
    const request = nodeRequest(incoming, length)
    const found = find(request.method, request.path)
    if (!found || isBulk(found.route)) return false
    handle(found.route, request, found.params, base_url)
      .catch((error: unknown) => onFault(error, request.header))
      .then((answer) => send(answer, incoming, outgoing))
    return true
  }
}

const isPlain = ({ url = '', headers: { host = '' } }: IncomingMessage) =>
  PLAIN_TARGET.test(url) && PLAIN_HOST.test(host)

/** Returns undefined for a body that is too long or must be counted while arriving. A GET's body is not read. */
function bodyLength({ method, headers }: IncomingMessage): number | undefined {
  if (method === 'GET') return 0
  if (headers['transfer-encoding'] !== undefined) return undefined
  const length = Number(headers['content-length'] ?? 0)
  return length <= MAX_BODY_BYTES ? length : undefined
}

function send({ status, body, headers, release }: Answer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // Called when the response is sent or the connection ends.
  if (release) outgoing.once('close', release)
  // Node reads and discards the rest of a body for as long as the client sends it.
  if (!incoming.complete) outgoing.once('finish', () => closeLater(incoming))
  if (body === null) outgoing.writeHead(status, headers).end()
  else outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

function closeLater(incoming: IncomingMessage): void {
  setTimeout(() => incoming.complete || incoming.socket.destroySoon(), LINGER_MS).unref()
}
