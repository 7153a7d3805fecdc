import type { Ctx } from '../../../core/context.ts'
import { t } from '../../../lib/locale/texts.ts'
import { fieldMeant, fieldNamedIn } from '../../../mail/foreign-names.ts'
import { liquidSpans } from '../../../mail/liquid/source.ts'
import { previewVariables } from '../../../mail/liquid/template.ts'
import { IS_LISTED } from '../../subscribers/state/suppression.ts'
import type { Snapshot } from '../compose/compose.ts'
import type { AudienceCondition } from '../enqueueing/enqueue-recipients.ts'
import { type Remark, warning } from '../preflight-schema.ts'
import { foreignTags } from './foreign-tags.ts'
import { missingNames } from './missing-names.ts'

/** Characters without a shape, which other editors put into words. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/** Built-in fields of `subscriber`, and the SQL that is true when the field prints nothing. Null: always filled. */
const BUILT_IN: Record<string, string | null> = {
  id: null,
  email_address: null,
  first_name: `coalesce(s.first_name, '') = ''`,
  city: `coalesce(s.city, '') = ''`,
  region: `coalesce(s.region, '') = ''`,
  country: `coalesce(s.country, '') = ''`,
  tags: null,
  segments: null,
}

/** Fields in one email. More are not counted, and not named. */
const MAX_FIELDS = 20
const NAMES = 3

interface CheckedEmail {
  snapshot: Snapshot
  /** Subject, preview text and content as the creator wrote them. */
  written: string
  audience: AudienceCondition
  audience_count: number
}

/**
 * Finds merge fields that do not exist, and fields that are empty for some subscribers. Counts the whole audience in one statement, and
 * names a few subscribers of each field in another.
 */
export async function checkMergeFields(ctx: Ctx, email: CheckedEmail): Promise<Remark[]> {
  const { snapshot, audience_count, written } = email
  const source = `${snapshot.subject}\n${snapshot.html}\n${snapshot.text}`
  const { used, unguarded, others } = fieldsOf(source.replace(WORDS, ''))
  const known = [...Object.keys(BUILT_IN), ...Object.keys(snapshot.fields)]
  const unknown = used.filter((name) => !known.includes(name)).slice(0, MAX_FIELDS)
  const counted = unguarded.filter((name) => known.includes(name)).slice(0, MAX_FIELDS)
  const missing = await missingNames(ctx, [snapshot.subject, snapshot.html, snapshot.text])
  return [
    ...unknown.map((name) => unknownField(name, known, audience_count)),
    ...others.map((path) => unknownVariable(path, { known, audience_count, written })),
    ...wordTags(written, known, audience_count),
    ...foreignTags(written, known),
    ...missing.map(({ code, message }) => warning(code, message)),
    ...(audience_count > 0 ? await emptyFields(ctx, email, counted) : []),
  ]
}

function unknownField(name: string, known: readonly string[], audience_count: number): Remark {
  const meant = fieldMeant(name, known) ?? closest(name, known)
  const seen = name.replace(UNSEEN, '')
  const effect =
    seen === name
      ? t`There is no field “${name}”, so its merge tag prints nothing for ${crowd(audience_count)}.`
      : t`The merge tag “${seen}” contains an invisible character, so it prints nothing for ${crowd(audience_count)}.`
  if (!meant) return warning('unknown_field', t`${effect} Create the field, or remove it from the email.`)
  return warning('unknown_field', t`${effect} Did you mean “${meant}”?`, {
    kind: 'replace',
    label: t`Use ${meant}`,
    find: `subscriber.${name}`,
    replace: `subscriber.${meant}`,
  })
}

/** A variable that no email has, such as `{{ first_name }}` or `{{ contact.first_name }}`. */
function unknownVariable(
  path: string,
  { known, audience_count, written }: { known: readonly string[]; audience_count: number; written: string },
): Remark {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const meant = fieldMeant(name, known) ?? closest(name, known)
  const effect = t`{{ ${path} }} does not exist, so it prints nothing for ${crowd(audience_count)}.`
  if (!meant) return warning('unknown_field', t`${effect} Choose a field with “{{”.`)
  const tag = `subscriber.${meant}`
  const message = t`${effect} Use {{ ${tag} }}.`
  const span = spansOf(written).find((one) => placeOf(path, one) > 0)
  if (span === undefined) return warning('unknown_field', message)
  const at = placeOf(path, span)
  return warning('unknown_field', message, {
    kind: 'replace',
    label: t`Use ${tag}`,
    find: span,
    replace: span.slice(0, at) + tag + span.slice(at + path.length),
  })
}

