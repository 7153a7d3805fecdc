import { liquidSpans } from '../liquid/source.ts'
import { previewVariables } from '../liquid/template.ts'
import { type ForeignTag, foreignTags } from './foreign-tags.ts'

/** Maximum number of fields in one email. Further ones are neither counted nor listed. */
export const MAX_FIELDS = 20
const MAX_OTHERS = 5
const MAX_NAME = 60

/** An output of several words, such as `{{ First Name }}` or `{{ insert first_name "default=you" }}`. Liquid reads each word as a variable. */
const WORDS =
  /\{\{-?\s{0,5}([\p{L}_][\p{L}\p{N}_.]{0,60}(?: (?:"[^"{}]{0,60}"|'[^'{}]{0,60}'|[\p{L}\p{N}_.]{1,60})){1,5})\s{0,5}(?=-?\}\}|\|)/gu

const HAS_DEFAULT = /\|\s*default\b/
const spansOf = (source: string) => liquidSpans(source).map(({ begin, end }) => source.slice(begin, end))
const isNamed = (span: string, name: string) => span.split(/[^\w.]+/).includes(`subscriber.${name}`)

/** Returns the first output of a field without a default, such as `{{subscriber.city|upcase}}`. */
const printedIn = (spans: readonly string[], name: string): string | undefined =>
  spans.find((span) => span.startsWith('{{') && isNamed(span, name) && !HAS_DEFAULT.test(span))

/** Returns the position where a tag contains this variable, excluding longer names that end with it. */
function placeOf(path: string, span: string): number {
  for (let at = span.indexOf(path); at > 0; at = span.indexOf(path, at + 1))
    if (!/[\w.]/.test(span.charAt(at - 1)) && !/\w/.test(span.charAt(at + path.length))) return at
  return -1
}

/** Returns the fields of `subscriber` in a template; `unguarded` ones are printed without a default and without a condition on them. */
export function fieldsOf(source: string): { used: string[]; unguarded: string[]; others: string[] } {
  const paths = previewVariables(source)
  const used_names = [
    ...new Set(
      paths.flatMap((path) => {
        const [owner, name] = path.split('.')
        return owner === 'subscriber' && name ? [name.slice(0, MAX_NAME)] : []
      }),
    ),
  ]
  const other_paths = [...new Set(paths.filter((path) => !isKnown(path)).map((path) => path.slice(0, MAX_NAME)))].slice(
    0,
    MAX_OTHERS,
  )
  const checked = new Set<string>()
  const printed_names = new Set<string>()
  for (const span of spansOf(source)) {
    const names = span.split(/[^\w.]+/)
    const into = span.startsWith('{%') ? checked : HAS_DEFAULT.test(span) ? undefined : printed_names
    for (const name of into ? names : []) into?.add(name)
  }
  const isUnguarded = (path: string) => printed_names.has(path) && !checked.has(path)
  return {
    used: used_names,
    unguarded: used_names.filter((name) => isUnguarded(`subscriber.${name}`)),
    others: other_paths,
  }
}

/**
 * Variables of emails, with the names in a variable that has several. Snippets are filled in before, and fields of subscribers are found
 * separately.
 */
const KNOWN: Readonly<Record<string, readonly string[] | null>> = {
  subscriber: null,
  snippet: null,
  address: null,
  unsubscribe_url: null,
  preferences_url: null,
  account: ['name', 'time_zone'],
  delivery: ['token'],
}
const isKnown = (path: string): boolean => {
  const [root = '', name] = path.split(/[.[]/)
  const names = Object.hasOwn(KNOWN, root) ? KNOWN[root] : []
  return names === null || (name === undefined ? names !== undefined && names.length > 0 : !!names?.includes(name))
}

/** A variable that emails do not have, such as `{{ first_name }}` or `{{ contact.first_name }}`. */
export interface OtherVariable {
  path: string
  /** The first tag that contains it, and the position in this tag. */
  tag?: { span: string; at: number }
}

export interface MergeTags {
  /** Fields of `subscriber`. */
  used: string[]
  /** Known fields that are printed without a default and without a condition on them, with their first output. */
  unguarded: { name: string; printed: string | undefined }[]
  others: OtherVariable[]
  /** Outputs of several words, such as `{{ First Name }}`. */
  words: { span: string; words: string }[]
  /** Merge tags of other products. */
  foreign: ForeignTag[]
}

/**
 * Reads the merge tags of an email: `source` is all of its parts with layout and snippets, `written` the creator's parts. Tags longer than a
 * creator would write are omitted, because they could not be repaired.
 */
export function readMergeTags({
  source,
  written,
  known,
}: {
  source: string
  written: string
  known: readonly string[]
}): MergeTags {
  const { used, unguarded, others } = fieldsOf(source.replace(WORDS, ''))
  const spans = spansOf(written).filter(({ length }) => length <= MAX_SPAN)
  const words = spans.flatMap((span) => {
    const [found] = span.matchAll(WORDS)
    return found?.[1] === undefined ? [] : [{ span, words: found[1] }]
  })
  return {
    used,
    unguarded: unguarded
      .filter((name) => known.includes(name))
      .slice(0, MAX_FIELDS)
      .map((name) => ({ name, printed: printedIn(spans, name) })),
    others: others.map((path) => {
      const span = spans.find((one) => placeOf(path, one) > 0)
      return span === undefined ? { path } : { path, tag: { span, at: placeOf(path, span) } }
    }),
    words: [...new Map(words.map((tag) => [tag.span, tag])).values()].slice(0, MAX_OTHERS),
    foreign: foreignTags(written, known).slice(0, MAX_OTHERS),
  }
}

const MAX_SPAN = 1_000
