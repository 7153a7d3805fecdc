import { z } from 'zod'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { EXAMPLE_BODIES } from '../docs/example-bodies.ts'
import { operationId } from '../docs/operation-name.ts'
import { routes } from '../registry.ts'
import type { Route } from '../route.ts'
import { routeName, type Use, useOf } from './uses.ts'

/** A route of /v4 that assistants can use, by the name it has in the OpenAPI document. */
export interface Operation {
  name: string
  route: Route
  use: Use
}

const catalog = processSingleton('operations of assistants', () => {
  const operations = routes.flatMap((route): Operation[] => {
    const use = useOf(route)
    return use ? [{ name: operationId(route.options.summary), route, use }] : []
  })
  return {
    operations,
    by_name: new Map(operations.map((operation) => [operation.name, operation])),
    by_route: new Map(operations.map((operation) => [routeName(operation.route), operation])),
  }
})

export const findOperation = (name: string): Operation | undefined => catalog.by_name.get(name)
/** Finds the operation of a stored approval by its method and path. */
export const operationOf = (route: string): Operation | undefined => catalog.by_route.get(route)
export const listOperations = (): readonly Operation[] => catalog.operations

const MAX_FOUND = 15

/** Returns the operations that share most words with a query, best first. */
export function searchOperations(query: string, use?: Use): Operation[] {
  const words = wordsOf(query)
  return catalog.operations
    .filter((operation) => !use || operation.use === use)
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ operation }) => operation)
}

/** Lowercase words, without the plural. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 1)
      .map((word) => word.replace(/s$/, '')),
  ),
]

function scoreOf({ route: { path, options } }: Operation, words: readonly string[]): number {
  const [summary, place, about] = [options.summary, path, options.description ?? ''].map(
    (text) => new Set(wordsOf(text)),
  )
  const score = (word: string) => (summary?.has(word) ? 3 : 0) + (place?.has(word) ? 2 : 0) + (about?.has(word) ? 1 : 0)
  // An operation whose summary has fewer other words is more likely meant.
  return words.reduce((total, word) => total + score(word), 0) * 100 - (summary?.size ?? 0)
}

export interface OperationDescription {
  operation: string
  use: Use
  summary: string
  description: string
  request: string
  scope: string
  ids: string[]
  query: unknown
  body: unknown
  example: unknown
  has_dry_run: boolean
}

/** Describes an operation's input as JSON Schema. */
export function describeOperation({ name, use, route }: Operation): OperationDescription {
  const { summary, description = '', scope, query, body, reaches } = route.options
  const example = EXAMPLE_BODIES[routeName(route)]
  return {
    operation: name,
    use,
    summary,
    description,
    request: routeName(route),
    scope,
    ids: idsOf(route),
    query: query ? schemaOf(query) : null,
    body: body ? schemaOf(body) : null,
    example: Array.isArray(example) || example === undefined ? null : example,
    has_dry_run: reaches === true,
  }
}

export const idsOf = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** A larger schema is described without its innermost levels. */
const MAX_SCHEMA = 12_000
const LEVELS = [12, 9, 7, 5]

function schemaOf(schema: z.ZodType): unknown {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  if (JSON.stringify(whole).length <= MAX_SCHEMA) return whole
  const shallow = LEVELS.map((levels) => cutBelow(whole, levels))
  return shallow.find((cut) => JSON.stringify(cut).length <= MAX_SCHEMA) ?? shallow.at(-1)
}

function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return Array.isArray(value) ? [] : { description: 'Left out: see the example or a stored record' }
  if (Array.isArray(value)) return value.map((one) => cutBelow(one, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, cutBelow(inside, levels - 1)]))
}
