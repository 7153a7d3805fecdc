import { Call, List, type RequestOptions } from './call.ts'
import { ROUTES } from './generated/routes.ts'
import type { Operations, Resources } from './generated/types.ts'
import { type TransportOptions, transport } from './transport.ts'

export * from './call.ts'
export * from './errors.ts'
export type * from './generated/types.ts'
export type { Logger, LogLevel, LogOptions } from './log.ts'
export { type PollOptions, poll } from './poll.ts'
export type { Credential } from './transport.ts'
export { unwrapWebhook, verifyWebhook, WebhookVerificationError } from './webhook.ts'
export type * from './webhook-events.ts'

export type EnvoiOptions = TransportOptions

type Method = (...args: never[]) => unknown

/** The methods of an account's resources, and `request()` for the same by their routes. */
export interface Envoi extends Resources {
  /**
   * Calls an operation by its route. It takes and answers what its method does:
   *
   *     await envoi.request('PUT /v4/tags/{id}', tag.id, { name: 'Members' })
   */
  request<Route extends keyof Operations>(
    route: Route,
    ...args: Operations[Route] extends Method ? Parameters<Operations[Route]> : never
  ): Operations[Route] extends Method ? ReturnType<Operations[Route]> : never
}

/**
 * A client of one account. The service's OpenAPI document has the same methods, bodies and answers:
 *
 *     const envoi = createEnvoi({ base_url, api_key })
 *     const { tag } = await envoi.tags.create({ name: 'Beta' })
 *
 * Timestamps are ISO 8601 in UTC. Limits: 120 requests a minute with an API key, 600 with an access token. Throws TypeError without an
 * address or a credential, and for an API key in a browser.
 */
export function createEnvoi(options: EnvoiOptions): Envoi {
  const send = transport(options)
  const by_route = new Map<string, Method>()
  const envoi: Record<string, unknown> = {
    request: (route: string, ...args: never[]) => {
      const method = by_route.get(route)
      if (!method) throw new TypeError(`There is no operation ${route}`)
      return method(...args)
    },
  }
  for (const [name, text] of Object.entries(ROUTES)) {
    const [verb = '', path = '', takes = '', listed] = text.split(' ')
    const method = methodOf(send, { verb, path, takes, listed })
    by_route.set(`${verb} ${path}`, method)
    const parts = name.split('.')
    const last = parts.pop() ?? ''
    let at = envoi
    for (const part of parts) {
      at[part] ??= {}
      at = at[part] as Record<string, unknown>
    }
    at[last] = method
  }
  return envoi as unknown as Envoi
}

interface Described {
  verb: string
  path: string
  /** `b` if it takes a body, `q` if it takes a query, in this order after the ids. */
  takes: string
  /** The property of a list's records. */
  listed: string | undefined
}

function methodOf(send: ReturnType<typeof transport>, { verb, path, takes, listed }: Described): Method {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return (...args: unknown[]) => {
    const ids = args.splice(0, names.length)
    const filled = names.reduce((text, name, at) => text.replace(`{${name}}`, idText(name, ids[at])), path)
    const body = takes.includes('b') ? (args.shift() as object | undefined) : undefined
    const query = takes.includes('q') ? (args.shift() as object | undefined) : undefined
    const options = args.shift() as RequestOptions | undefined
    const ask = (query?: object, given = body) => send({ method: verb, path: filled, query, body: given, options })
    if (!listed) return new Call(ask(query))
    // A cursor in the body takes precedence over the query's, so it must not stay there.
    const next = (after: string) => page({ ...query, ...FIRST_ONLY, after }, body && { ...body, ...FIRST_ONLY })
    const page = (...asked: Parameters<typeof ask>): List<string, unknown> =>
      new List(ask(...asked) as never, { name: listed, next })
    return page(query, body)
  }
}

/** Parameters of the first page. Counting all rows is slow, so later pages do not ask for it. */
const FIRST_ONLY = { before: undefined, after: undefined, include_total_count: undefined }

/** Throws for what would ask for another path. */
function idText(name: string, id: unknown): string {
  if (!/^\d+$/.test(String(id))) throw new TypeError(`${name} must be an id, not ${String(id)}`)
  return String(id)
}
