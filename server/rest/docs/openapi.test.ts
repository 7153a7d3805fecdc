import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { PUBLIC_EVENT_TYPES } from '../../core/events/events.ts'
import { api } from '../../testing/api.ts'
import { descriptionKey, eachProperty } from './describe-properties.ts'
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
