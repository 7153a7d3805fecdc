import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { PUBLIC_EVENT_TYPES } from '../../core/events/events.ts'
import { testAccount, testApiKey } from '../../testing/account.ts'
import { type ApiAnswer, api, key } from '../../testing/api.ts'
import { descriptionKey, eachProperty } from './describe-properties.ts'
import { eachParameter } from './parameter-descriptions.ts'
import { PROPERTY_DESCRIPTIONS } from './property-descriptions.ts'

interface Operation {
  operationId: string
  description?: string
  parameters?: { name: string }[]
  requestBody?: { required: boolean; content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

async function document() {
  const { body } = await api('GET /v4/openapi.json', null)
  return body as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    webhooks: Record<string, { post: { requestBody: unknown } }>
    components: { responses: Record<string, Response> }
  }
}

test('the OpenAPI document is valid by a public validator', async () => {
  const { openapi, ...rest } = await document()
  const validator = new Validator()
  expect(await validator.validate({ openapi, ...rest } as Parameters<typeof validator.validate>[0])).toMatchObject({
    valid: true,
  })
  // The validator refuses an invalid document.
  const broken = await new Validator().validate({ openapi, ...rest, paths: { 'no-slash': 1 } } as never)
  expect(broken.valid).toBe(false)
})

test('every operation has a unique name for SDKs', async () => {
  const { paths } = await document()
  const names = Object.values(paths).flatMap((operations) => Object.values(operations).map((one) => one.operationId))
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([])
})

test('every operation says what its name does not', async () => {
  const { paths } = await document()
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(operations.filter(({ description }) => !description).map(({ operationId: name }) => name)).toEqual([])
})

test('a description of a property begins with a noun or a verb, not with a clause', () => {
  const clauses = Object.entries(PROPERTY_DESCRIPTIONS).filter(([, text]) =>
    /^(How|What|Where|Whether|Which|Who)\b/.test(text),
  )
  expect(clauses).toEqual([])
})

test('every property has a description, and every description a property', async () => {
  const missing: string[] = []
  const used = new Set<string>()
  eachProperty(await document(), (name, { description, $ref }, within) => {
    if (!description && !$ref) missing.push(`${name} of ${within[0]}`)
    const key = descriptionKey(name, within)
    if (key && PROPERTY_DESCRIPTIONS[key] === description) used.add(key)
  })
  expect(missing).toEqual([])
  expect(Object.keys(PROPERTY_DESCRIPTIONS).filter((key) => !used.has(key))).toEqual([])
})

test('every parameter has a description, and an id says what it is of', async () => {
  const described: Record<string, string | undefined> = {}
  eachParameter(await document(), ({ name, description, schema }, path) => {
    described[`${path} ${name}`] = description ?? schema?.description
  })
  expect(Object.keys(described).filter((key) => !described[key])).toEqual([])
  expect(described).toMatchObject({
    '/v4/sending_addresses/{id} id': 'The id of the sending address.',
    '/v4/tags/{tag_id}/subscribers/{id} tag_id': 'The id of the tag.',
    '/v4/tags/{tag_id}/subscribers/{id} id': 'The id of the subscriber.',
    '/v4/exports/recipients/{id} id': 'The id of the broadcast.',
  })
})

test('a description that begins with values is not that for another object', async () => {
  const wrong = new Set<string>()
  eachProperty(await document(), (name, property, within) => {
    const { description = '', enum: values = [] } = property as { description?: string; enum?: unknown[] }
    const named = description.startsWith('`') ? description.split('`').filter((_, at) => at % 2 === 1) : []
    if (values.length > 0 && named.length > 0 && !named.some((value) => values.includes(value)))
      wrong.add(`${name} of ${within[0]}: ${description}`)
  })
  expect([...wrong]).toEqual([])
})

test('writes declare their idempotency key and how a body can be refused', async () => {
  const { paths } = await document()
  const ours = Object.entries(paths).filter(([path]) => !path.includes('/oauth/'))
  for (const [path, operations] of ours) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(operations)) {
      const statuses = Object.keys(responses)
      expect(statuses, path).toEqual(expect.arrayContaining(['401', '403', '429', '500', '503']))
      // A read answers it only by its own declaration.
      if (method !== 'get') expect(statuses, path).toContain('409')
      expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(method !== 'get')
      if (!requestBody) continue
      expect(statuses, path).toEqual(expect.arrayContaining(['400', '413', '422']))
      expect(requestBody.content['application/json']?.example, path).toBeDefined()
    }
  }
  expect(paths['/v4/tags']?.post?.requestBody?.required).toBe(true)
  expect(paths['/v4/subscribers/{id}']?.put?.requestBody?.required).toBe(false)
})

test('an answer has a declared status, and only declared headers beside those of all HTTP', async () => {
  const account = await testAccount()
  const read_only = { api_key: await testApiKey(account.account_id, ['read']) }
  const first = await api('GET /v4/account', key(account))
  const answers: [string, string, ApiAnswer][] = [
    ['/v4/account', 'get', first],
    ['/v4/account', 'get', await api('GET /v4/account', key(account), undefined, { 'If-None-Match': etagOf(first) })],
    ['/v4/account', 'get', await api('GET /v4/account', null)],
    ['/v4/tags', 'get', await api('GET /v4/tags', key(account))],
    ['/v4/tags', 'post', await api('POST /v4/tags', read_only, { name: 'VIP' })],
    ['/v4/tags', 'post', await api('POST /v4/tags', key(account), { name: 'VIP' }, { 'Idempotency-Key': 'one' })],
    ['/v4/tags', 'post', await api('POST /v4/tags', key(account), { name: 'VIP' }, { 'Idempotency-Key': 'one' })],
  ]
  expect(answers.map(([, , { status }]) => status)).toEqual([200, 304, 401, 200, 403, 201, 201])
  const { paths, components } = await document()
  for (const [path, method, { status, headers }] of answers) {
    const response = paths[path]?.[method]?.responses[status] as Response
    const declared = Object.keys(
      (response.$ref ? components.responses[nameIn(response.$ref)] : response)?.headers ?? {},
    )
    const sent = [...headers.keys()].filter((name) => !OF_HTTP.includes(name))
    const lower = declared.map((name) => name.toLowerCase())
    expect(
      sent.filter((name) => !lower.includes(name)),
      `${method} ${path} ${status}`,
    ).toEqual([])
  }
})

interface Response {
  $ref?: string
  description: string
  headers?: Record<string, unknown>
}
const OF_HTTP = ['cache-control', 'content-length', 'content-type', 'vary']
const etagOf = ({ headers }: ApiAnswer) => headers.get('ETag') ?? ''
const nameIn = (ref: string) => ref.split('/').pop() ?? ''

test('a conflict of an operation hides neither a running key nor when to try again', async () => {
  const { paths } = await document()
  expect(paths['/v4/exports/{id}/repeat']?.post?.responses[409]).toMatchObject({
    description: expect.stringMatching(/ended, or a request with this Idempotency-Key is still running$/),
    headers: { 'Retry-After': expect.anything() },
  })
})

test('every list names its items, and every event has the request that reports it', async () => {
  const { webhooks, ...rest } = await document()
  expect(listsWithoutItems({ webhooks, ...rest })).toEqual([])
  expect(Object.keys(webhooks)).toEqual(PUBLIC_EVENT_TYPES)
})

function listsWithoutItems(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, items } = value as { type?: unknown; items?: unknown }
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'))
  const inside = Object.entries(value).flatMap(([name, part]) => listsWithoutItems(part, `${path}/${name}`))
  return isList && !items ? [path, ...inside] : inside
}
