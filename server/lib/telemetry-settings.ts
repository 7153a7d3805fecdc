import { z } from 'zod'

const exporter = z.enum(['otlp', 'none'], { error: 'is neither otlp nor none' }).default('otlp')

/** The standard variables of OpenTelemetry that most installations set. Its packages read the others from the environment, too. */
export const TELEMETRY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
      error: 'is not an address that starts with http:// or https://',
    })
    .optional()
    .meta({
      description:
        'Receiver of OpenTelemetry traces and metrics (OTLP over HTTP), such as http://localhost:4318. Empty: none are sent.',
    }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => text.split(',').every((pair) => /^[\w.-]+=.+$/.test(pair.trim())), {
      error: 'is not a list of headers such as name=value, other=value',
    })
    .optional()
    .meta({ description: 'Headers for that receiver, as name=value, separated by commas.' }),
  OTEL_SERVICE_NAME: z.string().default('envoi').meta({ description: 'Name of this service in traces and metrics.' }),
  OTEL_TRACES_EXPORTER: exporter.meta({ description: 'none: no traces are sent.' }),
  OTEL_METRICS_EXPORTER: exporter.meta({ description: 'none: no metrics are sent.' }),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ],
      { error: 'is not a sampler such as parentbased_traceidratio' },
    )
    .default('parentbased_always_on')
    .meta({
      description:
        'Which requests and jobs are traced. parentbased_traceidratio: the share in OTEL_TRACES_SAMPLER_ARG.',
    }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'is not a number' })
    .min(0, 'is below 0')
    .max(1, 'is above 1')
    .optional()
    .meta({ description: 'Share of requests and jobs that are traced, from 0 to 1.' }),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(100, 'is below 100')
    .default(60_000)
    .meta({ description: 'Milliseconds between two exports of metrics.' }),
}
