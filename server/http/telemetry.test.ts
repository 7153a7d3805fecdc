import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { configureLog, rootLogger } from '../core/log.ts'
import { configureOutbound, outbound } from '../core/outbound.ts'
import { currentRequest } from '../core/telemetry/request-scope.ts'
import { openTelemetry } from '../core/telemetry/telemetry.ts'
import { tracing } from '../core/telemetry/tracing.ts'
import { database } from '../db/client.ts'
import { readEnv } from '../env.ts'
import { withinLimits } from '../jobs/step-limits.ts'
import { restApp } from '../rest/app.ts'
import { metricsRegistry } from '../rest/metrics.ts'
import { testAccount } from '../testing/account.ts'
import { type ReceivedSpan, startReceiver } from '../testing/telemetry/otlp-receiver.ts'
import { createHttp, drain } from './listener.ts'
import { listen } from './port.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${CALLER}-01`

/** Starts the service's HTTP server, with pages that read the database, call another server, and log. */
async function serve(pages: () => Promise<unknown> = async () => undefined): Promise<string> {
  const rest = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
  const server = createHttp(rest, (_, response) => void pages().finally(() => response.end('page')), {
    app_url: 'http://localhost:3000',
  })
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function sendTo(url: string, more: Record<string, string> = {}) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url)
  for (const [name, value] of Object.entries(more)) vi.stubEnv(name, value)
  const settings = readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more })
  const close = await openTelemetry(settings, { version: '1.2.3', registry: metricsRegistry })
  onTestFinished(async () => {
    await close()
    vi.unstubAllEnvs()
  })
  return close
}

const spanOf = (spans: ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.filter((span) => span.name === name)
  expect(found.length, `${name} in ${spans.map((span) => span.name).join('; ')}`).toBe(1)
  return found[0] as ReceivedSpan
}

test('a request of the API, its statements and its errors arrive as one trace that continues the caller’s', async () => {
  const receiver = await startReceiver()
  const close = await sendTo(receiver.url, {
    OTEL_SERVICE_NAME: 'newsletters',
    OTEL_RESOURCE_ATTRIBUTES: 'region=north',
  })
  const { account_id, api_key } = await testAccount()
  const url = await serve()
  const headers = {
    'X-Service-Api-Key': api_key,
    'Content-Type': 'application/json',
    'X-Request-Id': 'request-1',
    traceparent,
  }
  const body = JSON.stringify({ email_address: 'lin.secret@example.net' })
  const answer = await fetch(`${url}/v4/subscribers?secret=hidden`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  await close()
  const request = spanOf(receiver.spans, 'POST /v4/subscribers')
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 })
  expect(request.attributes).toMatchObject({
    'http.route': '/v4/subscribers',
    'http.response.status_code': 201,
    'envoi.request_id': 'request-1',
    'envoi.account_id': account_id,
  })
  const statements = receiver.spans.filter(({ attributes }) => attributes['db.system.name'])
  expect(statements.length).toBeGreaterThan(1)
  for (const { traceId, kind } of statements) expect([traceId, kind]).toEqual([TRACE, 3])
  expect(statements.map(({ name }) => name).join()).toMatch(/insert subscriber\b/)
  expect(receiver.raw.join()).not.toMatch(/lin\.secret|hidden/)
  expect(receiver.resources[0]).toMatchObject({
    'service.name': 'newsletters',
    'service.version': '1.2.3',
    region: 'north',
  })
})

test('the receiver gets headers from a file', async () => {
  const receiver = await startReceiver()
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'envoi-headers-')), 'headers')
  await writeFile(file, 'Authorization=Basic abc\n')
  const close = await sendTo(receiver.url, { OTEL_EXPORTER_OTLP_HEADERS_FILE: file })
  await fetch(`${await serve()}/healthz`)
  await close()
  expect([...receiver.authorizations]).toEqual(['Basic abc'])
})

