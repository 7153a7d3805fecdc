import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { notePeer } from '../auth/source.ts'

/**
 * Headers of a request from an address that no other test uses: limits count visitors by address. The server writes them itself,
 * so a claim in `X-Forwarded-For` would count only until a test of the same process starts a server.
 */
export function visitorHeaders(
  ip = `100.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
): Record<string, string> {
  const request = { headers: {}, socket: { remoteAddress: ip } }
  notePeer(request as unknown as IncomingMessage)
  return request.headers
}
