import { liquidSpans } from '../liquid/source.ts'
import { previewVariables } from '../liquid/template.ts'
import { type ForeignTag, foreignTags } from './foreign-tags.ts'

/** Fields in one email. More are not counted, and not named. */
export const MAX_FIELDS = 20
const MAX_OTHERS = 5
/** Longer names are cut off. */
const MAX_NAME = 60

/** An output of several words, such as `{{ First Name }}` or `{{ insert first_name "default=you" }}`. Liquid takes each for a variable. */
const WORDS =
  /\{\{-?\s{0,5}([\p{L}_][\p{L}\p{N}_.]{0,60}(?: (?:"[^"{}]{0,60}"|'[^'{}]{0,60}'|[\p{L}\p{N}_.]{1,60})){1,5})\s{0,5}(?=-?\}\}|\|)/gu

const HAS_DEFAULT = /\|\s*default\b/
const spansOf = (source: string) => liquidSpans(source).map(({ begin, end }) => source.slice(begin, end))
const isNamed = (span: string, name: string) => span.split(/[^\w.]+/).includes(`subscriber.${name}`)

/** Returns how the email prints a field without a default, such as `{{subscriber.city|upcase}}`. */
const printedIn = (spans: readonly string[], name: string): string | undefined =>
  spans.find((span) => span.startsWith('{{') && isNamed(span, name) && !HAS_DEFAULT.test(span))

/** Returns the position where a tag names this variable, and not one that ends with its name. */
function placeOf(path: string, span: string): number {
  for (let at = span.indexOf(path); at > 0; at = span.indexOf(path, at + 1))
    if (!/[\w.]/.test(span.charAt(at - 1)) && !/\w/.test(span.charAt(at + path.length))) return at
  return -1
}

/** Fields of `subscriber` in a template; `unguarded` ones are printed without a default and without a condition on them. */
export function fieldsOf(source: string): { used: string[]; unguarded: string[]; others: string[] } {
  const paths = previewVariables(source)
  const used = [
    ...new Set(
      paths.flatMap((path) => {
        const [owner, name] = path.split('.')
        return owner === 'subscriber' && name ? [name.slice(0, MAX_NAME)] : []
      }),
    ),
  ]
  const others = [...new Set(paths.filter((path) => !isKnown(path)).map((path) => path.slice(0, MAX_NAME)))].slice(
    0,
    MAX_OTHERS,
  )
  const checked = new Set<string>()
  const printed = new Set<string>()
  for (const span of spansOf(source)) {
    const names = span.split(/[^\w.]+/)
    const into = span.startsWith('{%') ? checked : HAS_DEFAULT.test(span) ? undefined : printed
    for (const name of into ? names : []) into?.add(name)
  }
  const isUnguarded = (path: string) => printed.has(path) && !checked.has(path)
  return { used, unguarded: used.filter((name) => isUnguarded(`subscriber.${name}`)), others }
}

/**
 * Variables of emails, and the names in a variable that is no single value. Snippets are filled in before, fields of subscribers are
 * found separately.
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

/** A variable that no email has, such as `{{ first_name }}` or `{{ contact.first_name }}`. */
export interface OtherVariable {
  path: string
  /** The first tag that names it, and where in it. */
  tag?: { span: string; at: number }
}

export interface MergeTags {
  /** Fields of `subscriber`. */
  used: string[]
  /** Known ones that are printed without a default and without a condition on them, with how the first is printed. */
  unguarded: { name: string; printed: string | undefined }[]
  others: OtherVariable[]
  /** Outputs of several words, such as `{{ First Name }}`. */
  words: { span: string; words: string }[]
  /** Merge tags of other products. */
  foreign: ForeignTag[]
}

/**
 * Reads the merge tags of an email: `source` has all of its parts with layout and snippets, `written` the parts of the creator. Tags
 * longer than a creator would write are not returned: they could not be repaired.
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
