import { z } from 'zod'
import { PUBLIC_EVENT_TYPES, type PublicEventType } from '../../core/events/events.ts'
import type { EventPart } from '../../core/events/objects.ts'
import { EVENTS } from '../../core/events/table.ts'

// Documents events for developers: schemas of the SDK's types, and the section "Events" of docs/webhooks.md.

const partsOf = (type: PublicEventType) => Object.entries<EventPart>(EVENTS[type].data)

/** Objects in the data, by name. An event may add properties, such as the value of a custom field. */
const OBJECTS = new Map<string, z.ZodObject>()
for (const [name, { schema }] of PUBLIC_EVENT_TYPES.flatMap(partsOf)) {
  if (!(schema instanceof z.ZodObject)) continue
  const known = OBJECTS.get(name)
  if (!known || membersOf(schema).length < membersOf(known).length) OBJECTS.set(name, schema)
}

/** Returns an OpenAPI document of the data of events: `EventData` and each object by its name, such as `CustomField`. */
export function eventsDocument(): object {
  const nameOf = (schema: z.ZodType) => [...OBJECTS].find(([, known]) => known === schema)?.[0]
  const refTo = (schema: z.ZodType) => {
    const name = nameOf(schema)
    return name ? { $ref: `#/components/schemas/${pascal(name)}` } : jsonSchema(schema)
  }
  const dataOf = (type: PublicEventType) =>
    objectOf(partsOf(type).map(([name, { schema }]) => [name, refTo(schema)] as const))
  const allOf = (types: readonly PublicEventType[]) => objectOf(types.map((type) => [type, dataOf(type)] as const))
  const objects = [...OBJECTS].filter(([name, schema]) => nameOf(schema) === name)
  return {
    openapi: '3.1.0',
    info: { title: 'Events', version: '1' },
    paths: {},
    components: {
      schemas: {
        ...Object.fromEntries(objects.map(([name, schema]) => [pascal(name), jsonSchema(schema)])),
        EventData: allOf(PUBLIC_EVENT_TYPES),
      },
    },
  }
}

/** Returns the section "Events" of docs/webhooks.md. */
export function eventsSection(): string {
  const schemas = [...new Set(OBJECTS.values())]
  return [
    '## Events\n',
    tableOf(PUBLIC_EVENT_TYPES),
    '\n| Object | Members |\n| --- | --- |',
    ...schemas.map((schema) => {
      const names = [...OBJECTS].flatMap(([name, known]) => (known === schema ? [name] : []))
      return `| ${codes(names)} | ${codes(membersOf(schema))} |`
    }),
    '\n',
  ].join('\n')
}

const tableOf = (types: readonly PublicEventType[]) =>
  [
    '| Type | What happened | `data` |\n| --- | --- | --- |',
    ...types.map((type) => `| \`${type}\` | ${EVENTS[type].label} | ${partsOf(type).map(describe).join(', ')} |`),
  ].join('\n')

function describe([name, { schema }]: [string, EventPart]): string {
  const known = OBJECTS.get(name)
  const added = schema instanceof z.ZodObject && known ? membersOf(schema).filter((key) => !(key in known.shape)) : []
  return added.length > 0 ? `\`${name}\` with its ${codes(added)}` : `\`${name}\``
}

function membersOf({ shape }: z.ZodObject): string[] {
  return Object.keys(shape)
}

const codes = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')
const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())
const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })
const objectOf = (members: readonly (readonly [string, object])[]) => ({
  type: 'object',
  required: members.map(([name]) => name),
  properties: Object.fromEntries(members),
})

/** Returns the source of `server/core/events/labels.ts`: labels of events for pages, which do not load the schemas. */
export const eventLabelsModule = (): string =>
  [
    '// Written by `npm run sdk` from the table of events (table.ts). Without zod: pages of the dashboard load it.',
    '',
    'export const EVENT_LABELS = {',
    ...PUBLIC_EVENT_TYPES.map((type) => `  '${type}': '${EVENTS[type].label}',`),
    '} as const',
    '',
  ].join('\n')
