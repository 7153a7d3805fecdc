export interface SmtpOptions {
  host: string
  port: number
  /** `implicit`: TLS from the first byte; `required`: STARTTLS or failure; `opportunistic`: STARTTLS if offered. */
  tls: 'implicit' | 'required' | 'opportunistic' | 'never'
  verify_certificate: boolean
  user?: string
  password?: string
  /** Requires TLS on the whole way to the mailbox (REQUIRETLS, RFC 8689). */
  require_tls: boolean
  /** Maximum number of connections. */
  pool: number
  /** Messages per second over all connections; 0 means no limit. */
  rate: number
  /** Messages per connection; 0 means no limit. */
  max_messages: number
  /** Name sent with EHLO. */
  name?: string
  /** For connecting and for each reply except the one after the message. */
  timeout_ms: number
  /** For the reply after the message: RFC 5321 4.5.3.2.6 asks for ten minutes. */
  final_timeout_ms: number
  /** Time after which an unused connection is closed. */
  idle_ms: number
}

/**
 * Reads `smtp://user:password@host:587/?pool=8&rate=50` (`smtps://` for TLS from the start). Options: `pool`, `rate`, `max_messages`, `name`,
 * `tls` (required, opportunistic, never), `verify_certificate` and `require_tls` (yes, no), `timeout` and `idle` in seconds. Throws an Error
 * whose message names the wrong part and the reason, and never contains the password.
 */
export function parseSmtpUrl(text: string): SmtpOptions {
  if (!URL.canParse(text)) throw new Error(`not a URL; expected smtp://user:password@host:port${ENCODED}`)
  const url = new URL(text)
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw new Error('must begin with smtp:// or smtps://')
  // Part of a password after one of these characters would appear in the errors below.
  const authority = text.slice(url.protocol.length + 2)
  const end = authority.search(/[?#/]/)
  if ((end >= 0 && authority.includes('@', end)) || url.hash)
    throw new Error(`? # / or @ is at the wrong position${ENCODED}`)
  if (!url.hostname) throw new Error('the host is missing')
  if (url.pathname !== '' && url.pathname !== '/') throw new Error('a path has no meaning; options go after a ?')
  const isImplicit = url.protocol === 'smtps:'
  const options = readOptions(url.searchParams)
  if (isImplicit && options.tls) throw new Error('smtps:// always uses TLS; leave out the option tls')
  const {
    tls = isImplicit ? 'implicit' : 'opportunistic',
    verify = 'yes',
    name,
    pool,
    rate,
    max_messages,
    timeout,
    idle,
  } = options
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : isImplicit ? 465 : 587,
    tls,
    verify_certificate: verify === 'yes',
    require_tls: options.require_tls === 'yes',
    ...(url.username && { user: decode('user', url.username), password: decode('password', url.password) }),
    ...(name && { name }),
    pool: pool ?? 8,
    rate: rate ?? 0,
    max_messages: max_messages ?? 0,
    timeout_ms: (timeout ?? 30) * 1000,
    final_timeout_ms: (timeout ?? 600) * 1000,
    idle_ms: (idle ?? 15) * 1000,
  }
}

const ENCODED = '; write ? # / and @ in the user or password as %3F %23 %2F and %40'

interface UrlOptions {
  tls?: 'required' | 'opportunistic' | 'never'
  verify?: 'yes' | 'no'
  require_tls?: 'yes' | 'no'
  name?: string
  pool?: number
  rate?: number
  max_messages?: number
  timeout?: number
  idle?: number
}

const OPTIONS = 'pool, rate, max_messages, name, tls, verify_certificate, require_tls, timeout and idle'

function readOptions(params: URLSearchParams): UrlOptions {
  const options: UrlOptions = {}
  for (const [name, value] of params) {
    if (name === 'pool') options.pool = number(name, value, 1, 100)
    else if (name === 'rate') options.rate = number(name, value, 0, 100_000)
    else if (name === 'max_messages') options.max_messages = number(name, value, 0, 1_000_000)
    else if (name === 'timeout') options.timeout = number(name, value, 0.001, 3600)
    else if (name === 'idle') options.idle = number(name, value, 0.001, 3600)
    else if (name === 'tls') options.tls = choice(name, value, ['required', 'opportunistic', 'never'])
    else if (name === 'verify_certificate') options.verify = choice(name, value, ['yes', 'no'])
    else if (name === 'require_tls') options.require_tls = choice(name, value, ['yes', 'no'])
    else if (name === 'name' && /^[\w.[\]:-]+$/.test(value)) options.name = value
    else
      throw new Error(
        name === 'name' ? 'name must be a host name' : `unknown option ${name.slice(0, 30)}; known are ${OPTIONS}`,
      )
  }
  return options
}

function number(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new Error(`${name} must be a number from ${least} to ${most}`)
  return value
}

function choice<const T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((known): known is T => known === value)
  if (!found) throw new Error(`${name} must be one of ${choices.join(', ')}`)
  return found
}

function decode(part: string, text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(`the ${part} is not percent-encoded correctly`)
  }
}
