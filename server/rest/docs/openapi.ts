import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import { PUBLIC_EVENT_TYPES, type PublicEventType } from '../../core/events/events.ts'
import type { EventPart } from '../../core/events/objects.ts'
import { EVENTS } from '../../core/events/table.ts'
import { Pagination } from '../../core/page/page.ts'
import { Reached } from '../../core/reach.ts'
import type { Scope } from '../../core/scopes.ts'
import { Timestamp } from '../../core/wire.ts'
import type { Route } from '../route.ts'
import { describeProperties } from './describe-properties.ts'
import { EXAMPLE_BODIES } from './example-bodies.ts'
import { operationId, tagOf } from './operation-name.ts'
import { describeParameters } from './parameter-descriptions.ts'

const Errors = z
  .object({
    errors: z.array(z.string()),
    documentation_url: z
      .string()
      .optional()
      .meta({ format: 'uri', description: 'The page that explains the problem. Absent for faults of the service.' }),
  })
  .meta({ id: 'Errors', example: { errors: ['Not Found'] } })

const IDEMPOTENCY_KEY = z.object({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'A key of your choice: the same request with it is done once within 24 hours.' }),
})

const IF_NONE_MATCH = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'The `ETag` of an earlier answer.' }),
})

/** Response headers. */
const HEADERS = {
  'X-Request-Id': ['string', 'Names the request in logs; a given one is taken over.'],
  'RateLimit-Limit': ['integer', 'Requests that the credential may make in its window.'],
  'RateLimit-Remaining': ['integer', 'Requests that are left in the window.'],
  'RateLimit-Reset': ['integer', 'Seconds until more are left.'],
  'Retry-After': ['integer', 'Seconds after which to try again.'],
  'Idempotency-Replayed': ['string', '`true` if the answer is the stored one of an earlier request with the same key.'],
  ETag: ['string', 'Names what was read. As `If-None-Match` it gets a 304 while nothing changed.'],
  'WWW-Authenticate': [
    'string',
    'Why the credential was refused, the scope that is missing, and where tokens come from.',
  ],
} as const
type Header = keyof typeof HEADERS
const EVERY_ANSWER: readonly Header[] = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  read: 'Read the account',
  write: 'Change the account, but not what other scopes are for',
  'files:write': 'Change images and files of forms, import and export data',
  'automations:write': 'Publish and pause automations, and add, move and remove their subscribers',
  'sending:write':
    'Control broadcasts in progress, sequences and sending domains, change or delete many subscribers, and email suppressed addresses again',
  'account:write': 'Change settings of the account, the domain of its site and checkouts',
  'privacy:write': 'Erase subscribers',
  'team:write': 'Invite, change and remove members, revoke API keys, and uninstall apps',
  public: 'All of these but team:write',
}

/** Errors shared by many operations, by status. */
const ERRORS: Record<number, { name: string; description: string; headers?: readonly Header[] }> = {
  400: { name: 'Malformed', description: 'The body is no JSON' },
  401: {
    name: 'Unauthorized',
    description: 'The credential is missing, unknown, revoked, expired or of the wrong kind',
    headers: [...EVERY_ANSWER, 'WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The credential or the plan does not allow this',
    headers: [...EVERY_ANSWER, 'WWW-Authenticate'],
  },
  404: { name: 'NotFound', description: 'The id does not exist' },
  409: {
    name: 'Running',
    description: 'A request with this Idempotency-Key is still running',
    headers: [...EVERY_ANSWER, 'Retry-After'],
  },
  413: { name: 'TooLarge', description: 'The body has more than 10 MB, 100,000 values or 200 levels' },
  422: { name: 'Invalid', description: 'Validation failed; each text names its field' },
  429: { name: 'TooManyRequests', description: 'Too many requests', headers: [...EVERY_ANSWER, 'Retry-After'] },
  500: { name: 'Fault', description: 'A fault of the service' },
  503: {
    name: 'Unavailable',
    description: 'Nothing was done, and the same request may succeed',
    headers: [...EVERY_ANSWER, 'Retry-After'],
  },
}

const headerRefs = (names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const errorAnswer = (description: string, headers: readonly Header[] = EVERY_ANSWER) => ({
  description,
  headers: headerRefs(headers),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
})

/** @param shared what else has this status */
const ownError = (text: string, shared?: { description: string; headers?: readonly Header[] }) =>
  shared
    ? errorAnswer(`${text}, or ${shared.description[0]?.toLowerCase()}${shared.description.slice(1)}`, shared.headers)
    : errorAnswer(text)

/** Adds an operation to the OpenAPI document. */
function register(app: OpenAPIHono, route: Route): void {
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
      ...requestHeaders(route),
      ...(options.body
        ? {
            body: {
              required: needsBody(options.body),
              content: {
                'application/json': { schema: bodySchema(route), ...exampleOf(route) },
                ...(options.form_file ? { 'multipart/form-data': { schema: options.body } } : {}),
              },
            },
          }
        : {}),
    },
    responses: responses(route, params.length > 0),
  } as RouteConfig)
}

/** Lists have no ETag, because their cursors change. */
const hasEtag = ({ kind, method }: Route) => kind === 'route' && method === 'get'

const requestHeaders = (route: Route) =>
  route.method !== 'get' ? { headers: IDEMPOTENCY_KEY } : hasEtag(route) ? { headers: IF_NONE_MATCH } : {}