/** An output of several words, such as `{{ First Name }}` or `{{ insert first_name "default=you" }}`. Liquid takes each for a variable. */
const WORDS =
  /\{\{-?\s{0,5}([\p{L}_][\p{L}\p{N}_.]{0,60}(?: (?:"[^"{}]{0,60}"|'[^'{}]{0,60}'|[\p{L}\p{N}_.]{1,60})){1,5})\s{0,5}(?=-?\}\}|\|)/gu

function wordTags(written: string, known: readonly string[], audience_count: number): Remark[] {
  const tags = spansOf(written).flatMap((span) => {
    const [found] = span.matchAll(WORDS)
    return found?.[1] === undefined ? [] : [{ span, words: found[1] }]
  })
  return [...new Map(tags.map((tag) => [tag.span, tag])).values()].slice(0, MAX_OTHERS).map(({ span, words }) => {
    const effect = t`{{ ${words} }} does not exist, so it prints nothing for ${crowd(audience_count)}.`
    const meant = fieldNamedIn(words, known)
    if (meant === undefined) return warning('unknown_field', t`${effect} Choose a field with “{{”.`)
    const tag = `subscriber.${meant}`
    return warning('unknown_field', t`${effect} Use {{ ${tag} }}.`, {
      kind: 'replace',
      label: t`Use ${tag}`,
      find: span,
      replace: span.replace(words, () => tag),
    })
  })
}

/** Returns the position where a tag names this variable, and not one that ends with its name. */
function placeOf(path: string, span: string): number {
  for (let at = span.indexOf(path); at > 0; at = span.indexOf(path, at + 1))
    if (!/[\w.]/.test(span.charAt(at - 1)) && !/\w/.test(span.charAt(at + path.length))) return at
  return -1
}

async function emptyFields(
  ctx: Ctx,
  { snapshot, written, audience, audience_count }: CheckedEmail,
  names: readonly string[],
): Promise<Remark[]> {
  const slots = names.map((name) => (name in BUILT_IN ? null : (snapshot.fields[name] ?? null)))
  const first = audience.values.length + 3
  const conditionOf = (at: number) =>
    slots[at] === null ? BUILT_IN[names[at] ?? ''] : `coalesce(s.fields ->> ($2::text[])[${at + 1}], '') = ''`
  const checked = names.flatMap((name, at) => {
    const condition = conditionOf(at)
    return condition ? [{ name, condition }] : []
  })
  if (checked.length === 0) return []
  const from = `from subscriber s
    where s.account_id = $1 and $2::text[] is not null and s.state = 'active' and (${audience.where}) and not ${IS_LISTED}`
  const counts = await ctx.sql.one<{ empty: number[] }>(
    `select array[${checked.map(({ condition }) => `count(*) filter (where ${condition})`).join(', ')}]::int[] as empty ${from}`,
    [slots, ...audience.values],
  )
  const found = checked.flatMap((field, at) => {
    const count = counts?.empty[at] ?? 0
    return count > 0 ? [{ ...field, count }] : []
  })
  if (found.length === 0) return []
  const named = await ctx.sql.rows<{ at: number; email_address: string }>(
    found
      .map(
        ({ condition }, at) =>
          `(select ${at} as at, s.email_address ${from} and ${condition} order by s.id limit $${first})`,
      )
      .join(' union all '),
    [slots, ...audience.values, NAMES],
  )
  return found.map(({ name, count }, at) => {
    const examples = named.filter((row) => row.at === at).map(({ email_address }) => email_address)
    const who =
      count > examples.length ? t`${examples.join(', ')} and ${count - examples.length} more` : examples.join(', ')
    const share = count === audience_count ? t`all recipients` : t`${count} of ${audience_count} recipients`
    return warning('empty_field', t`The field “${name}” is empty for ${share}: ${who}. Give it a default text.`, {
      kind: 'replace',
      label: t`Add a default`,
      ...withDefault(printedIn(written, name) ?? `{{ subscriber.${name} }}`, DEFAULTS[name] ?? '…'),
    })
  })
}

/** Returns how the email prints a field without a default, such as `{{subscriber.city|upcase}}`. */
const printedIn = (source: string, name: string): string | undefined =>
  spansOf(source).find((span) => span.startsWith('{{') && isNamed(span, name) && !HAS_DEFAULT.test(span))

const withDefault = (span: string, text: string) => {
  const end = span.endsWith('-}}') ? '-}}' : '}}'
  return { find: span, replace: `${span.slice(0, -end.length).trimEnd()} | default: "${text}" ${end}` }
}

const HAS_DEFAULT = /\|\s*default\b/
const spansOf = (source: string) => liquidSpans(source).map(({ begin, end }) => source.slice(begin, end))
const isNamed = (span: string, name: string) => span.split(/[^\w.]+/).includes(`subscriber.${name}`)

/** For the recipients of the email, so in no language of the dashboard. */
const DEFAULTS: Record<string, string> = {
  first_name: 'there',
  city: 'your city',
  region: 'your region',
  country: 'your country',
}
const crowd = (count: number) => (count === 0 ? t`anyone` : count === 1 ? t`1 recipient` : t`all ${count} recipients`)

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
const MAX_OTHERS = 5

const MAX_EDITS = 2

/** Longer names are cut off. */
const MAX_NAME = 60

/** Returns the known name that a misspelled one probably means. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const scored = known.map((candidate) => ({ candidate, edits: editsBetween(name, candidate) }))
  const best = scored.sort((a, b) => a.edits - b.edits)[0]
  return best && best.edits <= Math.min(MAX_EDITS, Math.floor(name.length / 2)) ? best.candidate : undefined
}

/** The number of inserted, removed, replaced and swapped characters. */
function editsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j))
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1)
      const row = rows[i]
      if (row) row[j] = least
    }
  }
  return at(a.length, b.length)
}
