import { MAX_NEW_TAGS } from '../schema.ts'
import type { AcceptedRow } from './decide.ts'

/** Returns the tag names of these rows by lower-case name, in file order. */
export function tagNamesOf(rows: Iterable<AcceptedRow>): Map<string, string> {
  const names = new Map<string, string>()
  for (const { tags } of rows) {
    for (const name of tags) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return names
}

/**
 * Splits a batch's missing tags into tags to create and tags beyond MAX_NEW_TAGS, which are ignored. `created_before`: tags created by the
 * import's earlier batches. Both results are keyed by lower-case name.
 */
export function admitNewTags(
  names: ReadonlyMap<string, string>,
  { existing, created_before }: { existing: { has(folded: string): boolean }; created_before: number },
): { created: Map<string, string>; ignored: Set<string> } {
  const missing = [...names].filter(([folded]) => !existing.has(folded))
  const room = Math.max(0, MAX_NEW_TAGS - created_before)
  return { created: new Map(missing.slice(0, room)), ignored: new Set(missing.slice(room).map(([folded]) => folded)) }
}

/** Returns the note of a row with ignored tags, or undefined. */
export const tagNote = ({ subscriber }: AcceptedRow, ignored: ReadonlySet<string>): string | undefined =>
  ignored.size > 0 && subscriber.tags.some((name) => ignored.has(name.toLowerCase())) ? TOO_MANY_TAGS : undefined

const TOO_MANY_TAGS = `The file has more than ${MAX_NEW_TAGS} new tags: the others were ignored`
