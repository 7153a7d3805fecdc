import { expect, test } from 'vitest'
import { refuseJson } from './json-shape.ts'

const MB = 2 ** 20
const largeJson = (begin: string, part: string, end: string) =>
  Buffer.from(begin + part.repeat(Math.floor((10 * MB - begin.length - end.length) / part.length)) + end)

test.each([
  ['lists', largeJson('{"a":[', '[],', '[]]}'), 'has more than 100,000 values'],
  ['objects', largeJson('{"a":[', '{"b":1},', '{}]}'), 'has more than 100,000 values'],
  ['members', largeJson('{', '"k":1,', '"k":1}'), 'has more than 100,000 values'],
  ['levels', largeJson('{"a":', '[', ''), 'is nested more than 200 levels deep'],
  ['levels of objects', largeJson('', '{"a":', ''), 'is nested more than 200 levels deep'],
])('a body of 10 MB of %s is refused before it is parsed', async (_name, body, why) => {
  expect(await refuseJson(body)).toBe(`Request body ${why}`)
})

test.each([
  ['one text', largeJson('{"name":"', 'x', '"}')],
  ['a text of brackets, commas and quotes', largeJson('{"content":"', '[{,\\"\\\\', '"}')],
  ['as many values as one request needs', largeJson('{"ids":[', `${'1'.repeat(110)},`, '1]}')],
])('a body of 10 MB with %s is parsed', async (_name, body) => {
  expect(await refuseJson(body)).toBeUndefined()
})

test('a small body waits for nothing', () => {
  expect(refuseJson(Buffer.from('[[[[[[]]]]]]'))).toBeUndefined()
})

test('other requests run between two large bodies', async () => {
  const bodies = Array.from({ length: 3 }, () => largeJson('{"name":"', 'x', '"}'))
  const order: string[] = []
  const looked = bodies.map(async (body, i) => {
    await refuseJson(body)
    order.push(`body ${i}`)
  })
  await new Promise<void>((resolve) => setImmediate(resolve))
  await new Promise<void>((resolve) => setImmediate(resolve))
  order.push('health')
  await Promise.all(looked)
  expect(order.indexOf('health')).toBeLessThan(2)
})
