import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { notePeer } from '../auth/source.ts'
import { STEP, stepToken } from '../modules/forms/spam/challenge.ts'

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

/** Returns what a form sends with the fields of someone who took the extra step: the shortest way to be known as a visitor. */
export const asVisitor = <Fields extends { email_address?: string }>(
  uid: string,
  fields: Fields,
): Fields & { [STEP]: string } => ({
  ...fields,
  [STEP]: stepToken(uid, fields.email_address ?? '', new Date(Date.now() - 5_000)),
})
