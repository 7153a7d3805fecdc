import { hostname } from 'node:os'
import { expect, SmtpError, shown } from './smtp-error.ts'
import type { SmtpOptions } from './url.ts'
import type { SmtpReply, SmtpWire } from './wire.ts'

/** Keywords of the EHLO reply and their parameters. */
export type Extensions = ReadonlyMap<string, string>

/** Response of a server to EHLO. */
export interface Greeting {
  /** Name in its reply (RFC 5321 4.1.1.1). */
  host_name: string
  extensions: Extensions
}

/** Sends EHLO, or HELO to a server without EHLO. */
export async function greet(wire: SmtpWire, options: SmtpOptions): Promise<Greeting> {
  const name = options.name ?? ownName()
  const ehlo = await wire.command(`EHLO ${name}`, options.timeout_ms)
  if (ehlo.code === 250) {
    const lines = ehlo.text.toUpperCase().split('\n').slice(1)
    const extensions = new Map(lines.map((line) => /^([^ =]*)[ =]?(.*)$/s.exec(line)?.slice(1) as [string, string]))
    return { host_name: nameIn(ehlo), extensions }
  }
  const helo = await wire.command(`HELO ${name}`, options.timeout_ms)
  expect(helo, 250, 'connect')
  return { host_name: nameIn(helo), extensions: new Map() }
}

const nameIn = ({ text }: SmtpReply): string => text.split(/[\s,;]/, 1)[0]?.slice(0, 255) ?? ''

function ownName(): string {
  const name = hostname()
  return /^[\w-]+(?:\.[\w-]+)+$/.test(name) ? name : '[127.0.0.1]'
}

/** Signs in if the options contain a user. Throws SmtpError. */
export async function signIn(
  wire: SmtpWire,
  options: SmtpOptions,
  extensions: Extensions,
  secure: boolean,
): Promise<void> {
  const { user, password = '', timeout_ms } = options
  if (user === undefined) return
  if (!secure && options.tls !== 'never') {
    throw new SmtpError(
      `${options.host} offers no TLS, so the password was not sent; tls=never in SMTP_URL allows it`,
      'auth',
    )
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  let reply: SmtpReply
  const ways = extensions.get('AUTH')?.split(/[ =]/) ?? []
  if (ways.includes('PLAIN') || !ways.includes('LOGIN')) {
    reply = await wire.command(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, timeout_ms)
  } else {
    reply = await wire.command('AUTH LOGIN', timeout_ms)
    if (reply.code === 334) reply = await wire.command(base64(user), timeout_ms)
    if (reply.code === 334) reply = await wire.command(base64(password), timeout_ms)
  }
  if (reply.code !== 235) throw new SmtpError(`The mail server refused to sign in: ${shown(reply)}`, 'auth', reply.code)
}
