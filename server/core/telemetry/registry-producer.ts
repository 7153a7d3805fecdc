import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'

type Metric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]
type Value = Metric['values'][number] & { metricName?: string }

/** Reads the metrics of /metrics for OpenTelemetry, so every metric is counted once under one name. */
export function registryProducer(registry: Registry, resource: Resource): MetricProducer {
  const started = millisToHrTime(Date.now())
  return {
    async collect() {
      const found = await registry.getMetricsAsJSON()
      const times = { startTime: started, endTime: millisToHrTime(Date.now()) }
      const metrics = found.flatMap((metric) => dataOf(metric, times) ?? [])
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'envoi' }, metrics }] }, errors: [] }
    },
  }
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}

function dataOf(metric: Metric, times: Times): MetricData | undefined {
  const { name, help, values } = metric
  // Declared as a number, but `type` is the word.
  const type = String(metric.type)
  const shared = {
    descriptor: { name, description: help, unit: name.includes('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const points = values.map(({ labels, value }) => ({ ...times, attributes: labels as Attributes, value }))
  if (type === 'counter') return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }
  if (type === 'gauge') return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints: points }
  if (type !== 'histogram') return undefined
  return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }
}

/** prom-client lists each bucket of a histogram, and includes the counts of smaller buckets. */
function histograms(values: readonly Value[], times: Times) {
  const groups = Map.groupBy(values, ({ labels: { le, ...labels } }) => JSON.stringify(labels))
  return [...groups].map(([key, group]) => {
    const ending = (suffix: string) => group.filter(({ metricName }) => metricName?.endsWith(suffix))
    const buckets = ending('_bucket')
    const counts = buckets.map(({ value }, i) => value - (buckets[i - 1]?.value ?? 0))
    const boundaries = buckets.flatMap(({ labels: { le } }) => (le === '+Inf' ? [] : [Number(le)]))
    const [sum, count] = ['_sum', '_count'].map((suffix) => ending(suffix)[0]?.value ?? 0)
    const value = { buckets: { boundaries, counts }, sum, count: count ?? 0, hasMinMax: false }
    return { ...times, attributes: JSON.parse(key) as Attributes, value }
  })
}
