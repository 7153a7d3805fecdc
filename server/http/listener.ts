import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { notePeer } from '../auth/source.ts'
import { requestIdOf } from '../core/request-id.ts'
import { inRequest } from '../core/telemetry/request-scope.ts'
import { html } from '../lib/page/html.ts'
import { accountPage } from '../lib/page/public-page.ts'
import { wantsPage } from '../lib/page/unavailable-page.ts'
import type { ProxyWatch } from '../modules/proxies/service.ts'
import { findAccountOfHost, foreignHost } from '../modules/sites/hosts.ts'
import type { RestApp } from '../rest/app.ts'
import { type Closing, GRACE_MS } from '../stop.ts'
import { logAnswer } from './access-log.ts'
import type { hostSeparation, ownHostNames } from './host-roles.ts'
import { localized } from './locale.ts'
import { answerMaintenance, mayBeRefused } from './maintenance.ts'
import { answerOutages } from './outages.ts'
import { listen } from './port.ts'
import { readTarget } from './request-target.ts'
import { securityHeaders } from './security-headers.ts'
import { traceRequest } from './trace-request.ts'

/** Milliseconds for which idle connections are kept. A proxy closes them first (examples/deploy/nginx.conf). */
export const KEEP_ALIVE_MS = 75_000

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

interface HttpOptions {
  app_url: string
  /** Gets the sockets of hot reload, in development. */
  upgrade?: Upgrade
  watchProxy?: ProxyWatch
  /** Separation of hosts. Absent: each own host answers everything. */
  separation?: ReturnType<typeof hostSeparation>
  /** Decides which host names belong to this service. Absent: all. */
  isOwnName?: ReturnType<typeof ownHostNames>
}

/** Creates one server: requests that the Hono app knows go directly to it, all others to Next. */
export function createHttp(
  rest: RestApp,
  nextPages: RequestListener,
  { app_url, upgrade, watchProxy = () => {}, separation, isOwnName }: HttpOptions,
): Server {
  const api = getRequestListener(rest.fetch)
  const pages = localized(nextPages)
  const isApi = matcher(rest)
  const security = Object.entries(securityHeaders(app_url))
  // Next listens for upgrades on every server it serves. Without hot reload, they are answered like ordinary requests.
  const options = { shouldUpgradeCallback: () => upgrade !== undefined }
  const server = createServer(options, (request, response) => {
    // While the server drains, a kept-alive connection must not carry another request.
    if (!server.listening) response.setHeader('Connection', 'close')
    for (const [name, value] of security) response.setHeader(name, value)
    notePeer(request)
    watchProxy(request.socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined)
    // Pages read the id from their request, and every response has it; an id set by /v4 itself has priority.
    const request_id = requestIdOf(String(request.headers['x-request-id'] ?? ''))
    request.headers['x-request-id'] = request_id
    response.setHeader('X-Request-Id', request_id)
    const scope = { request_id }
    logAnswer(request, response, scope)
    if (!METHODS.includes(request.method ?? '')) {
      response.setHeader('Allow', ALLOW)
      return answerError(response, 405, `The method ${request.method} is not supported. Use one of ${ALLOW}.`)
    }
    if (request.url === '*' && request.method === 'OPTIONS') return response.writeHead(204, { Allow: ALLOW }).end()
    const target = readTarget(request.url ?? '')
    if (!target)
      return answerError(
        response,
        400,
        'The request target must be a path such as /v4/account, without . and .. segments.',
      )
    request.url = target.url
    if (target.host) request.headers.host = target.host
    // Node uses the first one, and a proxy may have used the last.
    if (request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1)
      return answerError(response, 400, 'The request has more than one Host header.')
    const { host } = request.headers
    if (host && !URL.canParse(`http://${host}`))
      return answerError(response, 400, 'The Host header must be a host name or an IP address, with or without a port.')
    inRequest(scope, () =>
      traceRequest(request, response, () => {
        const domain = foreignHost(host)
        if (domain === undefined) return answerHere(request, response)
        findAccountOfHost(domain)
          // Without the database, the response itself reports the outage.
          .catch(() => undefined)
          .then((account_id) =>
            account_id === undefined ? answerHere(request, response) : answerDomain(request, response, { account_id }),
          )
      }),
    )
  })
  const answerDomain = (request: IncomingMessage, response: ServerResponse, bindings: { account_id: number }) =>
    // Includes the request itself, because limits count visitors by their address.
    void getRequestListener(
      (asked) => rest.answerDomain?.(asked, { ...bindings, incoming: request }) ?? new Response(null, { status: 404 }),
    )(request, response)
  const answerHere = (request: IncomingMessage, response: ServerResponse) => {
    const isOwn = isOwnName?.(request) !== false
    const decision = isOwn ? (separation?.(request) ?? 'answer') : 'refuse'
    if (decision === 'answer') return answer(request, response)
    if (decision === 'refuse') {
      if (!wantsPage(request.headers.accept)) return answerError(response, 404, 'There is nothing at this address.')
      return void response.writeHead(404, MISSING.headers).end(MISSING.body)
    }
    response.writeHead(301, { Location: decision.redirect, 'Cache-Control': 'public, max-age=60' }).end()
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (rest.answerNode?.(request, response)) return
    // Clients of the API expect its errors, also for another version.
    if (isApi(request) || /^\/v\d{1,2}(?=[/?]|$)/i.test(request.url ?? '')) return void api(request, response)
    answerOutages(request, response)
    if (!mayBeRefused(request)) return void pages(request, response)
    answerMaintenance(request, response)
      // Without the database, the page itself reports the outage.
      .catch(() => false)
      .then((isAnswered) => (isAnswered ? undefined : pages(request, response)))
  }
  // Longer than proxies keep idle connections, so this side never closes a connection on which a request is arriving.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  answerOutsideRequests(server, security)
  if (upgrade) server.on('upgrade', upgrade)
  return server
}

