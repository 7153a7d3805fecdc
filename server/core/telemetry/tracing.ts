import { processSingleton } from '../../lib/concurrency/process-singleton.ts'

// Spans, without the packages of OpenTelemetry: they are loaded only in a process whose settings name a receiver (otel.ts). Spans are made at
// the few places that all work passes. Automatic instrumentation is 234 packages and records texts of statements and addresses with tokens,
// and so would Next's own spans, so no global provider is registered. SMTP has none: a broadcast would send one for each message.

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  /** Never values of statements, bodies, or addresses with tokens. */
  attributes?: Record<string, string | number | boolean>
  /** Headers of the request that carry the caller's trace. */
  from?: Record<string, string | string[] | undefined>
}

export interface Span {
  rename: (name: string) => void
  set: (attributes: Record<string, string | number | boolean>) => void
  /** Marks it as failed. Only the error's type leaves the process, because messages may contain addresses. */
  fail: (error: unknown) => void
  end: () => void
}

export interface Tracing {
  start: (name: string, options: SpanOptions) => Span
  /** Runs `work` inside of the span; what starts in it becomes a child. */
  within: <T>(span: Span, work: () => T) => T
  /** The innermost span that this code runs in. */
  current: () => Span | undefined
  /** `trace_id` and `span_id` for log lines. */
  ids: () => { trace_id: string; span_id: string } | undefined
  /** Adds `traceparent` to the headers of an outgoing request. */
  inject: (headers: Record<string, string>) => void
  /** Keeps the current span for a callback that is called later from elsewhere. */
  bind: <Callback extends (...args: never[]) => unknown>(callback: Callback) => Callback
}

const holder = processSingleton<{ tracing?: Tracing | undefined }>('tracing', () => ({}))

/** Undefined unless traces are on. */
export const tracing = (): Tracing | undefined => holder.tracing

/** Turns traces on or off, for this process. */
export function setTracing(on: Tracing | undefined): void {
  holder.tracing = on
}

/** Runs `work` in a span of its own, which fails with it. Only calls it while traces are off. */
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
