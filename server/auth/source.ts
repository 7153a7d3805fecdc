import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Source } from '../core/context.ts'
import { env } from '../env.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { clientOf } from '../lib/net/client-address.ts'

const peer_header = processSingleton<{ name?: string }>('peer header', () => ({}))

/** Passes the socket's peer to pages, which cannot access the socket, in a header whose name clients cannot guess. */
export function notePeer(request: IncomingMessage): void {
  peer_header.name ??= `x-peer-${randomUUID()}`
  request.headers[peer_header.name] = request.socket.remoteAddress ?? ''
}

/** Returns the source of a dashboard request. */
export function sourceOf(headers: Headers): Source {
  const forwarded_for = headers.get('x-forwarded-for') ?? undefined
  const user_agent = headers.get('user-agent')
  // A host that runs Next without our server has its own proxy, the only source of the client's address.
  if (!peer_header.name) return { ...clientOf(ALONE, forwarded_for, [ALONE]), user_agent }
  const peer = headers.get(peer_header.name) ?? undefined
  return { ...clientOf(peer, forwarded_for, env().TRUSTED_PROXIES ?? []), user_agent }
}

const ALONE = '127.0.0.1'
