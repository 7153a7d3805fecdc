import type { Ctx } from '../../../core/context.ts'
import { textWork } from '../../../core/texts/text-work.ts'
import { t } from '../../../lib/locale/texts.ts'
import { readsEvent } from '../../../mail/liquid/template.ts'
import { fieldMeant, fieldNamedIn } from '../../../mail/merge-tags/foreign-names.ts'
import type { ForeignTag } from '../../../mail/merge-tags/foreign-tags.ts'
import { MAX_FIELDS, type MergeTags, type OtherVariable } from '../../../mail/merge-tags/read.ts'
import { IS_LISTED } from '../../subscribers/state/suppression.ts'
import type { Snapshot } from '../compose/compose.ts'
import type { AudienceCondition } from '../enqueueing/enqueue-recipients.ts'
import { type Remark, warning } from '../preflight-schema.ts'
import { missingNames } from './missing-names.ts'

/** Invisible characters that other editors insert into words. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/** Built-in fields of `subscriber`, with SQL that is true when the field is empty. Null: never empty. */
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

const NAMES = 3

interface CheckedEmail {
  snapshot: Snapshot
  /** Subject, preview text and content as written. */
  written: string
  audience: AudienceCondition
  audience_count: number
  events?: readonly PossibleEvent[] | undefined
}

/** An event, with the number of its occurrences that had each property. */
export interface PossibleEvent {
  name: string
  count: number
  properties: readonly { name: string; count: number }[]
}

/**
 * Finds merge fields that do not exist, and fields that are empty for some subscribers. One statement counts the whole audience, and
 * another returns a few subscribers per field.
 */
export async function checkMergeFields(ctx: Ctx, email: CheckedEmail): Promise<Remark[]> {
  const { snapshot, audience_count, written } = email
  const field_names = [...Object.keys(BUILT_IN), ...Object.keys(snapshot.fields)]
  const source = `${snapshot.subject}\n${snapshot.html}\n${snapshot.text}`
  const { used, unguarded, others, words, foreign } = await textWork(ctx, 'mergeTags', {
    source,
    written,
    known: field_names,
  })
  const unknown = used.filter((name) => !field_names.includes(name)).slice(0, MAX_FIELDS)
  const missing = await missingNames(ctx, [snapshot.subject, snapshot.html, snapshot.text])
  return [
    ...unknown.map((name) => unknownField(name, field_names, audience_count)),
    ...others.flatMap((other) =>
      readsEvent(other.path) && email.events
        ? eventProperty(other.path, email.events)
        : unknownVariable(other, { known: field_names, audience_count }),
    ),
    ...words.map((tag) => wordTag(tag, field_names, audience_count)),
    ...foreign.map(foreignTag),
    ...missing.map(({ code, message }) => warning(code, message)),
    ...(audience_count > 0 ? await emptyFields(ctx, email, unguarded) : []),
  ]
}

