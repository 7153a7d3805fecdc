import { hostname } from 'node:os'
import { context, type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Registry } from 'prom-client'
import { registryProducer } from './registry-producer.ts'
import { type Span, setTracing, type Tracing } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}
const DEFAULT_INTERVAL_MS = 60_000

export interface TelemetryOptions {
  traces: boolean
  metrics: boolean
  version: string
  registry: Registry
  /** As name=value, separated by commas. May come from a file, which the exporters do not read. */
  headers?: string | undefined
  /** Interval of exporting metrics. */
  interval_ms?: number
}

/**
 * Sends traces and metrics to the OTLP receiver of the environment's OTEL_* variables. Returns a function that sends the rest and stops.
 * Registers no global provider: Next would send addresses with their query, which contains tokens.
 */
export function startOtel({
  traces,
  metrics,
  version,
  registry,
  headers: written,
  interval_ms,
}: TelemetryOptions): () => Promise<void> {
  const headers = parseKeyPairsIntoRecord(written)
  const resource = resourceOf(version)
  const closing: (() => Promise<void>)[] = []
  if (traces) {
    const provider = new BasicTracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ headers }))],
    })
    const contexts = new AsyncLocalStorageContextManager().enable()
    context.setGlobalContextManager(contexts)
    setTracing(tracingOn(provider.getTracer('envoi', version)))
    closing.push(async () => {
      setTracing(undefined)
      context.disable()
      await provider.shutdown()
    })
  }
  if (metrics) {
    const exporting = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter({ headers }),
      exportIntervalMillis: interval_ms ?? DEFAULT_INTERVAL_MS,
      metricProducers: [registryProducer(registry, resource)],
    })
    const provider = new MeterProvider({ resource, readers: [exporting] })
    closing.push(() => provider.shutdown())
  }
  // An unavailable receiver must not make the process fail at its end.
  return async () => void (await Promise.allSettled(closing.map((close) => close())))
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
const resourceOf = (version: string): Resource =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'envoi',
        'service.version': version,
        'service.instance.id': `${hostname()}:${process.pid}`,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))

const propagator = new W3CTraceContextPropagator()
const getter = {
  keys: (headers: Record<string, unknown>) => Object.keys(headers),
  get: (headers: Record<string, string | string[] | undefined>, key: string) => headers[key],
}
const setter = {
  set: (headers: Record<string, string>, key: string, value: string) => {
    headers[key] = value
  },
}

function tracingOn(tracer: ReturnType<BasicTracerProvider['getTracer']>): Tracing {
  const wrapped = new WeakMap<OtelSpan, Span>()
  const wrap = (span: OtelSpan): Span => {
    const known = wrapped.get(span)
    if (known) return known
    const new_span: Span & { otel: OtelSpan } = {
      otel: span,
      rename: (name) => void span.updateName(name),
      set: (attributes) => void span.setAttributes(attributes),
      fail: (error) => {
        span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error)
        span.setStatus({ code: SpanStatusCode.ERROR })
      },
      end: () => span.end(),
    }
    wrapped.set(span, new_span)
    return new_span
  }
  const current = () => trace.getSpan(context.active())
  return {
    start: (name, { kind, attributes = {}, from }) => {
      const parent = from ? propagator.extract(ROOT_CONTEXT, from, getter) : context.active()
      return wrap(tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent))
    },
    within: (span, work) =>
      context.with(trace.setSpan(context.active(), (span as Span & { otel: OtelSpan }).otel), work),
    current: () => {
      const span = current()
      return span && wrap(span)
    },
    ids: () => {
      const found = current()?.spanContext()
      return found && { trace_id: found.traceId, span_id: found.spanId }
    },
    inject: (headers) => propagator.inject(context.active(), headers, setter),
    bind: (callback) => context.bind(context.active(), callback),
  }
}
