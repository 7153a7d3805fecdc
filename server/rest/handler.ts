import { hash } from 'node:crypto'
import { clock } from '../core/clock.ts'
import { type Ctx, makeCtx } from '../core/context.ts'
import type { Credential } from '../core/credential.ts'
import { AppError, isFault, rateLimited } from '../core/errors.ts'
import { countApiUse } from '../core/instance/api-use.ts'
import { refuseApiPath } from '../core/instance/features.ts'
import { latestInstanceSettings } from '../core/instance/settings.ts'
import { MAINTENANCE_RETRY_SECONDS, maintenanceText } from '../core/instance/settings-schema.ts'
import { rootLogger } from '../core/log.ts'
import type { Page } from '../core/page/page.ts'
import type { Reached } from '../core/reach.ts'
import { requestIdOf } from '../core/request-id.ts'
import { noteAccount } from '../core/telemetry/request-scope.ts'
import { tracing } from '../core/telemetry/tracing.ts'
import type { Saved } from '../core/wire.ts'
import { writeTogether } from '../core/write/together.ts'
import { authenticateProgram, authorize, InsufficientScope } from './authenticate.ts'
import { isBulk } from './bulk/declaration.ts'
import { answerBulk } from './bulk/request.ts'
import { documentationUrl } from './docs/help.ts'
import { type Answer, errorAnswer, textOf } from './errors.ts'
import { countRequest } from './metrics.ts'
import type { ApiRequest } from './request/api-request.ts'
import { KeyTaken, withIdempotencyKey } from './request/idempotency.ts'
import { refuseOverload } from './request/overload.ts'
import { parseInput, refuseReachInQuery } from './request/parse.ts'
import { takeRequest } from './request/rate-limit.ts'
import { withWriteKey } from './request/write-key.ts'
import type { Route } from './route.ts'

/** Requests with a bearer token may read the response and these headers from any origin. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'WWW-Authenticate, X-Request-Id, Retry-After, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotency-Replayed',
}
const JSON_TYPE = 'application/json; charset=utf-8'

/** Reads continue during maintenance. Throws unavailable for writes. */
function refuseDuringMaintenance(): void {
  const settings = latestInstanceSettings()
  if (settings.maintenance) throw new AppError('unavailable', [maintenanceText(settings)], MAINTENANCE_RETRY_SECONDS)
}

/** Handles a /v4 request: refuse an overload, authenticate, rate limit, authorize, parse, idempotency, run, respond. */
export async function handle(
  route: Route,
  sent: ApiRequest,
  params: Record<string, string>,
  base_url: string,
): Promise<Answer> {
  const request = route.options.credential === 'write_key' ? withWriteKey(sent) : sent
  const started = performance.now()
  const request_id = requestIdOf(request.header('x-request-id'))
  const headers: Record<string, string> = { 'X-Request-Id': request_id, Vary: 'Origin' }
  let answer: Answer
  let account_id: number | undefined
  let caller: Credential | undefined
  let release: (() => void) | undefined
  try {
    refuseOverload()
    const credential =
      request.assistant ?? (await authenticateProgram((await request.authenticated?.()) ?? request.header))
    account_id = credential.account_id
    caller = credential
    noteAccount(account_id)
    if (!request.assistant) {
      const taken = await takeRequest(credential.actor.kind, credential.counted_as, +clock.now())
      Object.assign(headers, taken.headers)
      if (taken.retry_after !== undefined) throw rateLimited('Retry later', taken.retry_after)
    }
    refuseApiPath(latestInstanceSettings(), route.path)
    authorize(credential, route)
    if (request.method !== 'GET') refuseDuringMaintenance()
    const ctx = makeCtx({ account_id: credential.account_id, actor: credential.actor, request_id })
    if (route.options.warns) ctx.warnings = []
    if (route.options.reaches || request.assistant)
      ctx.reach = { expected: null, is_dry_run: false, noted: null, needs_approval: request.assistant !== undefined }
    const { bytes: body, done } = await request.readBody(credential.account_id)
    release = done
    const run = async (ctx: Ctx): Promise<Answer> => {
      try {
        if (route.method !== 'get') refuseReachInQuery(request.query)
        if (isBulk(route)) return await answerBulk(route, ctx, body)
        const content_type = request.header('content-type')
        const input = await parseInput(route, ctx, { params, query: request.query, body, content_type })
        return await runVerb(route, ctx, input)
      } catch (error) {
        if (error instanceof KeyTaken) throw error
        return failure(error, route, { request_id, account_id, base_url })
      }
    }
    const key = request.method === 'GET' ? null : request.header('idempotency-key')
    const keyed = {
      credential: credential.client,
      request: [`${request.method} ${request.path}${request.query && `?${request.query}`}\n`, body],
      has_secret: route.options.has_secret === true,
    }
    answer = key ? await withIdempotencyKey(ctx, { key, ...keyed }, run) : await run(ctx)
  } catch (error) {
    answer = failure(error, route, { request_id, account_id, base_url })
    if (error instanceof InsufficientScope)
      headers['WWW-Authenticate'] = challenge(base_url, 'insufficient_scope', error.message, error.scope)
  } finally {
    release?.()
  }
  if (answer.status === 401) headers['WWW-Authenticate'] = challenge(base_url, 'invalid_token', whyOf(answer))
  if (request.header('authorization')) Object.assign(headers, CORS)
  const seconds = (performance.now() - started) / 1000
  countRequest(route.method, route.path, answer.status, seconds)
  if (caller) countApiUse(caller, answer.status)
  describeSpan(route, request_id, account_id)
  rootLogger().info({
    request_id,
    ...(account_id !== undefined && { account_id }),
    method: route.method,
    route: route.path,
    status: answer.status,
    ms: Math.round(seconds * 1000),
  })
  return respond(route, request, answer, headers)
}