/** `event.cart` reads an object, and `event.cart.items.0` a part of a list. */
function eventProperty(path: string, events: readonly PossibleEvent[]): Remark[] {
  const property = path.slice('event.'.length)
  const isOf = (name: string) => name === property || name.startsWith(`${property}.`) || property.startsWith(`${name}.`)
  const known = events.flatMap(({ properties }) => properties.map(({ name }) => name))
  if (path === 'event' || known.some(isOf)) {
    return events.flatMap(({ name, count, properties }) => {
      const having = Math.max(0, ...properties.flatMap((one) => (isOf(one.name) ? one.count : [])))
      if (path === 'event' || having >= count) return []
      return warning(
        'empty_field',
        t`${path} was missing in ${count - having} of ${count} events “${name}”. Give it a default text.`,
      )
    })
  }
  const meant = closest(property, known)
  const effect = t`No event had {{ ${path} }} so far, so it prints nothing.`
  if (!meant) return [warning('unknown_field', t`${effect} Report an event with it, or remove it from the email.`)]
  const variable = `event.${meant}`
  const fix = { kind: 'replace' as const, label: t`Use ${variable}`, find: path, replace: variable }
  return [warning('unknown_field', t`${effect} Did you mean “${variable}”?`, fix)]
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

function unknownVariable(
  { path, tag }: OtherVariable,
  { known, audience_count }: { known: readonly string[]; audience_count: number },
): Remark {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const meant = fieldMeant(name, known) ?? closest(name, known)
  const effect = t`{{ ${path} }} does not exist, so it prints nothing for ${crowd(audience_count)}.`
  if (!meant) return warning('unknown_field', t`${effect} Choose a field with “{{”.`)
  const variable = `subscriber.${meant}`
  const message = t`${effect} Use {{ ${variable} }}.`
  if (!tag) return warning('unknown_field', message)
  const { span, at } = tag
  return warning('unknown_field', message, {
    kind: 'replace',
    label: t`Use ${variable}`,
    find: span,
    replace: span.slice(0, at) + variable + span.slice(at + path.length),
  })
}

function wordTag(
  { span, words }: MergeTags['words'][number],
  known: readonly string[],
  audience_count: number,
): Remark {
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
}

/** A merge tag of another product, which would be printed literally. */
function foreignTag({ tag, variable }: ForeignTag): Remark {
  const effect = t`${tag} is a merge tag of another product. Here it is text, and everyone reads it as it is.`
  if (variable === undefined) return warning('foreign_tag', t`${effect} Choose a field with “{{”.`)
  const meant = `{{ ${variable} }}`
  return warning('foreign_tag', t`${effect} Use ${meant}.`, {
    kind: 'replace',
    label: t`Use ${meant}`,
    find: tag,
    replace: meant,
  })
}

async function emptyFields(
  ctx: Ctx,
  { snapshot, audience, audience_count }: CheckedEmail,
  fields: MergeTags['unguarded'],
): Promise<Remark[]> {
  const names = fields.map(({ name }) => name)
  const slots = names.map((name) => (name in BUILT_IN ? null : (snapshot.fields[name] ?? null)))
  const first = audience.values.length + 3
  const conditionOf = (at: number) =>
    slots[at] === null ? BUILT_IN[names[at] ?? ''] : `coalesce(s.fields ->> ($2::text[])[${at + 1}], '') = ''`
  const checked = fields.flatMap((field, at) => {
    const condition = conditionOf(at)
    return condition ? [{ ...field, condition }] : []
  })
  if (checked.length === 0) return []
  const from = `from subscriber s
    where s.account_id = $1 and $2::text[] is not null and s.state = 'active' and (${audience.where}) and not ${IS_LISTED}`
  const counts = await ctx.sql.one<{ empty: number[] }>(
    `select array[${checked.map(({ condition }) => `count(*) filter (where ${condition})`).join(', ')}]::int[] as empty ${from}`,
    [slots, ...audience.values],
  )
  const remarks = checked.flatMap((field, at) => {
    const count = counts?.empty[at] ?? 0
    return count > 0 ? [{ ...field, count }] : []
  })
  if (remarks.length === 0) return []
  const named = await ctx.sql.rows<{ at: number; email_address: string }>(
    remarks
      .map(
        ({ condition }, at) =>
          `(select ${at} as at, s.email_address ${from} and ${condition} order by s.id limit $${first})`,
      )
      .join(' union all '),
    [slots, ...audience.values, NAMES],
  )
  return remarks.map(({ name, printed, count }, at) => {
    const examples = named.filter((row) => row.at === at).map(({ email_address }) => email_address)
    const who =
      count > examples.length ? t`${examples.join(', ')} and ${count - examples.length} more` : examples.join(', ')
    const share = count === audience_count ? t`all recipients` : t`${count} of ${audience_count} recipients`
    return warning('empty_field', t`The field “${name}” is empty for ${share}: ${who}. Give it a default text.`, {
      kind: 'replace',
      label: t`Add a default`,
      ...withDefault(printed ?? `{{ subscriber.${name} }}`, DEFAULTS[name] ?? '…'),
    })
  })
}

const withDefault = (span: string, text: string) => {
  const end = span.endsWith('-}}') ? '-}}' : '}}'
  return { find: span, replace: `${span.slice(0, -end.length).trimEnd()} | default: "${text}" ${end}` }
}

/** Defaults are for recipients, so the dashboard's language does not apply. */
const DEFAULTS: Record<string, string> = {
  first_name: 'there',
  city: 'your city',
  region: 'your region',
  country: 'your country',
}
const crowd = (count: number) => (count === 0 ? t`anyone` : count === 1 ? t`1 recipient` : t`all ${count} recipients`)

const MAX_EDITS = 2

/** Returns the known name closest to a misspelled one. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const near = known.filter(({ length }) => Math.abs(length - name.length) <= MAX_EDITS)
  const scored = near.map((candidate) => ({ candidate, edits: editsBetween(name, candidate) }))
  const best = scored.sort((a, b) => a.edits - b.edits)[0]
  return best && best.edits <= Math.min(MAX_EDITS, Math.floor(name.length / 2)) ? best.candidate : undefined
}

/** Number of inserted, removed, replaced and swapped characters. */
function editsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j))
  const cell = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, cell(i - 2, j - 2) + 1)
      const row = rows[i]
      if (row) row[j] = least
    }
  }
  return cell(a.length, b.length)
}
