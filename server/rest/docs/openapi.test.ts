import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { api } from '../../testing/api.ts'

interface Operation {
  operationId: string
  responses: Record<string, unknown>
}

async function document() {
  const { body } = await api('GET /v4/openapi.json', null)
  return body as { openapi: string; paths: Record<string, Record<string, Operation>> }
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
