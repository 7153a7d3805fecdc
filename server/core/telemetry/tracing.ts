import { processSingleton } from '../../lib/concurrency/process-singleton.ts'

// Spans without the packages of OpenTelemetry, which are loaded only with a configured receiver (otel.ts). Spans are created at the few
// places that all work passes. Automatic instrumentation has 234 packages and records texts of statements and addresses with tokens; so
// would Next's spans, so no global provider is registered. SMTP has no spans: a broadcast would create one per message.

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  /** Never values of statements, bodies, or addresses with tokens. */
  attributes?: Record<string, string | number | boolean>
  /** Request headers with the caller's trace. */
  from?: Record<string, string | string[] | undefined>
}

export interface Span {
  rename: (name: string) => void
  set: (attributes: Record<string, string | number | boolean>) => void
  /** Marks the span as failed. Only the error's type is sent, because messages may contain addresses. */
  fail: (error: unknown) => void
  end: () => void
}

export interface Tracing {
  start: (name: string, options: SpanOptions) => Span
  /** Runs `work` within the span. New spans in it become children. */
  within: <T>(span: Span, work: () => T) => T
  /** Returns the innermost current span. */
  current: () => Span | undefined
  /** `trace_id` and `span_id` for log lines. */
  ids: () => { trace_id: string; span_id: string } | undefined
  /** Adds `traceparent` to the headers of an outgoing request. */
  inject: (headers: Record<string, string>) => void
  /** Binds the current span to a callback that is called later from elsewhere. */
  bind: <Callback extends (...args: never[]) => unknown>(callback: Callback) => Callback
}

const holder = processSingleton<{ tracing?: Tracing | undefined }>('tracing', () => ({}))

/** Undefined while tracing is off. */
export const tracing = (): Tracing | undefined => holder.tracing

/** Turns tracing on or off in this process. */
export function setTracing(on: Tracing | undefined): void {
  holder.tracing = on
}

/** Runs `work` in its own span, which fails with it. While tracing is off, only runs it. */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const on = holder.tracing
  if (!on) return work(undefined)
  const span = on.start(name, options)
  try {
    return await on.within(span, () => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
