import type { Ctx } from '../../../core/context.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { differenceOf, type FieldLabels, findExistingSubscribers } from '../apply/difference.ts'
import type { ReadRow, ReadSubscriber } from '../mapping/columns.ts'
import type { Prediction, PreviewOptions } from '../preview-schema.ts'
import { MAX_NEW_TAGS, type PlannedChange } from '../schema.ts'

/** What earlier rows of the file leave behind for later ones. `forecastRows` carries it on. */
export interface PreviewState {
  /** Addresses that have come before, as far as these rows have them; true when the plan had no room for them. */
  met: Map<string, boolean>
  /** Places that the plan still has; null without a limit. */
  room: number | null
  /** Names, in lower case, of tags that the import would make. */
  new_tags: Set<string>
}

export interface PredictedRow {
  row: ReadRow
  verdict: Prediction
  /** Of somebody who would be different. */
  values: PlannedChange['values']
}

interface Rules {
  options: PreviewOptions
  fields: FieldLabels
}

/** What applying these rows would do, by the rules that applying follows. Changes nothing. */
export async function predictRows(
  ctx: Ctx,
  { rows, course, ...rules }: Rules & { rows: readonly ReadRow[]; course: PreviewState },
): Promise<PredictedRow[]> {
  const addresses = [...new Set(rows.flatMap(({ subscriber: person }) => (person ? [person.email_address] : [])))]
  const suppressed = await findSuppressed(ctx, { email_addresses: addresses })
  const open = addresses.filter((address) => !suppressed.has(address) && !course.met.has(address))
  const known = await findExistingSubscribers(ctx, { email_addresses: open, options: rules.options })
  const existing_tags = await findTags(ctx, rows, rules.options)
  return rows.map((row): PredictedRow => {
    const { subscriber: person } = row
    const is = (verdict: Prediction, values: PlannedChange['values'] = []) => ({ row, verdict, values })
    if (!person) return is(row.blank ? 'blank' : 'invalid')
    if (suppressed.has(person.email_address)) return is('suppressed')
    const met = course.met.get(person.email_address)
    if (met !== undefined) return is(met ? 'over_limit' : 'duplicate')
    const earlier = known.get(person.email_address)
    if (!earlier && !takeRoom(person, rules.options, course)) {
      course.met.set(person.email_address, true)
      return is('over_limit')
    }
    course.met.set(person.email_address, false)
    if (earlier && rules.options.existing === 'leave') return is('unchanged')
    const tags = tagsOf(person, rules.options, existing_tags, course)
    if (!earlier) return is('created')
    const values = differenceOf(earlier, person, { tags, ...rules })
    return is(values.length > 0 ? 'updated' : 'unchanged', values)
  })
}

/** Only who would be subscribed takes a place of the plan. */
function takeRoom({ state }: ReadSubscriber, options: PreviewOptions, course: PreviewState): boolean {
  if (course.room === null || (state ?? options.state) !== 'active') return true
  if (course.room <= 0) return false
  course.room -= 1
  return true
}

/** The tags that a person would get: those beyond the limit of new ones are passed over. */
function tagsOf(
  person: ReadSubscriber,
  options: PreviewOptions,
  existing: ReadonlySet<string>,
  { new_tags }: PreviewState,
): string[] {
  return [...options.tags, ...person.tags].filter((name, at, all) => {
    const folded = name.toLowerCase()
    if (all.findIndex((other) => other.toLowerCase() === folded) !== at) return false
    if (existing.has(folded) || new_tags.has(folded)) return true
    if (new_tags.size >= MAX_NEW_TAGS) return false
    new_tags.add(folded)
    return true
  })
}

async function findTags(ctx: Ctx, rows: readonly ReadRow[], { tags }: PreviewOptions): Promise<Set<string>> {
  const names = new Set(
    [...tags, ...rows.flatMap(({ subscriber: person }) => person?.tags ?? [])].map((name) => name.toLowerCase()),
  )
  if (names.size === 0) return names
  const found = await ctx.sql.rows<{ name_folded: string }>(
    'select name_folded from tag where account_id = $1 and name_folded = any ($2::text[])',
    [[...names]],
  )
  return new Set(found.map(({ name_folded }) => name_folded))
}
