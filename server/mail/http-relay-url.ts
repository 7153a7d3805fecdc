/** Format in which an HTTP relay expects messages. */
export interface HttpRelayOptions {
  /** Address to call, without credentials and options. */
  url: string
  /** `raw`: the message is the body. `mailgun`: a multipart form as Mailgun's messages.mime expects it. */
  format: 'raw' | 'mailgun'
  /** Value of the Authorization header. */
  authorization: string | null
  connections: number
  timeout_ms: number
}

const OPTIONS = 'format, pool and timeout'

/**
 * Reads `https://user:key@relay.example/send?format=raw&pool=8`. Credentials become Basic authentication; with the user `bearer`, the
 * password becomes a Bearer token. Throws an Error whose message never contains the password.
 */
export function parseHttpRelayUrl(text: string): HttpRelayOptions {
  if (!URL.canParse(text)) throw new Error('not a URL; expected https://user:key@host/path')
  const url = new URL(text)
  if (url.hash) throw new Error('# is at the wrong position; write it as %23')
  const options = { format: 'raw' as HttpRelayOptions['format'], pool: 8, timeout: 60 }
  for (const [name, value] of url.searchParams) {
    if (name === 'format') {
      if (value !== 'raw' && value !== 'mailgun') throw new Error('format must be one of raw, mailgun')
      options.format = value
    } else if (name === 'pool' || name === 'timeout') {
      const [least, most] = name === 'pool' ? [1, 100] : [1, 600]
      const number = Number(value)
      if (!Number.isInteger(number) || number < least || number > most)
        throw new Error(`${name} must be a whole number from ${least} to ${most}`)
      options[name] = number
    } else throw new Error(`unknown option ${name.slice(0, 30)}; known are ${OPTIONS}`)
  }
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  url.search = ''
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    format: options.format,
    authorization: user === 'bearer' ? `Bearer ${password}` : user ? basic : null,
    connections: options.pool,
    timeout_ms: options.timeout * 1000,
  }
}

/** Throws if the URL cannot be used. Plain http would send credentials and messages unencrypted. */
export function checkHttpRelayUrl(text: string): void {
  parseHttpRelayUrl(text)
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'https:' && !/^(127\.|\[::1\]|localhost$)/.test(hostname))
    throw new Error('http:// is accepted for this machine only; use https://')
}
