import type { IncomingMessage } from 'node:http'
import type { Credential } from '../../core/credential.ts'
import { malformed } from '../../core/errors.ts'
import { accountKey, enterLong, LONG } from '../../core/texts/long-texts.ts'
import { readLargeBody } from '../bulk/body.ts'
import { isBulk } from '../bulk/declaration.ts'
import type { Route } from '../route.ts'
import { readBody } from './parse.ts'

/** A request for the kernel, from Fetch or Node's HTTP server. */
export interface ApiRequest {
  method: string
  path: string
  /** Without the question mark. */
  query: string
  header: (name: string) => string | null
  /** Reads the whole body, a long one in its account's turn. `done` releases its memory where that is counted. */
  readBody: (account_id: number) => Promise<{ bytes: Buffer; done?: () => void }>
  /** Returns the headers that authenticate the request, if they are others. */
  authenticated?: () => Promise<ApiRequest['header']>
  /** Set for a call that /mcp makes for an assistant, whose request it has authenticated and counted. */
  assistant?: Credential
}

export function fetchRequest(route: Route, request: Request): ApiRequest {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name),
    readBody: async (account_id) =>
      isBulk(route) ? readLargeBody(request) : { bytes: await readBody(request, account_id) },
  }
}

/** Wraps a Node request whose body has `length` bytes. */
export function nodeRequest(incoming: IncomingMessage, length: number): ApiRequest {
  const { method = '', url = '' } = incoming
  const question = url.indexOf('?')
  return {
    method,
    path: question < 0 ? url : url.slice(0, question),
    query: question < 0 ? '' : url.slice(question + 1),
    header: (name) => headerOf(incoming, name),
    readBody: async (account_id) => {
      if (length > LONG) await enterLong(accountKey(account_id), length)
      return { bytes: await readAll(incoming, length) }
    },
  }
}

/** Joins repeated headers as Fetch does. Node would use the first `Authorization`. */
function headerOf({ headers, rawHeaders }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  if (name !== 'authorization' || value === undefined) return typeof value === 'string' ? value : null
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
  return values.join(', ')
}

const EMPTY = Buffer.alloc(0)

function readAll(incoming: IncomingMessage, length: number): Promise<Buffer> {
  if (length === 0) return Promise.resolve(EMPTY)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parts: Buffer[] = []
  const fail = () => reject(malformed('The connection was closed before the whole request body arrived'))
  // A closed request emits no further events.
  if (incoming.destroyed) fail()
  incoming.on('data', (part: Buffer) => parts.push(part))
  incoming.on('end', () => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)))
  incoming.on('error', fail)
  incoming.on('close', fail)
  return promise
}