/** Page for visitors of a public host where nothing exists. */
const MISSING = accountPage({
  title: 'Page not found',
  body: html`<h1>Page not found</h1><p>There is nothing at this address. The link may be incomplete.</p>`,
  links: [],
  publisher: null,
})

// Next fails on TRACE and treats the other methods as GET.
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const ALLOW = METHODS.join(', ')

function answerError(response: ServerResponse, status: number, text: string): void {
  const body = errorText(text)
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, headers).end(body)
}

const errorText = (text: string) => JSON.stringify({ errors: [text] })

/** Milliseconds for which a refused client may keep its connection. */
const LINGER_MS = 1_000

/** Responds to requests that Node answers without calling the listener, or drops silently. */
function answerOutsideRequests(server: Server, security: [string, string][]): void {
  const refuse = (socket: Duplex, status: number, text: string) => {
    if (socket.writableEnded) return
    // Node no longer watches the socket of a CONNECT. Without this, a client that resets it would end the process.
    socket.on('error', () => socket.destroy())
    if (!socket.writable) return socket.destroy()
    const body = errorText(text)
    const headers = [
      ...security,
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['Connection', 'close'],
    ].map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`)
    // Node never closes such a socket either. Unread input would reset the connection before the response arrives.
    socket.resume()
    const cut = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(cut))
  }
  server.on('connect', (_request, socket) =>
    refuse(socket, 405, 'This server is not a proxy: CONNECT is not supported.'),
  )
  server.on('checkExpectation', (_request, response) => {
    for (const [name, value] of security) response.setHeader(name, value)
    answerError(response, 417, 'Only "Expect: 100-continue" is supported.')
  })
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (code === 'HPE_HEADER_OVERFLOW')
      refuse(socket, 431, 'The address and headers of a request can be at most 16 KB.')
    else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, 408, 'The request did not arrive in time.')
    else refuse(socket, 400, 'This is not a valid HTTP request.')
  })
}

/** Listens until the service ends. Then running requests are answered and new connections are refused first. */
export async function listenUntilStopped(
  server: Server,
  { closing, ...address }: Parameters<typeof listen>[1] & { closing: Closing },
): Promise<void> {
  await listen(server, address)
  closing.work(() => drain(server, GRACE_MS))
}

/** Refuses new connections, lets running requests finish, and cuts the remaining ones after `grace_ms`. */
export async function drain(server: Server, grace_ms: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const deadline = Date.now() + grace_ms
  const closing_idle = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, delay(Math.max(0, deadline - Date.now()), undefined, { ref: false })])
  clearInterval(closing_idle)
  server.closeAllConnections()
}

/** A public site by its name, such as /@studio-north. Prefixes that end with a slash do not match it. */
const NAMED_SITES = '/@'

function matcher(rest: RestApp): (request: IncomingMessage) => boolean {
  const fixed = rest.routes.map(({ path }) => path.split(/\/?[:*{]/, 1)[0] ?? '').filter((path) => path !== '')
  const prefixes = [...new Set(['/v4', '/.well-known', ...fixed.filter((path) => !path.startsWith('/v4/'))])]
  return ({ url = '/' }) =>
    url.startsWith(NAMED_SITES) ||
    prefixes.some(
      (prefix) => url.startsWith(prefix) && (url.length === prefix.length || '/?'.includes(url[prefix.length] ?? '')),
    )
}