/** Returns the example, which tests also send. `[]` means no body. */
function exampleOf({ method, path }: Route): { example?: unknown } {
  const example = EXAMPLE_BODIES[`${method.toUpperCase()} ${path}`]
  return Array.isArray(example) ? {} : { example }
}

/** A missing body is read as `{}`. */
const needsBody = (body: z.ZodType) => !body.safeParse({}).success

const bodySchema = ({ options: { body = z.object({}), wrapper, form_file } }: Route): z.ZodType => {
  const without = () => z.object(Object.fromEntries(Object.entries(body.shape).filter(([name]) => name !== form_file)))
  const schema = form_file ? without() : body
  return wrapper ? z.union([z.object({ [wrapper]: schema }), schema]) : schema
}

/** Adds the request that reports events of a type to endpoints as its own operation. */
function registerWebhook(app: OpenAPIHono, type: PublicEventType): void {
  const { label, data } = EVENTS[type]
  const parts = Object.entries<EventPart>(data).map(([name, { schema }]) => [name, schema] as const)
  app.openAPIRegistry.registerWebhook({
    method: 'post',
    path: type,
    operationId: operationId(`On ${type}`),
    tags: ['webhooks'],
    summary: label,
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              delivery_id: z.int(),
              events: z.array(
                z.object({
                  id: z.string().meta({ format: 'uuid' }),
                  type: z.literal(type),
                  created: Timestamp,
                  data: z.object(Object.fromEntries(parts)),
                }),
              ),
            }),
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received. After any other answer the same body is sent again.' } },
  } as RouteConfig)
}

/** Returns the OpenAPI document of these routes and of what `app` has registered. */
export function describeApi(app: OpenAPIHono, routes: readonly Route[], base_url: string) {
  const { openAPIRegistry: registry } = app
  for (const route of routes) register(app, route)
  registry.register('Errors', Errors)
  for (const [name, [type, description]] of Object.entries(HEADERS))
    registry.registerComponent('headers', name, { schema: { type }, description })
  for (const { name, description, headers } of Object.values(ERRORS))
    registry.registerComponent('responses', name, errorAnswer(description, headers))
  for (const type of PUBLIC_EVENT_TYPES) registerWebhook(app, type)
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
        scopes: SCOPE_DESCRIPTIONS,
      },
    },
  })
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Envoi API',
      version: '4',
      description:
        'Manage subscribers, tags, custom fields and broadcasts of a creator account. Errors are `{"errors": ["text"]}`, and `documentation_url` names the page that helps. Lists are cursor-paginated. Writes accept an `Idempotency-Key`. Guides: [requests](/docs/requests), [webhooks](/docs/webhooks), [bulk requests](/docs/bulk), [plugins](/docs/plugins).',
    },
    servers: [{ url: base_url }],
  })
  describeProperties(document)
  describeParameters(document)
  return document
}

const SAVED: Record<number, string> = {
  200: 'It existed',
  201: 'It was made',
  202: 'It was accepted; a job applies it',
}

function responses(route: Route, hasId: boolean): RouteConfig['responses'] {
  const { options, method } = route
  const errors = [
    ...(options.body ? [400, 413] : []),
    ...(hasId ? [404] : []),
    ...(method === 'get' ? [] : [409]),
    ...(options.body || options.query || method !== 'get' ? [422] : []),
    401,
    403,
    429,
    500,
    503,
  ]
  return {
    ...Object.fromEntries(
      statusesOf(route).map((status) => {
        const headers: Header[] = [
          ...EVERY_ANSWER,
          ...(method === 'get' ? [] : (['Idempotency-Replayed'] as const)),
          ...(hasEtag(route) ? (['ETag'] as const) : []),
        ]
        return [status, { ...success(route, status), headers: headerRefs(headers) }]
      }),
    ),
    ...Object.fromEntries(
      errors.flatMap((status) => {
        const shared = ERRORS[status]
        return shared ? [[status, { $ref: `#/components/responses/${shared.name}` }]] : []
      }),
    ),
    ...(hasEtag(route) && {
      304: { description: 'It is as `If-None-Match` says', headers: headerRefs([...EVERY_ANSWER, 'ETag']) },
    }),
    ...Object.fromEntries(
      Object.entries(options.errors ?? {}).map(([status, text]) => [
        status,
        ownError(text, errors.includes(Number(status)) ? ERRORS[Number(status)] : undefined),
      ]),
    ),
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

const LeftOut = z
  .array(z.string())
  .describe('Parts of the given HTML that were left out. Absent if everything was kept.')

const TriedOut = Reached.describe('Whom it would reach. Only of a dry run, which changed nothing.')

/** Returns the schema of an operation's response. Contract tests check real responses with it. */
export function answerSchema({ kind, options }: Route): z.ZodType {
  const of = (options.of ?? z.never()) as z.ZodType
  if (kind === 'list') return z.object({ [options.as as string]: z.array(of), pagination: Pagination })
  if (kind === 'bulk') return of
  if (kind === 'upsert') {
    return z.object({ [options.as as string]: of, warnings: z.array(z.string()).optional() })
  }
  const tried = options.reaches && { dry_run: TriedOut.optional() }
  if (!options.as) return tried && of instanceof z.ZodObject ? of.extend(tried) : of
  return z.object({
    [options.as]: of,
    ...(options.warns && { warnings: LeftOut.optional() }),
    ...tried,
  })
}
