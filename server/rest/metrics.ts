import client from 'prom-client'
import { countFigure } from '../core/instance/figures.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'

/** Created on first use. Then the default metrics observe the process. */
const metrics = () =>
  processSingleton('metrics', () => {
    const registry = new client.Registry()
    client.collectDefaultMetrics({ register: registry })
    const requests = new client.Histogram({
      name: 'envoi_http_request_seconds',
      help: 'Time to answer a request, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    })
    const late = new client.Counter({
      name: 'envoi_search_texts_late_total',
      help: 'How often this process wrote search texts because no worker had for two minutes',
      registers: [registry],
    })
    return { registry, requests, late }
  })

export const metricsRegistry = () => metrics().registry

export function countRequest(method: string, route: string, status: number, seconds: number): void {
  metrics().requests.observe({ method, route, status }, seconds)
  countFigure('api_requests')
  if (status >= 500) countFigure('api_faults')
  else if (status >= 400) countFigure('api_refused')
}

export const countLateSearchTexts = (): void => metrics().late.inc()
