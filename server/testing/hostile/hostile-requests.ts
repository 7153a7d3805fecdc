import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { EXAMPLE_BODIES } from '../../rest/docs/example-bodies.ts'
import type { Route } from '../../rest/route.ts'

export interface HostileRequest {
  operation: string
  body: unknown
}

/** Generates requests to these routes that a faulty program or an attacker might send. */
export function hostileRequests(routes: readonly Route[], ids: Record<string, number>[], cursors: string[]) {
  return fc.oneof(...routes.map((route) => requestTo(route, ids, cursors)))
}

const STRINGS = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1',
    'true',
    'null',
    '[]',
    '{}',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '";--',
    "' or 1=1 --",
    '$1',
    '\0',
    '\ud800',
    '\udfff x',
    '\u202e',
    '<%= 7 * 7 %>',
    '{{ 7 | times: 7 }}',
    '../../etc/passwd',
    'a'.repeat(9_000),
    '9'.repeat(400),
    '1e309',
    'NaN',
    'Infinity',
    '0x10',
    '2147483648',
    '9223372036854775808',
    '9007199254740993',
    '-0',
    '٣',
    '１',
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '99999-01-01',
    '+275760-09-13',
    '1969-12-31T23:59:60Z',
    '2026-01-01T00:00:00+99:00',
    'lin@example.net',
    'LIN@EXAMPLE.NET',
    'a@b',
    '@',
    'a@b.c,'.repeat(200),
    'x@xn--.example',
    'active',
    'all',
    'id',
    'desc',
  ),
  fc.string({ unit: 'binary', maxLength: 24 }),
  fc.string({ unit: 'grapheme', maxLength: 24 }),
)

const SCALARS: Arbitrary<unknown> = fc.oneof(
  STRINGS,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1, 0.1, -0, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 2 ** 64),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const VALUES: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: SCALARS },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(SCALARS, { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(nested(200), Array(2_000).fill({}), { __proto__: null, constructor: 1 }),
  },
)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { all: value, any: [] }
  return value
}

function requestTo(route: Route, ids: Record<string, number>[], cursors: string[]): Arbitrary<HostileRequest> {
  const method = route.method.toUpperCase()
  return fc
    .record({
      path: pathOf(route.path, ids),
      query: queryOf(route, cursors),
      body: method === 'GET' ? fc.constant(undefined) : bodyOf(`${method} ${route.path}`),
    })
    .map(({ path, query, body }) => ({ operation: `${method} ${path}${query}`, body }))
}

/** Generates paths with ids of the own and another account, and with invalid ids. */
function pathOf(path: string, accounts: Record<string, number>[]): Arbitrary<string> {
  const parts = path.split('/').map((part, i, all): Arbitrary<string> => {
    if (!part.startsWith(':')) return fc.constant(part)
    const known = accounts.map((ids) => String(ids[all[i - 1] ?? ''] ?? 1))
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: STRINGS.map(segment) })
  })
  return fc.tuple(...parts).map((made) => made.join('/'))
}

function queryOf({ options }: Route, cursors: string[]): Arbitrary<string> {
  const names = [...Object.keys(options.query?.shape ?? {}), 'after', 'before', 'page', 'fields[x]']
  const properties = options.query ? propertiesOf(options.query) : {}
  const parameter = fc.oneof(
    ...names.map((name) => {
      const usual = [...(properties[name]?.enum ?? []).map(String), ...(/^(after|before)$/.test(name) ? cursors : [])]
      const value = usual.length > 0 ? fc.oneof(fc.constantFrom(...usual), STRINGS, forgedCursor) : STRINGS
      return value.map((text) => `${encoded(name)}=${encoded(text)}`)
    }),
  )
  return fc.array(parameter, { maxLength: 4 }).map((all) => (all.length > 0 ? `?${all.join('&')}` : ''))
}

const forgedCursor = fc
  .array(SCALARS, { maxLength: 4 })
  .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'))

/** Generates the body of a correct client with one value replaced or removed; sometimes an unrelated body. */
function bodyOf(operation: string): Arbitrary<unknown> {
  const example = EXAMPLE_BODIES[operation] ?? {}
  const spots = spotsIn(example)
  const spoilt_body = fc
    .array(
      fc.tuple(
        fc.constantFrom(...spots),
        fc.oneof({ weight: 5, arbitrary: VALUES }, { weight: 1, arbitrary: fc.constant(undefined) }),
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map((changes) => changes.reduce<unknown>((body, [spot, value]) => withValue(body, spot, value), example))
  return fc.oneof(
    { weight: 8, arbitrary: spoilt_body },
    { weight: 1, arbitrary: VALUES },
    { weight: 1, arbitrary: STRINGS },
  )
}

/** Returns the path of every value in a body, and of one key that is not in it. */
function spotsIn(value: unknown, way: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [way]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    spotsIn(one, [...way, Array.isArray(value) ? Number(key) : key]),
  )
  return [way, ...inner, ...(Array.isArray(value) ? [] : [[...way, 'surplus']])]
}

function withValue(body: unknown, [key, ...rest]: (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const copy = (Array.isArray(body) ? [...body] : { ...(body as object) }) as Record<string | number, unknown>
  copy[key] = withValue(copy[key] ?? {}, rest, value)
  return copy
}

function propertiesOf(schema: z.ZodType): Record<string, { enum?: unknown[] }> {
  const { properties } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return (properties ?? {}) as Record<string, { enum?: unknown[] }>
}

/** Returns one segment of a path. Every URL parser removes `.` and `..` before sending, so the request would reach another route. */
const segment = (text: string) => (/^\.{0,2}$/.test(text) ? '0' : encoded(text))

/** Encodes a text for a URL, where lone surrogates are impossible. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
