import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { jobs } from '../../jobs/registry.ts'
import { eventsDocument, eventsSection } from '../../rest/docs/event-docs.ts'
import { eventLabel, PUBLIC_EVENTS } from './event-label.ts'
import {
  type DomainEvent,
  eventSchema,
  INTERNAL_EVENT_TYPES,
  type InternalEventType,
  isInternal,
  isSubscribed,
  LEGACY_EVENTS,
  legacyNameOf,
  namesOf,
  PUBLIC_EVENT_TYPES,
  type PublicEventType,
  sampleOf,
} from './events.ts'
import type { EventPart } from './objects.ts'
import { EVENTS } from './table.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const types = Object.keys(EVENTS) as (keyof typeof EVENTS)[]
const NOW = new Date('2026-03-01T00:00:00Z')

test('every type that events derive from the table covers the whole table', () => {
  expectTypeOf<keyof DomainEvent>().toEqualTypeOf<keyof typeof EVENTS>()
  expectTypeOf<PublicEventType | InternalEventType>().toEqualTypeOf<keyof typeof EVENTS>()
  expectTypeOf<PublicEventType & InternalEventType>().toBeNever()
  expectTypeOf<DomainEvent['tag.created']>().toEqualTypeOf<{ tag: { id: number; name: string; created_at: string } }>()
  expectTypeOf<DomainEvent['export.requested']>().toEqualTypeOf<{ export_id: number }>()
})

test('an event is either carried by the relay or offered to webhooks, and never both', () => {
  expect(types.filter(isInternal)).toEqual(INTERNAL_EVENT_TYPES)
  expect([...PUBLIC_EVENT_TYPES, ...INTERNAL_EVENT_TYPES].sort()).toEqual([...types].sort())
})

test('every internal event starts a job, and every job starts with one', () => {
  const started = jobs.flatMap(({ trigger }) => ('event' in trigger ? [trigger.event] : []))
  expect([...new Set(started)].sort()).toEqual([...INTERNAL_EVENT_TYPES].sort())
})

test('a job gets the data of its event with the account, and other data does not fit', () => {
  const schema = eventSchema('export.requested')
  expectTypeOf<z.output<typeof schema>>().toEqualTypeOf<{ export_id: number } & { account_id: number }>()
  expect(schema.parse({ account_id: 7, export_id: 3, again: 1 })).toEqual({ account_id: 7, export_id: 3 })
  for (const data of [{ export_id: 3 }, { account_id: 7 }, { account_id: 7, export_id: '3' }])
    expect(schema.safeParse(data).success).toBe(false)
})

test('pages know the same events as the table', () => {
  expect(PUBLIC_EVENTS).toEqual(PUBLIC_EVENT_TYPES)
})

test.each(PUBLIC_EVENT_TYPES)('%s has a label, and a sample that fits its schema', (type) => {
  expect(eventLabel(type)).toBe(EVENTS[type].label)
  expect(eventLabel(type)).toMatch(/^An? /)
  const parts: Record<string, EventPart> = EVENTS[type].data
  const schema = z.strictObject(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.schema])))
  expect(schema.safeParse(sampleOf(type, NOW)).error).toBeUndefined()
})

test('a webhook endpoint subscribes by the type, and a legacy webhook by the legacy name [contract 9.5]', () => {
  for (const type of PUBLIC_EVENT_TYPES) {
    const legacy = legacyNameOf(type)
    expect(namesOf(type)).toEqual(legacy ? [type, legacy] : [type])
    for (const name of namesOf(type)) expect(isSubscribed(new Set([name]), type)).toBe(true)
    if (legacy) expect(LEGACY_EVENTS[legacy].type).toBe(type)
  }
  expect(Object.keys(LEGACY_EVENTS)).toHaveLength(15)
})

test('docs/webhooks.md and the types of the SDK have every event of webhook endpoints', () => {
  expect(read('docs/webhooks.md')).toContain(eventsSection())
  const { components } = eventsDocument() as { components: { schemas: Record<string, { required: string[] }> } }
  expect(components.schemas.EventData?.required).toEqual(PUBLIC_EVENT_TYPES)
  const sdk = read('sdk/generated/events.ts')
  for (const type of PUBLIC_EVENT_TYPES) expect(sdk).toContain(`'${type}': {`)
})
