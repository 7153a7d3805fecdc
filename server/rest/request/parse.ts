import type { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { AppError, invalid, malformed, notFound, tooLarge } from '../../core/errors.ts'
import { ReachInput, refuseReach } from '../../core/reach.ts'
import { accountKey, readInTurn } from '../../core/texts/long-texts.ts'
import { refuseJson } from '../../lib/bytes/json-shape.ts'
import type { Route } from '../route.ts'

const MAX_INT4 = 2_147_483_647
/** Their ids are 64-bit. */
const LONG_IDS = ['subscribers', 'deliveries', 'suppressions', 'automation_runs', 'caught_mail']
export const MAX_BODY_BYTES = 10 * 1024 * 1024
const decoder = new TextDecoder()

/** Reads the body up to the limit, a long one in its turn. Its bytes also identify a request with an idempotency key. */
export async function readBody(request: Request, account_id: number): Promise<Buffer<ArrayBuffer>> {
  if (request.method === 'GET' || request.method === 'HEAD') return Buffer.alloc(0)
  const bytes = await readInTurn(request, MAX_BODY_BYTES, accountKey(account_id))
  if (!bytes) throw oversize()
  return bytes
}

/** Merges path ids, query and body into the service's input. The body takes precedence over the query (contract 8.3). */
export async function parseInput(
  route: Route,
  ctx: Ctx,
  request: { params: Record<string, string>; query: string; body: Buffer; content_type?: string | null },
): Promise<Record<string, unknown>> {
  const ids = pathIds(route.path, request.params)
  const form_type = route.options.form_file && /^multipart\/form-data\b.*/is.exec(request.content_type ?? '')?.[0]
  const takes_body = route.options.body !== undefined || namesReach(request.body)
  const refusal = takes_body && !form_type ? await refuseJson(request.body) : undefined
  if (refusal) throw tooLarge(refusal)
  const { body: schema, names_fields, wrapper } = route.options
  const given = async () =>
    form_type ? formFields(request.body, form_type) : sentObject(request.body, request.content_type)
  try {
    const outer = takes_body ? await given() : {}
    const inner = unwrap(outer, wrapper)
    refuseIgnored(route.options, outer, inner)
    const body = schema ? checkBody(schema, inner, names_fields) : undefined
    const query = route.options.query ? check(route.options.query, queryObject(request.query), names_fields) : undefined
    return { ...query, ...definedMembers(body), ...ids }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') await route.options.subject?.(ctx, ids)
    throw error
  }
}

/** Refuses `dry_run` and `expected_recipients` in a query, which no route reads there. */
export const refuseReachInQuery = (query: string): void => refuseReach(queryObject(query))

/** Refuses them in a body whose route ignores them: one of another route, or beside the wrapper. */
function refuseIgnored({ reaches }: Route['options'], outer: Record<string, unknown>, inner: Record<string, unknown>) {
  if (!reaches || outer !== inner) refuseReach(outer)
  if (!reaches) refuseReach(inner)
}

/** True if a body may have a property that a route without a body must not ignore. */
const namesReach = (body: Buffer) => Object.keys(ReachInput.shape).some((name) => body.includes(`"${name}"`))

/** Defined properties of the body. Undefined ones do not hide the query. */
const definedMembers = (body: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

/** Parses a value. Throws invalid with the contract's texts: our own unchanged, others after the field's path. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  names_fields?: boolean,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(problemsOf(result.error, names_fields))
}

/** Parses a body. An error also says which of its properties the request does not have: alone, they are ignored (contract 1). */
function checkBody(schema: z.ZodObject, value: Record<string, unknown>, names_fields?: boolean) {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const known = Object.keys(schema.shape)
  const unknown = Object.keys(value).filter((name) => !known.includes(name))
  const hint = `The body has properties that this request does not know: ${unknown.slice(0, 5).join(', ').slice(0, 100)}. It takes ${known.join(', ')}`
  throw invalid([...problemsOf(result.error, names_fields), ...(unknown.length > 0 ? [hint] : [])])
}

export const problemsOf = ({ issues }: z.ZodError, names_fields = false): string[] => [
  ...new Set(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `${nameOf([...issue.path, key])} is not a known property`)
        : [issueText(issue, names_fields)],
    ),
  ),
]

