import { expect, test } from 'vitest'
import { routes } from '../registry.ts'
import { pathOf, routeFinder } from './find-route.ts'

const find = routeFinder(routes)
const found = (method: string, path: string) => {
  const { route, params } = find(method, pathOf(new Request(`http://envoi.test${path}`).url)) ?? {}
  return route && { path: route.path, params }
}

test.each(routes.map((route) => ({ route, name: `${route.method.toUpperCase()} ${route.path}` })))(
  '$name is found with its ids',
  ({ route }) => {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const params = Object.fromEntries(names.map((name, at) => [name, String(at + 11)]))
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    expect(found(route.method.toUpperCase(), path)).toEqual({ path: route.path, params })
    expect(found(route.method.toUpperCase(), `${path}?per_page=1/2`)).toEqual({ path: route.path, params })
  },
)

test('a path in an unusual form is left to the router', () => {
  const unusual = [
    '/v4/subscribers/x',
    '/v4/subscribers/1/',
    '/v4//subscribers',
    '/v4/subscribers/%31',
    '/v4',
    '/',
    '/V4/account',
  ]
  for (const path of unusual) expect(found('GET', path)).toBeUndefined()
  expect(found('HEAD', '/v4/account')).toBeUndefined()
  expect(found('OPTIONS', '/v4/account')).toBeUndefined()
})
