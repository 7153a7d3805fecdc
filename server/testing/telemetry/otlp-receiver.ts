import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Attribute {
  key: string
  value: Record<string, string | number | boolean>
}

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code: number }
  attributes: Record<string, string | number | boolean | undefined>
}

export interface ReceivedMetric {
  name: string
  sum?: { isMonotonic: boolean; dataPoints: { asDouble: number }[] }
  gauge?: { dataPoints: { asDouble: number }[] }
  histogram?: { dataPoints: { count: number; sum: number; bucketCounts: number[]; explicitBounds: number[] }[] }
}

interface Body {
  resourceSpans?: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (ReceivedSpan & { attributes: Attribute[] })[] }[]
  }[]
  resourceMetrics?: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: ReceivedMetric[] }[] }[]
}

const attributesByName = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts a receiver of OTLP over HTTP with JSON, until the test ends. */
export async function startReceiver() {
  const spans: ReceivedSpan[] = []
  const metrics: ReceivedMetric[] = []
  const resources: Record<string, unknown>[] = []
  const raw: string[] = []
  const authorizations = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Body
    authorizations.add(request.headers.authorization)
    raw.push(JSON.stringify(body))
    for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
      resources.push(attributesByName(resource.attributes))
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: attributesByName(span.attributes) })
    }
    for (const { scopeMetrics } of body.resourceMetrics ?? [])
      metrics.push(...scopeMetrics.flatMap((scope) => scope.metrics))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    resources,
    raw,
    authorizations,
  }
}
