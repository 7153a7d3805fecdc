import type { Registry } from 'prom-client'
import type { Env } from '../../env.ts'

type Settings = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_TRACES_EXPORTER'
  | 'OTEL_METRICS_EXPORTER'
  | 'OTEL_METRIC_EXPORT_INTERVAL'
>

/**
 * Sends traces and metrics if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise loads nothing. Returns a function that sends the rest and
 * stops.
 */
export async function openTelemetry(
  settings: Settings,
  { version, registry }: { version: string; registry: () => Registry },
): Promise<() => Promise<void>> {
  const traces = settings.OTEL_TRACES_EXPORTER === 'otlp'
  const metrics = settings.OTEL_METRICS_EXPORTER === 'otlp'
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT || !(traces || metrics)) return async () => undefined
  const { startOtel } = await import('./otel.ts')
  return startOtel({
    traces,
    metrics,
    version,
    registry: registry(),
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    interval_ms: settings.OTEL_METRIC_EXPORT_INTERVAL,
  })
}