test('a page is named without its tokens, and its work belongs to its span, even in callbacks', async () => {
  const receiver = await startReceiver()
  const close = await sendTo(receiver.url)
  const called: IncomingHttpHeaders[] = []
  const other = createServer(({ headers }, response) => response.end(called.push(headers) && '')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook/token-in-path`
  const url = await serve(async () => {
    await database().pool.query('select 1 from tag where name = $1', ['bound-value'])
    await outbound().fetch(address, { method: 'POST', body: '{}' })
  })
  await fetch(`${url}/reset/Zx81kqPq7Y?token=hidden`)
  await fetch(`${url}/healthz`)
  await close()
  const page = spanOf(receiver.spans, 'GET /reset/:any')
  const statement = spanOf(receiver.spans, 'select tag')
  const call = spanOf(receiver.spans, 'POST 127.0.0.1')
  expect([statement.parentSpanId, call.parentSpanId]).toEqual([page.spanId, page.spanId])
  expect(call.attributes).toMatchObject({ 'http.response.status_code': 200 })
  expect(called[0]?.traceparent).toBe(`00-${page.traceId}-${call.spanId}-01`)
  expect(receiver.raw.join()).not.toMatch(/Zx81kqPq7Y|hidden|bound-value|token-in-path/)
  expect(receiver.spans.filter(({ name }) => name.includes('healthz'))).toEqual([])
})

test("each step of a job is a trace, and a failing step's trace has failed", async () => {
  const receiver = await startReceiver()
  const close = await sendTo(receiver.url)
  const step = { run: (_: string, work: () => unknown) => work() } as never
  const run = withinLimits(step, { job: 'imports/apply', log: rootLogger() }, async (watched) => {
    await watched.run('count', () =>
      database()
        .pool.query('select count(*) from tag where id = $1', [1])
        .then(() => 1),
    )
    await watched.run('break', () => Promise.reject(new TypeError('lin@example.net is wrong')))
  })
  await expect(run).rejects.toThrow('is wrong')
  await close()
  const counted = spanOf(receiver.spans, 'imports/apply: count')
  expect(spanOf(receiver.spans, 'select tag')).toMatchObject({ traceId: counted.traceId, parentSpanId: counted.spanId })
  const broken = spanOf(receiver.spans, 'imports/apply: break')
  expect(broken).toMatchObject({ kind: 5, status: { code: 2 }, attributes: { 'error.type': 'TypeError' } })
  expect(broken.traceId).not.toBe(counted.traceId)
  expect(receiver.raw.join()).not.toContain('lin@example.net')
})

test('the receiver gets the metrics of /metrics, under the same names', async () => {
  const receiver = await startReceiver()
  const close = await sendTo(receiver.url, { OTEL_TRACES_EXPORTER: 'none' })
  const { api_key } = await testAccount()
  await fetch(`${await serve()}/v4/account`, { headers: { 'X-Service-Api-Key': api_key } })
  expect(tracing()).toBeUndefined()
  await close()
  const names = new Set(receiver.metrics.map(({ name }) => name))
  for (const { name, type } of await metricsRegistry().getMetricsAsJSON())
    if (String(type) !== 'summary') expect(names).toContain(name)
  const requests =
    receiver.metrics.find(({ name }) => name === 'envoi_http_request_seconds')?.histogram?.dataPoints ?? []
  expect(requests.length).toBeGreaterThan(0)
  for (const { count, bucketCounts, explicitBounds } of requests) {
    expect(bucketCounts.length).toBe(explicitBounds.length + 1)
    expect(bucketCounts.reduce((total, each) => total + each, 0)).toBe(count)
  }
})

test('without a receiver, traces and metrics are off', async () => {
  await openTelemetry(readEnv({}), { version: '1.2.3', registry: () => expect.unreachable() })
  expect(tracing()).toBeUndefined()
})

test('every log line of a request has its id, and its account once known', async () => {
  const lines: Record<string, unknown>[] = []
  configureLog('debug', new Writable({ write: (line, _, done) => done(void lines.push(JSON.parse(String(line)))) }))
  onTestFinished(() => void configureLog('silent'))
  const { account_id, api_key } = await testAccount()
  const url = await serve(async () => {
    rootLogger().warn('from a page')
    const scope = currentRequest()
    if (scope) scope.account_id = account_id
    rootLogger().warn('after the session was read')
  })
  const credentials = { 'X-Service-Api-Key': api_key }
  await fetch(`${url}/v4/account`, { headers: { ...credentials, 'X-Request-Id': 'request-1' } })
  await fetch(`${url}/v4/tags?per_page=many`, { headers: { ...credentials, 'X-Request-Id': 'request-1' } })
  await fetch(`${url}/v4/account`, { headers: { 'X-Request-Id': 'request-2' } })
  await fetch(`${url}/settings`, { headers: { 'X-Request-Id': 'request-3' } })
  await expect.poll(() => lines.filter(({ request_id }) => request_id === 'request-3').length).toBe(3)
  const of = (id: string) => lines.filter(({ request_id }) => request_id === id)
  expect(lines.filter(({ request_id }) => request_id === undefined)).toEqual([])
  expect(of('request-1').length).toBe(2)
  expect(of('request-1').every((line) => line.account_id === account_id)).toBe(true)
  expect(of('request-2').map((line) => line.account_id)).toEqual([undefined])
  expect(of('request-3').map((line) => line.account_id)).toEqual([undefined, account_id, account_id])
})
