import type { Route } from '../route.ts'

export interface FoundRoute {
  route: Route
  params: Record<string, string>
}

export type RouteFinder = (method: string, path: string) => FoundRoute | undefined

/** Returns the path of an address normalized by `Request`. */
export function pathOf(url: string): string {
  // Skips `https://`, the longest protocol. Only the host precedes the path.
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return url.slice(start, end < 0 ? undefined : end)
}

/**
 * Finds a request's route with one lookup if its path has the usual form, with numeric ids; otherwise undefined. Hono's router is slower:
 * it tries several patterns, because `/subscribers/:id` and `/subscribers/filter` overlap.
 */
export function routeFinder(routes: readonly Route[]): RouteFinder {
  const routes_by_path = new Map(
    routes.map((route) => [
      `${route.method.toUpperCase()} ${route.path.replace(/:\w+/g, ':')}`,
      { route, names: [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name) },
    ]),
  )
  return (method, path) => {
    const ids: string[] = []
    const pattern = path.replace(/\/(\d+)(?=\/|$)/g, (_, id: string) => {
      ids.push(id)
      return '/:'
    })
    const found = routes_by_path.get(`${method} ${pattern}`)
    if (!found) return undefined
    return { route: found.route, params: Object.fromEntries(found.names.map((name, at) => [name, ids[at] ?? ''])) }
  }
}
