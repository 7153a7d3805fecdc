import { PROPERTY_DESCRIPTIONS } from './property-descriptions.ts'

/** Objects with different names in the document and the descriptions. */
const SAME: Readonly<Record<string, string>> = {
  listed_sequence_email: 'email',
  sending_addresses: 'sending_address',
  bulk_tagged_subscriber: 'subscriber',
  dated_custom_field: 'custom_field',
  webhook_endpoint_with_secret: 'webhook_endpoint',
  webhook_delivery_detail: 'webhook_delivery',
  broadcast_clicks: 'broadcast',
  broadcast_stats: 'broadcast',
  email_stats: 'stats',
  snippet_document: 'document',
  excluded_source: 'exclude_subscriber_source',
  subscriber_filter_input: 'subscriber_filter',
  automation_events: 'automation_event',
  import_detail: 'import',
  form_detail: 'form',
  form_settings: 'setting',
}

/** "ListedBroadcast", "broadcasts" and "broadcast" are the same object. */
function objectName(name: string): string {
  const snake = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  const same = SAME[snake]
  return same ?? snake.replace(/^listed_/, '').replace(/s$/, '')
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

interface Part {
  properties?: Record<string, { description?: string; $ref?: string }>
}

/** Calls `visit` for each property in the document, with the names of the enclosing objects, innermost first. */
export function eachProperty(
  part: unknown,
  visit: (name: string, property: { description?: string; $ref?: string }, within: readonly string[]) => void,
  within: readonly string[] = [],
): void {
  if (typeof part !== 'object' || part === null) return
  const { properties } = part as Part
  if (properties) {
    for (const [name, property] of Object.entries(properties)) {
      visit(name, property, within)
      eachProperty(property, visit, [objectName(name), ...within])
    }
  }
  for (const [name, inside] of Object.entries(part)) {
    if (inside === properties || name === 'example') continue
    // `post` is a method here, not the object of that name.
    const objects = METHODS.has(name) ? [] : name.split('/').filter(Boolean).map(objectName)
    eachProperty(inside, visit, [...objects.reverse(), ...within])
  }
}

/** Returns the key of a property's description. */
export function descriptionKey(name: string, within: readonly string[]): string | undefined {
  const object = within.find((one) => `${one}.${name}` in PROPERTY_DESCRIPTIONS)
  if (object) return `${object}.${name}`
  return name in PROPERTY_DESCRIPTIONS ? name : undefined
}

/** Adds descriptions to properties of the API document that have none. */
export function describeProperties(document: object): void {
  eachProperty(document, (name, property, within) => {
    if (property.description || property.$ref) return
    const key = descriptionKey(name, within)
    if (key) property.description = PROPERTY_DESCRIPTIONS[key] as string
  })
}
