import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import { Pagination } from '../../core/page/page.ts'
import type { Route } from '../route.ts'

const Errors = z.object({ errors: z.array(z.string()) }).meta({ id: 'Errors', example: { errors: ['Not Found'] } })

/** Adds an operation to the OpenAPI document. */
export function register(app: OpenAPIHono, route: Route): void {
  const { options } = route
  const params = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  app.openAPIRegistry.registerPath({
    method: route.method,
    path: route.path.replace(/:(\w+)/g, '{$1}'),
    operationId: operationId(options.summary),
    tags: [tagOf(route.path)],
    summary: options.summary,
    ...(options.description ? { description: options.description } : {}),
    security:
      options.credential === 'oauth' ? [{ oauth: [options.scope] }] : [{ api_key: [] }, { oauth: [options.scope] }],
    request: {
      ...(params.length > 0
        ? {
            params: z.object(
              Object.fromEntries(
                params.map((name) => [
                  name,
                  z
                    .int()
                    .min(1)
                    .meta({ param: { name, in: 'path' } }),
                ]),
              ),
            ),
          }
        : {}),
      ...(options.query ? { query: options.query } : {}),
      ...(options.body ? { body: { content: { 'application/json': { schema: bodySchema(route) } } } } : {}),
    },
    responses: responses(route, params.length > 0),
  } as RouteConfig)
}

const bodySchema = ({ options: { body, wrapper } }: Route): z.ZodType => {
  const schema = body ?? z.object({})
  return wrapper ? z.union([z.object({ [wrapper]: schema }), schema]) : schema
}

export function describeApi(app: OpenAPIHono, base_url: string) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'api_key', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Api-Key',
    description: 'For testing and personal tools. A key never has more rights than the user who created it has now.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'oauth', {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: `${base_url}/v4/oauth/authorize`,
        tokenUrl: `${base_url}/v4/oauth/token`,
        refreshUrl: `${base_url}/v4/oauth/token`,
        scopes: { read: 'Read the account', write: 'Change the account', public: 'Read and change the account' },
      },
    },
  })
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Envoi API',
      version: '4',
      description:
        'Manage subscribers, tags, custom fields and broadcasts of a creator account. Errors are `{"errors": ["text"]}`. Lists are cursor-paginated. Writes accept an `Idempotency-Key`. Guides: [webhooks](/docs/webhooks), [bulk requests](/docs/bulk), [plugins](/docs/plugins).',
    },
    servers: [{ url: base_url }],
  })
}

const SAVED: Record<number, string> = {
  200: 'It existed',
  201: 'It was made',
  202: 'It was accepted; a job applies it',
}

function responses(route: Route, hasId: boolean): RouteConfig['responses'] {
  const { options } = route
  const error = (description: string) => ({ description, content: { 'application/json': { schema: Errors } } })
  return {
    ...Object.fromEntries(statusesOf(route).map((status) => [status, success(route, status)])),
    401: error('The credential is missing, unknown, revoked, expired or of the wrong kind'),
    403: error('The credential or the plan does not allow this'),
    ...(hasId ? { 404: error('The id does not exist') } : {}),
    ...(options.body || options.query ? { 422: error('Validation failed; each text names its field') } : {}),
    429: error('Too many requests: see `Retry-After`'),
    500: error('A fault of the service'),
    503: error('Nothing was done, and the same request may succeed: see `Retry-After`'),
    ...Object.fromEntries(Object.entries(options.errors ?? {}).map(([status, text]) => [status, error(text)])),
  }
}

function success(route: Route, status: number): RouteConfig['responses'][number] {
  const answer = (description: string) => ({
    description,
    content: { 'application/json': { schema: answerSchema(route) } },
  })
  if (status === 204) return { description: 'Done' }
  if (route.kind === 'upsert') return answer(SAVED[status] ?? '')
  if (route.kind !== 'bulk') return answer('OK')
  if (status === 200) return answer('Up to 100 items: their results')
  return {
    description: 'More than 100 items: accepted, a job applies them',
    content: { 'application/json': { schema: z.object({}) } },
  }
}

/** Returns the success statuses of an operation. */
export function statusesOf({ kind, options }: Route): readonly number[] {
  if (kind === 'upsert') return options.statuses ?? [200, 201]
  if (kind === 'bulk') return [200, 202]
  return [options.of ? (options.status ?? 200) : 204]
}

const LeftOut = z.array(z.string()).describe('What of the given HTML was left out. Absent if all of it was kept.')

/** Returns the schema of an operation's answer. Contract tests check real answers with it. */
export function answerSchema({ kind, options }: Route): z.ZodType {
  const of = (options.of ?? z.never()) as z.ZodType
  if (kind === 'list') return z.object({ [options.as as string]: z.array(of), pagination: Pagination })
  if (kind === 'bulk') return of
  if (kind === 'upsert') {
    return z.object({ [options.as as string]: of, warnings: z.array(z.string()).optional() })
  }
  if (options.warns) return z.object({ [options.as as string]: of, warnings: LeftOut.optional() })
  return options.as ? z.object({ [options.as]: of }) : of
}

const tagOf = (path: string) => path.split('/')[2] ?? 'v4'

/** Returns the operation's name from its summary: "List the tags of a subscriber" becomes listTagsOfSubscriber. */
export const operationId = (summary: string): string =>
  summary
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word && !/^(a|an|the|its)$/i.test(word))
    .map((word, i) => (i === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1)))
    .join('')
