import { expect, test } from 'vitest'
import { z } from 'zod'
import { Filter, NAMED } from '../filter-schema.ts'
import { SegmentFilter } from '../segment-filter-schema.ts'
import { namedInFilter, replaceInFilter, replaceInSegment } from './references.ts'

/** Every schema within a schema, with its path. */
function within(schema: z.core.$ZodType, path: string): { path: string; schema: z.core.$ZodType }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = () => {
    switch (def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
        return within(def.innerType, path)
      case 'pipe':
        return within(def.out, path)
      case 'array':
        return within(def.element, `${path}[]`)
      case 'object':
        return Object.entries(def.shape).flatMap(([name, member]) => within(member, `${path}.${name}`))
      case 'union':
        return def.options.flatMap((option, at) => within(option, `${path}|${at}`))
      default:
        return []
    }
  }
  return NAMED.get(schema) ? [] : [{ path, schema }, ...inner()]
}

/** Ids are positive integers of 32 or 64 bits, also as text. */
const isId = (schema: z.core.$ZodType) =>
  ['7', 2_147_483_647].every((id) => z.safeParse(schema, id).success) && !z.safeParse(schema, 0).success

test.each([
  ['the contract', Filter],
  ['segments', SegmentFilter],
])('every id of the filter grammar of %s says what it names', (_, grammar) => {
  const all = within(grammar, 'filter')
  expect(all.length).toBeGreaterThan(60)
  expect(all.filter(({ schema }) => isId(schema)).map(({ path }) => path)).toEqual([])
})

test('what a filter names is found and replaced in every condition, and nothing else changes', () => {
  const filter = Filter.parse({
    all: [
      { type: 'opens', last_days: 30, any: [{ type: 'broadcasts', ids: [1, 2] }] },
      {
        type: 'clicks',
        count_greater_than: 3,
        any: [
          { type: 'urls', urls: ['https://example.com'], ids: [3] },
          { type: 'broadcasts', ids: [4] },
        ],
      },
      { type: 'sent', any: [{ type: 'broadcasts', ids: [5] }] },
      { type: 'delivered', any: null },
      { type: 'subscribed', after: '2026-01-01' },
      { type: 'tags', any: [{ type: 'ids', matching: [6, 7] }] },
      {
        type: 'attribution',
        any: [
          { type: 'forms', ids: [8] },
          { type: 'service_source', source_ids: [9], mechanism_ids: [10], source_names: ['Footer'] },
        ],
      },
      { type: 'custom_field', subscriber_custom_field_id: 11, value: '12' },
      { type: 'subscriber_state', states: ['active'] },
      { type: 'location', latitude: 1, longitude: 2, radius: 3 },
    ],
    counting_mode: 'unique_email',
  })
  expect(namedInFilter(filter).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'broadcast 1',
    'broadcast 2',
    'link 3',
    'broadcast 4',
    'broadcast 5',
    'tag 6',
    'tag 7',
    'form 8',
    'form 9',
    'mechanism 10',
    'field 11',
  ])
  expect(replaceInFilter(filter, (_kind, id) => id)).toEqual(filter)
  const moved = replaceInFilter(filter, (_kind, id) => id + 100)
  expect(namedInFilter(moved).map(({ id }) => id)).toEqual([101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111])
})

test('what a segment names is found and replaced in groups and under a negation too', () => {
  const filter = SegmentFilter.parse({
    match: 'any',
    conditions: [
      { type: 'not', condition: { type: 'sequences', ids: [1, 2] } },
      {
        type: 'group',
        match: 'none',
        conditions: [
          { type: 'purchases', product_ids: [3] },
          { type: 'not', condition: { type: 'automations', ids: [4], status: 'in' } },
        ],
      },
      { type: 'date_field', subscriber_custom_field_id: 5, next_days: 7 },
      { type: 'choice_field', subscriber_custom_field_id: 6, value: 'Blue' },
    ],
  })
  const seen: string[] = []
  const moved = replaceInSegment(filter, (kind, id) => {
    seen.push(`${kind} ${id}`)
    return id + 100
  })
  expect(seen).toEqual(['sequence 1', 'sequence 2', 'product 3', 'automation 4', 'field 5', 'field 6'])
  expect(replaceInSegment(moved, (_kind, id) => id - 100)).toEqual(filter)
})
