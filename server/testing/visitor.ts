import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { notePeer } from '../auth/source.ts'
import { STEP, stepToken } from '../modules/forms/spam/challenge.ts'

/**
 * Returns the headers of a request from an address that no other test uses, because limits count visitors by address. The server sets these
 * headers itself; `X-Forwarded-For` would work only until a test of the same process starts a server.
 */
export function visitorHeaders(
  ip = `100.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
): Record<string, string> {
  const request = { headers: {}, socket: { remoteAddress: ip } }
  notePeer(request as unknown as IncomingMessage)
  return request.headers
}

/** Returns a form's fields with the proof of the extra step, which is the simplest way to count as a visitor. */
export const asVisitor = <Fields extends { email_address?: string }>(
  uid: string,
  fields: Fields,
): Fields & { [STEP]: string } => ({
  ...fields,
  [STEP]: stepToken(uid, fields.email_address ?? '', new Date(Date.now() - 5_000)),
})
