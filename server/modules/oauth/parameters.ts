import { rightsOf, SCOPES, type Scope } from '../../core/scopes.ts'
import { storable } from '../../core/wire.ts'
import { readCapped } from '../../lib/bytes/read-capped.ts'
import { invalidRequest, invalidScope, OauthError } from './errors.ts'

/** Request parameters by name. Empty ones are absent (RFC 6749 3.1). */
export type Parameters = ReadonlyMap<string, string>

const MAX_BODY_BYTES = 64 * 1024

/** Returns a required parameter. Throws OauthError. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw invalidRequest(`Missing parameter: ${name}`)
  return value
}

/** Returns the parameters of a query, the names that occur more than once, and the values before decoding. */
export function readQuery(query: string): { parameters: Parameters; repeated: Set<string>; written: Parameters } {
  const [parameters, raw_values] = [new Map<string, string>(), new Map<string, string>()]
  const repeated = new Set<string>()
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [[name, value] = ['', '']] = new URLSearchParams(pair)
    if (value === '') continue
    if (parameters.has(name)) repeated.add(name)
    parameters.set(name, value)
    raw_values.set(name, pair.slice(pair.indexOf('=') + 1))
  }
  return { parameters, repeated, written: raw_values }
}

/**
 * Returns the parameters of a form or JSON body. The first character decides, because official samples send JSON labeled as a form
 * (contract 3.2). Throws OauthError for values that the database cannot store, except for the names in `compared`.
 */
export async function readBody(
  request: Request,
  { compared = [] }: { compared?: readonly string[] } = {},
): Promise<Parameters> {
  const type = request.headers.get('content-type')
  if (type && !/^application\/(json|x-www-form-urlencoded)\s*(;|$)/i.test(type))
    throw invalidRequest('The body must be application/x-www-form-urlencoded or application/json')
  const text = await readText(request)
  const parameters = /^[{[]/.test(text) ? fromJson(text) : fromForm(text)
  for (const [name, value] of parameters)
    if (storable(value) !== value && !compared.includes(name)) throw invalidRequest(`Invalid parameter: ${name}`)
  return parameters
}

/** Returns the body as text. Throws OauthError above 64 KB. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readCapped(request, MAX_BODY_BYTES)
  if (!bytes) throw invalidRequest('The body is too large')
  return new TextDecoder().decode(bytes).trim()
}

function fromForm(text: string): Parameters {
  const { parameters, repeated } = readQuery(text)
  const [twice] = repeated
  if (twice !== undefined) throw invalidRequest(`Duplicate parameter: ${printable(twice)}`)
  return parameters
}

function fromJson(text: string): Parameters {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not valid JSON')
  }
  const given = Object.entries(body as object).filter(([, value]) => value !== null && value !== '')
  const odd = given.find(([, value]) => typeof value !== 'string' && typeof value !== 'number')
  if (odd) throw new OauthError('invalid_request', `Parameter ${printable(odd[0])} must be a string`)
  return new Map(given.map(([name, value]) => [name, String(value)]))
}

/** Makes an untrusted name safe for an error description (RFC 6749 5.2). */
const printable = (name: string) => name.replace(/[^\w.-]/g, '?').slice(0, 40)

/**
 * Returns the requested scopes. If none are requested: `public` if allowed, otherwise every allowed scope. Throws OauthError above `most`.
 */
export function readScopes(asked: string | undefined, allowed_scopes: readonly string[]): Scope[] {
  if (asked === undefined)
    return includesScopes(allowed_scopes, ['public'])
      ? ['public']
      : SCOPES.filter((scope) => allowed_scopes.includes(scope))
  const scopes = [...new Set(asked.split(' ').filter((word) => word !== ''))]
  const known = SCOPES.filter((scope) => scopes.includes(scope))
  if (known.length === 0 || known.length < scopes.length) {
    throw invalidScope(`scope must be one or more of ${SCOPES.join(', ')}, separated by spaces`)
  }
  if (!includesScopes(allowed_scopes, known))
    throw invalidScope('The requested scope exceeds what this app may request')
  return known
}

/** Returns whether every requested scope is granted. `public` contains most (contract 2.3). */
export const includesScopes = (granted: readonly string[], asked: readonly string[]): boolean =>
  [...rightsOf(asked)].every((right) => rightsOf(granted).has(right))
