import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawAnswer {
  /** 0 if the connection was closed without a response. */
  status: number
  headers: Headers
  body: string
}

/** Sends bytes that no HTTP client would, and reads the response until the connection closes. */
export async function sendRaw(port: number, request: string | Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => (text += chunk))
  socket.on('error', () => {})
  socket.write(request)
  await once(socket, 'close')
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [status_line = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
  return { status: Number(status_line.split(' ')[1] ?? 0), headers, body: body.join('\r\n\r\n') }
}

/** Returns a request with this exact target, for a separate connection. */
export const rawRequest = (method: string, target: string, headers = 'Host: envoi.test') =>
  Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`, 'latin1')

/** Malformed requests, none of which may cause a 500. */
export const ODD_REQUESTS: [method: string, target: string][] = [
  ...['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method): [string, string] => [method, '*']),
  ...['GET', 'POST', 'OPTIONS'].flatMap((method) =>
    [
      'http://elsewhere.example/login',
      'https://elsewhere.example',
      'HTTP://elsewhere.example?x=1',
      'ftp://elsewhere.example/x',
      'http://user:password@elsewhere.example/',
      'http://[::1]:99999/v4/account',
      'http://:80/',
      'http:///login',
      'tags',
      '//',
      '//elsewhere.example/login',
      '///elsewhere.example//v4/account',
      '/\\elsewhere.example/login',
      '/\\\\',
      '/%',
      '/%ff',
      '/%00',
      '/login%00',
      '/v4/subscribers/%',
      '/v4/subscribers/%ff',
      '/v4/%2e%2e/%2e%2e/etc/passwd',
      '/f/%c3%28',
      '/c/%/1',
      '/docs/%00',
      '/_next/static/%',
      '/_next/static/../../package.json',
      '/_next/static/%2e%2e%2f%2e%2e%2fpackage.json',
      '/_next/image?url=%',
      '/_next/data/x/%ff.json',
      '/?%',
      '/login?next=%ff',
      '/oauth/consent?request=%',
      '/broadcasts/%E0%A4%A',
      '/\xe9\xff',
      '/..',
      '/../../etc/passwd',
      '/.',
      '/a'.repeat(3_000),
      `/${'x'.repeat(300)}`,
      `/${'x'.repeat(12_000)}`,
      `/login?${'x'.repeat(12_000)}`,
      `/oauth/consent?request=${'x'.repeat(9_000)}`,
      `/_next/static/${'x'.repeat(12_000)}.js`,
      `/v4/${'%41'.repeat(3_000)}`,
    ].map((target): [string, string] => [method, target]),
  ),
  ['CONNECT', 'elsewhere.example:443'],
  ['CONNECT', '/login'],
  ['TRACE', '/login'],
  ['PROPFIND', '/login'],
]