/** Calls the verb and writes its answer. A dry run is rolled back, by the request's key if it has one. */
async function runVerb(route: Route, ctx: Ctx, input: Record<string, unknown>): Promise<Answer> {
  const { reach } = ctx
  if (!reach) return write(route, await route.verb(ctx, input as never), ctx)
  const { dry_run, expected_recipients = null, ...rest } = input
  reach.expected = expected_recipients as number | null
  reach.is_dry_run = dry_run === true
  if (!dry_run) return write(route, await route.verb(ctx, rest as never), ctx)
  const together = ctx.join ? undefined : writeTogether(ctx, async () => undefined)
  try {
    const call = (joined: Ctx) => route.verb(joined, rest as never)
    const result = await (together ? together.run(call) : call(ctx))
    return { ...write(route, result, ctx, reach.noted ?? NO_ONE), is_undone: true }
  } finally {
    await together?.abandon()
  }
}

const NO_ONE: Reached = { recipients: 0, suppressed: 0, is_exact: true, warnings: [] }

/** Names the request's span by its route, which is unknown to the HTTP server. */
function describeSpan(route: Route, request_id: string, account_id: number | undefined): void {
  const span = tracing()?.current()
  if (!span) return
  span.rename(`${route.method.toUpperCase()} ${route.path}`)
  span.set({ 'http.route': route.path, 'envoi.request_id': request_id })
  if (account_id !== undefined) span.set({ 'envoi.account_id': account_id })
}

function write(route: Route, result: unknown, { warnings = [] }: Pick<Ctx, 'warnings'>, dry_run?: Reached): Answer {
  const { kind, options } = route
  if (kind === 'list') {
    const { body, release } = result as Page<unknown>
    return { status: 200, body: body(options.as as string), headers: {}, release }
  }
  if (kind === 'upsert') {
    const { value, created, accepted, warnings } = result as Saved<unknown>
    const body = { [options.as as string]: value, ...(warnings?.length ? { warnings } : {}) }
    return { status: accepted ? 202 : created ? 201 : 200, body: JSON.stringify(body), headers: {} }
  }
  if (!options.of) return { status: 204, body: null, headers: {} }
  const said = { ...(warnings.length > 0 && { warnings }), ...(dry_run && { dry_run }) }
  return {
    status: options.status ?? 200,
    body: JSON.stringify(
      options.as ? { [options.as]: result, ...said } : dry_run ? { ...(result as object), dry_run } : result,
    ),
    headers: {},
  }
}

interface Caller {
  request_id: string
  account_id: number | undefined
  base_url: string
}

function failure(error: unknown, route: Route, { base_url, ...caller }: Caller): Answer {
  if (isFault(error)) {
    tracing()?.current()?.fail(error)
    rootLogger().error(
      { ...caller, route: `${route.method} ${route.path}`, error: errorFields(error) },
      'request failed',
    )
  }
  return errorAnswer(error, (status) => documentationUrl(base_url, status, route))
}

const errorFields = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, cause: causeOf(error) }
    : { message: String(error) }

/** Returns the message of the database or its driver, for outages. */
const causeOf = ({ cause }: Error) => (cause instanceof Error ? cause.message : undefined)

/** Adds a weak ETag to single reads. Lists have none, because their cursors change. */
function respond(route: Route, request: ApiRequest, answer: Answer, headers: Record<string, string>): Answer {
  const all: Record<string, string> = {
    ...headers,
    ...answer.headers,
    'Cache-Control': 'max-age=0, private, must-revalidate',
  }
  if (answer.body === null) return { ...answer, headers: all }
  all['Content-Type'] = JSON_TYPE
  if (route.method === 'get' && route.kind === 'route' && answer.status === 200) {
    all.ETag = weakEtag(answer.body)
    if (request.header('if-none-match') === all.ETag) {
      delete all['Content-Type']
      return { status: 304, body: null, headers: all }
    }
  }
  return { ...answer, headers: all }
}

const weakEtag = (body: string | Buffer) => `W/"${hash('sha1', body, 'base64url')}"`

/** WWW-Authenticate as in RFC 6750 3, with the body's text. A quoted string allows only ASCII without quotes. */
function challenge(base_url: string, error: string, description: string, scope?: string): string {
  const members = {
    realm: 'api',
    error,
    ...(scope ? { scope } : {}),
    error_description: description.replace(/[^\x20-\x7e]|["\\]/g, ''),
    resource_metadata: `${base_url}/.well-known/oauth-protected-resource`,
  }
  const written = Object.entries(members).map(([name, value]) => `${name}="${value}"`)
  return `Bearer ${written.join(', ')}`
}

const whyOf = ({ body }: Answer): string => (body === null ? '' : (JSON.parse(textOf(body)).errors[0] ?? ''))
