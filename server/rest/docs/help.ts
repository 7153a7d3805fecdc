import type { Route } from '../route.ts'
import { operationId, tagOf } from './operation-name.ts'

/** Sections of docs/requests.md, for errors that are not about one operation. */
const SECTION: Readonly<Record<number, string>> = {
  400: 'body',
  401: 'authentication',
  403: 'permissions',
  404: 'paths',
  405: 'paths',
  413: 'body',
  429: 'limits',
}
/** Statuses that are about what an operation takes and answers. */
const ABOUT_OPERATION = [404, 409, 422]

/**
 * Returns the page of this instance that explains an error of the API: the operation in the reference, or a section of the guide to requests
 * (contract 5.1). Undefined for faults of the service.
 */
export function documentationUrl(base_url: string, status: number, route?: Route): string | undefined {
  // A read has no body: 400 is about its dates.
  if (route?.path.startsWith('/v4') && (ABOUT_OPERATION.includes(status) || (status === 400 && route.method === 'get')))
    return `${base_url}/docs#/${tagOf(route.path)}/${operationId(route.options.summary)}`
  const section = SECTION[status]
  return section && `${base_url}/docs/requests#${section}`
}
