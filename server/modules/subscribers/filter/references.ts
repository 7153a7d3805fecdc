import { z } from 'zod'
import { Filter, type FilterObject, NAMED } from '../filter-schema.ts'
import { SegmentFilter } from '../segment-filter-schema.ts'

/** Returns the new id for an old one. */
type Replace = (kind: FilterObject, id: number) => number

/** Returns a parsed filter with all ids replaced, in the order of the filter. */
export const replaceInFilter = (filter: Filter, replace: Replace): Filter => walk(Filter, filter, replace) as Filter

/** Returns the filter of a segment with all ids replaced. */
export const replaceInSegment = (filter: SegmentFilter, replace: Replace): SegmentFilter =>
  walk(SegmentFilter, filter, replace) as SegmentFilter

/** Returns the objects named by a parsed filter, in order. */
export function namedInFilter(filter: Filter): { kind: FilterObject; id: number }[] {
  const found: { kind: FilterObject; id: number }[] = []
  replaceInFilter(filter, (kind, id) => {
    found.push({ kind, id })
    return id
  })
  return found
}

/** Follows the grammar, so new conditions need no change here. */
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
