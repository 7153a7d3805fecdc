import client from 'prom-client'

const holder = globalThis as typeof globalThis & {
  envoi_metrics?: { registry: client.Registry; requests: client.Histogram }
}

/** The process's registry; made once although this file is loaded twice. */
function metrics() {
  if (!holder.envoi_metrics) {
    const registry = new client.Registry()
    client.collectDefaultMetrics({ register: registry })
    const requests = new client.Histogram({
      name: 'envoi_http_request_seconds',
      help: 'Time to answer a request, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    })
    holder.envoi_metrics = { registry, requests }
  }
  return holder.envoi_metrics
}

export const metricsRegistry = () => metrics().registry

export const countRequest = (method: string, route: string, status: number, seconds: number): void =>
  metrics().requests.observe({ method, route, status }, seconds)
