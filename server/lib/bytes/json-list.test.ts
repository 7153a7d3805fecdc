import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutList, LongItemError } from './json-list.ts'

const default_limits = { most_items: 2, most_bytes: 1_000, longest: 1_000 }

function cut(text: string, limits = default_limits) {
  const bytes = Buffer.from(text)
  const pieces: string[] = []
  const counts: number[] = []
  const cuts = cutList(bytes, 'tags', limits)
  for (;;) {
    const { done, value } = cuts.next()
    if (done) {
      const rest = value && `${bytes.subarray(0, value.from)}${bytes.subarray(value.to)}`
      return { pieces, counts, rest }
    }
    pieces.push(bytes.subarray(value.from, value.to).toString())
    counts.push(value.count)
  }
}

test('a list is cut between its items, and the rest of the document is unchanged', () => {
  const { pieces, counts, rest } = cut('{"a":{"tags":[9]},"tags" : [{"x":[1,2]}, "a,]\\"",3] ,"callback_url":null}')
  expect(pieces).toEqual(['{"x":[1,2]}, "a,]\\""', '3'])
  expect(counts).toEqual([2, 1])
  expect(rest).toBe('{"a":{"tags":[9]},"tags" : [] ,"callback_url":null}')
})

test('a list that is empty, missing, not a list or not at the root', () => {
  expect(cut('{"tags":[ ]}')).toEqual({ pieces: [], counts: [], rest: '{"tags":[]}' })
  for (const text of ['{}', '[]', '', '[{"tags":[1]}]', '{"tags":{"0":1}}', '{"x":"tags","y":[1]}', '"tags"']) {
    expect(cut(text), text).toEqual({ pieces: [], counts: [], rest: undefined })
  }
  expect(cut('{"t\\u0061gs":[1]}').pieces).toEqual(['1'])
})

test('a document that is not JSON yields a piece or a rest that is not JSON', () => {
  const broken = ['{"tags":[1', '{"tags":[1}}', '{"tags":[1]', '{"tags":[1,]}', '{"tags":[1,,2]}', '{"tags":[{"a":1]]}']
  for (const text of [...broken, '{"tags":["a]}', '{"tags":[1 2]}', '{"tags":[1]}}', '{"tags":[,1]}']) {
    const { pieces, counts, rest } = cut(text, { ...default_limits, most_items: 1 })
    const fits = () => {
      JSON.parse(rest ?? text)
      return pieces.every((piece, i) => JSON.parse(`[${piece}]`).length === counts[i])
    }
    expect(() => fits() || fail(), text).toThrow()
  }
})

const fail = (): never => {
  throw new Error('a piece does not contain the counted items')
}

test('the pieces contain all items of any list, however it is formatted', () => {
  const items = fc.array(fc.jsonValue())
  fc.assert(
    fc.property(
      items,
      fc.jsonValue(),
      fc.constantFrom(0, 1, 2),
      fc.integer({ min: 1, max: 9 }),
      (tags, x, space, n) => {
        const text = JSON.stringify({ x, tags, y: x }, null, space)
        const { pieces, rest } = cut(text, { ...default_limits, most_items: n, most_bytes: 40, longest: 100_000 })
        expect(pieces.flatMap((piece) => JSON.parse(`[${piece}]`))).toEqual(JSON.parse(JSON.stringify(tags)))
        expect(JSON.parse(rest ?? '')).toEqual(JSON.parse(JSON.stringify({ x, tags: [], y: x })))
      },
    ),
  )
})

test('scanning stops within an item that is too long, and within a long beginning before the list', () => {
  const long = 'x'.repeat(1_000)
  for (const item of [`"${long}"`, `[${'[],'.repeat(400)}1]`, `{"a":"${'\\"'.repeat(600)}"}`, ' '.repeat(1_001)]) {
    expect(() => cut(`{"tags":[1,${item}]}`), item).toThrow(LongItemError)
  }
  expect(cut(`{"tags":["${long.slice(2)}","${long.slice(2)}"]}`).counts).toEqual([1, 1])
  expect(cut(`{"x":"${long}","tags":[1]}`).rest).toBeUndefined()
})