function pathIds(path: string, params: Record<string, string>): Record<string, number> {
  const ids: Record<string, number> = {}
  for (const [name, text] of Object.entries(params)) {
    if (!/^\d+$/.test(text)) throw new AppError('not_found', ['Not Found', 'Ids in paths are numbers'])
    const id = Number(text)
    if (text.length > 15) throw notFound()
    // An id outside the column's range cannot exist, and PostgreSQL would raise an error.
    if (id > MAX_INT4 && !LONG_IDS.some((noun) => path.includes(`/${noun}/:${name}`))) throw notFound()
    ids[name] = id
  }
  return ids
}

/** Blank parameters count as missing (contract 1). Of repeated ones, the last counts. */
function queryObject(query: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query))
    if (value.trim() !== '') values[name.replace(/\[\]$/, '')] = value
  return values
}

/**
 * Empty, `[]` and `null` mean an empty object: the official PHP client sends `[]` with every call. Throws malformed, with the position of
 * the error in a text sent alone.
 */
export function jsonObject(text: string, place: (error: SyntaxError) => string = placeOf): Record<string, unknown> {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(`Request body is not valid JSON${place(error as SyntaxError)}`)
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('Request body must be a JSON object')
  if (text.includes('\\u0000')) throw invalid('Text must not contain NUL characters')
  return value as Record<string, unknown>
}

/** Reads a body. An error also names a content type that is not JSON, such as the one of HTML forms. */
function sentObject(body: Buffer, content_type: string | null | undefined): Record<string, unknown> {
  try {
    return jsonObject(decoder.decode(body))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'malformed' || !content_type || /json/i.test(content_type))
      throw error
    const [type = ''] = content_type.split(';')
    throw new AppError('malformed', [...error.messages, `Send JSON, not ${type.trim().slice(0, 60)}`])
  }
}

/** Returns the position of a JSON error as far as V8 names it: a position, or the surrounding text. */
function placeOf({ message }: SyntaxError): string {
  const [, place] = /(line \d+ column \d+)/.exec(message) ?? []
  if (place) return `: ${place}`
  // Unexpected token '}', "{"name":}" is not valid JSON
  const from = message.indexOf(', ')
  const end = message.lastIndexOf(' is not valid JSON')
  if (from !== -1 && end > from) return `: near ${message.slice(from + 2, end)}`
  return message === 'Unexpected end of JSON input' ? ': it ends too early' : ''
}

/** Most parts of a form. A hundred thousand would take seconds to read. */
const MAX_PARTS = 20

/** Reads multipart/form-data. Of repeated names, the last counts. Throws malformed. */
async function formFields(body: Buffer, content_type: string): Promise<Record<string, unknown>> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(content_type) ?? []
  const boundary = `--${quoted ?? plain}`
  let parts = 0
  for (let at = 0; at !== -1; at = body.indexOf(boundary, at + 1)) {
    if (parts++ > MAX_PARTS) throw malformed(`A form can have at most ${MAX_PARTS} parts`)
  }
  try {
    const form = await new Response(body as Buffer<ArrayBuffer>, {
      headers: { 'Content-Type': content_type },
    }).formData()
    return Object.fromEntries(form)
  } catch {
    throw malformed('Request body is not valid multipart/form-data')
  }
}

function unwrap(body: Record<string, unknown>, wrapper: string | undefined): Record<string, unknown> {
  const inner = wrapper === undefined ? undefined : body[wrapper]
  if (Array.isArray(inner) && inner.length === 0) return {}
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : body
}

const GENERIC = /^(Invalid|Too (big|small)|Unrecognized|Expected)/

/** Returns the name of a field by its path, such as `page.sections[0].kind`. */
const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')

function issueText(issue: z.core.$ZodIssue, names_fields: boolean): string {
  const name = nameOf(issue.path)
  if (!GENERIC.test(issue.message)) {
    if (/^(must|is) /.test(issue.message) && name) return `${name} ${issue.message}`
    return names_fields && name ? `${name}: ${issue.message}` : issue.message
  }
  if (issue.code === 'invalid_value') return `${name} must be one of: ${issue.values.join(', ')}`
  // The kinds of a union by a property, which the types of Zod lack.
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options))
    return `${name} must be one of: ${issue.options.join(', ')}`
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('undefined'))
    return `${name} is required`
  if (issue.code === 'invalid_type') return `${name} must be ${article(issue.expected)}`
  if (issue.code === 'too_big') return `${name} is too long (at most ${issue.maximum})`
  if (issue.code === 'too_small') return `${name} is too small (at least ${issue.minimum})`
  return `${name} is not valid`
}

const article = (type: string) =>
  /^(array|int|object)/.test(type) ? `an ${type === 'int' ? 'integer' : type}` : `a ${type}`

const oversize = () => tooLarge(`Request body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB`)
