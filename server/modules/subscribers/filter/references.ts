import { z } from 'zod'
import { Filter, type FilterObject, NAMED } from '../filter-schema.ts'
import { SegmentFilter } from '../segment-filter-schema.ts'

/** Returns the id that takes the place of one. */
type Replace = (kind: FilterObject, id: number) => number

/** Returns a parsed filter with each id replaced, in the order of the filter. */
export const replaceInFilter = (filter: Filter, replace: Replace): Filter => walk(Filter, filter, replace) as Filter

/** The same for the filter of a segment. */
export const replaceInSegment = (filter: SegmentFilter, replace: Replace): SegmentFilter =>
  walk(SegmentFilter, filter, replace) as SegmentFilter

/** Returns what a parsed filter names, in its order. */
export function namedInFilter(filter: Filter): { kind: FilterObject; id: number }[] {
  const found: { kind: FilterObject; id: number }[] = []
  replaceInFilter(filter, (kind, id) => {
    found.push({ kind, id })
    return id
  })
  return found
}

/** Follows the grammar, so a condition that is added to it is found here without a change. */
function walk(schema: z.core.$ZodType, value: unknown, replace: Replace): unknown {
  if (value === undefined || value === null) return value
  const kind = NAMED.get(schema)?.kind
  if (kind) return Array.isArray(value) ? value.map((id) => replace(kind, id)) : replace(kind, value as number)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return walk(def.innerType, value, replace)
    case 'pipe':
      return walk(def.out, value, replace)
    case 'array':
      return (value as unknown[]).map((item) => walk(def.element, item, replace))
    case 'object':
      return Object.fromEntries(
        Object.entries(value).map(([name, field]) => [name, walk(def.shape[name] ?? ANYTHING, field, replace)]),
      )
    case 'union':
      return walk(optionOf(def as z.core.$ZodDiscriminatedUnionDef, value as Members), value, replace)
    default:
      return value
  }
}

type Members = Record<string, unknown>
const ANYTHING = z.unknown()

function optionOf({ options, discriminator }: z.core.$ZodDiscriminatedUnionDef, value: Members): z.core.$ZodType {
  const found = (options as readonly z.ZodObject[]).find(
    ({ shape }) => z.safeParse(shape[discriminator] ?? ANYTHING, value[discriminator]).success,
  )
  return found ?? ANYTHING
}
