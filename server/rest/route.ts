import type { z } from 'zod'
import type { Ctx, Role } from '../core/context.ts'
import { type Page, PageQuery } from '../core/page/page.ts'
import type { Right } from '../core/scopes.ts'
import type { Saved } from '../core/wire.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Shape = z.ZodObject
type Out<S> = S extends Shape ? z.output<S> : unknown

/** `PUT /tags/:tag_id/subscribers/:id` takes `{ tag_id: number; id: number }`: path ids are integers. */
type PathIds<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: number } & PathIds<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: number }
    : unknown

type Input<Path extends string, Query, Body> = PathIds<Path> & Out<Query> & Out<Body>
export type Verb<In, Result> = (ctx: Ctx, input: In) => Promise<Result>

interface Common<Path extends string, Query extends Shape, Body extends Shape> {
  summary: string
  description?: string
  /** The required scope (contract 2.3). Default: `read` for GET, otherwise `write`. */
  scope?: Right
  /** Lowest role of the credential's user, as in the dashboard. Default: viewers read and editors write. */
  role?: Role
  /**
   * `any`, the default: API key or bearer token; `oauth`: bearer token only. `write_key`: as Segment's libraries send an API key
   * (request/write-key.ts), to a path below /v1.
   */
  credential?: 'any' | 'oauth' | 'write_key'
  query?: Query
  body?: Body
  /** The body may also be multipart/form-data, in which this property is a file. */
  form_file?: string
  /** The body may be wrapped in a property of this name. */
  wrapper?: string
  /** True if texts of the schemas name no field, since forms of the dashboard show them beside it: here each begins with its path. */
  names_fields?: boolean
  /** Called for an invalid body, so an unknown id responds with 404 before the body responds with 422 (contract 1). */
  subject?: Verb<PathIds<Path>, unknown>
  /** True if its response contains a secret, so the copy for an Idempotency-Key is encrypted. */
  has_secret?: boolean
  /** True if its response has `warnings` when HTML of the body is changed (contract 8.10.3). */
  warns?: boolean
  /** True if it reaches many subscribers. Its body has `dry_run` and `expected_recipients`, which no verb gets (core/reach.ts). */
  reaches?: boolean
  /** Additional statuses with their description, e.g. `{ 409: 'A rotation window is open' }`. */
  errors?: Record<number, string>
}

/** A declared operation for the kernel. Its types are checked at the declaration and erased here. */
export interface Route {
  kind: 'route' | 'upsert' | 'list' | 'bulk'
  method: Method
  path: string
  options: Common<string, Shape, Shape> & {
    scope: Right
    credential: 'any' | 'oauth' | 'write_key'
    as?: string
    of?: z.ZodType
    status?: number
    statuses?: readonly number[]
  }
  verb: (ctx: Ctx, input: never) => Promise<unknown>
}

/** Declares an operation. With `of` it responds with 200 (or `status`), otherwise 204. */
export function route<
  Path extends `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
  Query extends Shape = never,
  Body extends Shape = never,
  Of extends z.ZodType = never,
>(
  path: Path,
  verb: Verb<Input<Path, Query, Body>, [Of] extends [never] ? unknown : z.input<Of>>,
  options: Common<Path, Query, Body> & { as?: string; of?: Of; status?: 200 | 201 | 202 },
): Route {
  return declare('route', path, verb, options)
}

/** Declares an operation that finds or creates: 201 if `Saved.created`, 202 if `Saved.accepted`, otherwise 200. */
export function upsert<
  Path extends `${'POST' | 'PUT'} /${string}`,
  Of extends z.ZodType,
  Query extends Shape = never,
  Body extends Shape = never,
>(
  path: Path,
  verb: Verb<Input<Path, Query, Body>, Saved<z.input<Of>>>,
  options: Common<Path, Query, Body> & {
    as: string
    of: Of
    /** Possible statuses. Default: 200 and 201. */
    statuses?: readonly (200 | 201 | 202)[]
  },
): Route {
  return declare('upsert', path, verb, options)
}

/** Declares a list with cursor pagination. Paging parameters are added to `query`. */
export function list<
  Path extends `${'GET' | 'POST'} /${string}`,
  Of extends z.ZodType,
  Query extends Shape = never,
  Body extends Shape = never,
>(
  path: Path,
  verb: Verb<Input<Path, Query, Body> & PageQuery, Page<z.input<Of>>>,
  options: Common<Path, Query, Body> & { as: string; of: Of },
): Route {
  const query = options.query ? options.query.extend(PageQuery.shape) : PageQuery
  return declare('list', path, verb, { ...options, query })
}

/** Makes a verb that changes something and responds with what `read` returns: for the input, and for what the change returned. */
export const thenRead =
  <In, Changed, Result>(
    change: Verb<In, Changed>,
    read: Verb<NoInfer<In & (Changed extends object ? Changed : unknown)>, Result>,
  ): Verb<In, Result> =>
  async (ctx, input) =>
    read(ctx, { ...input, ...((await change(ctx, input)) as object | undefined) } as Parameters<typeof read>[1])

export function declare(kind: Route['kind'], path: string, verb: unknown, options: object): Route {
  const [method = '', pattern = ''] = path.split(' ')
  const base = 'credential' in options && options.credential === 'write_key' ? '/v1' : '/v4'
  return {
    kind,
    method: method.toLowerCase() as Method,
    path: `${base}${pattern}`,
    options: { scope: method === 'GET' ? 'read' : 'write', credential: 'any', ...options } as Route['options'],
    verb: verb as Route['verb'],
  }
}
