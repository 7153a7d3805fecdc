import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { type SubscriberItem, upsertSubscribers } from '../../subscribers/write/upsert.ts'
import type { ReadRow, ReadSubscriber } from '../mapping/columns.ts'
import { CONSENT_SOURCES, type ColumnTarget, type ImportOptions, MAX_NEW_TAGS } from '../schema.ts'
import { addToFormsAndSequences } from './forms-and-sequences.ts'
import type { SavedRow } from './row-outcome.ts'
import { type ImportedField, type Known, valueChanges } from './stored-changes.ts'
import { tagImported } from './tags.ts'

/** What an import does with every row; read once per slice of the job. */
export interface ImportPlan {
  id: number
  filename: string
  has_header: boolean
  columns: ColumnTarget[]
  options: ImportOptions
  time_zone: string
  subscriber_limit: number | null
  started_at: Date
}

type Saved = Map<string, SavedRow & { id: number }>

/** Creates and updates the people of a batch, and does with them what the import's options say. */
export async function saveImported(
  tx: Tx,
  plan: ImportPlan,
  firsts: ReadonlyMap<string, ReadRow>,
  known: Known,
  refused: ReadonlyMap<string, string>,
): Promise<Saved> {
  const people = [...firsts.values()].flatMap(({ subscriber: person }) => {
    if (!person || refused.has(person.email_address)) return []
    const earlier = known.get(person.email_address)
    return earlier && (earlier.is_done || plan.options.existing === 'leave') ? [] : [person]
  })
  const fields = await fieldsById(tx, plan)
  const items = people.map((person) => itemOf(person, plan, fields))
  const results = await upsertSubscribers(tx, { items, origin: originOf(plan) })
  const saved: Saved = new Map()
  results.forEach((result, i) => {
    const person = people[i]
    if (!person || result.outcome === 'invalid') return
    const verdict = result.outcome === 'duplicate' ? 'unchanged' : result.outcome
    const is_kept =
      result.unknown_keys.length === 0 && person.values.every(({ custom_field_id }) => fields.has(custom_field_id))
    const before = result.before && verdict === 'updated' ? valueChanges(result.before, person, fields) : undefined
    saved.set(person.email_address, { id: result.id, verdict, note: is_kept ? undefined : FIELD_GONE, before })
  })
  const tagged = await tagSaved(tx, plan, people, saved)
  const placed = await addToFormsAndSequences(
    tx,
    plan.options,
    [...saved.values()].map(({ id }) => id),
  )
  const left = new Set(await unsubscribeKnown(tx, plan, people, known))
  for (const one of saved.values()) {
    if (one.verdict === 'created') continue
    const tag_ids = tagged.get(one.id)
    const places = placed.get(one.id)
    if (tag_ids) one.before = { ...one.before, tag_ids }
    if (places) one.before = { ...one.before, ...places }
    if (left.has(one.id)) one.before = { ...one.before, left: true }
    if (one.before) one.verdict = 'updated'
  }
  return saved
}

const FIELD_GONE = 'A custom field was deleted or renamed during the import: its value was left out'

/** Each custom field of the columns by id, as it is now. */
export async function fieldsById(ctx: Ctx, { columns }: ImportPlan): Promise<Map<number, ImportedField>> {
  const ids = columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  const fields = await ctx.sql.rows<ImportedField & { id: number }>(
    'select id, key, slot from custom_field where account_id = $1 and id = any ($2::int[])',
    [ids],
  )
  return new Map(fields.map((field) => [field.id, field]))
}

function itemOf(
  { email_address, first_name, created_at, state, values }: ReadSubscriber,
  { options }: ImportPlan,
  known: ReadonlyMap<number, ImportedField>,
): SubscriberItem {
  const fields: Record<string, string> = {}
  for (const { custom_field_id, value } of values) {
    const key = known.get(custom_field_id)?.key
    if (key !== undefined) fields[key] = value
  }
  return { email_address, first_name, created_at, fields, state: state ?? options.state }
}

export const originOf = ({ id, filename, options }: ImportPlan) => ({
  cause: 'import' as const,
  attribution: {
    source_type: 'manual',
    source_name: filename,
    source_mechanism: 'import',
    source_mechanism_id: String(id),
  },
  consent: {
    source: 'import' as const,
    text: [CONSENT_SOURCES[options.consent_source], options.consent_note].filter((text) => text !== '').join(': '),
    import_id: id,
  },
})

/** The tags that are new, by person. */
async function tagSaved(
  tx: Tx,
  plan: ImportPlan,
  people: readonly ReadSubscriber[],
  saved: Saved,
): Promise<Map<number, number[]>> {
  const wishes = wantedTags(plan, people, (address) => saved.get(address)?.id)
  const { tagged, passed_over } = await tagImported(tx, { wishes, import_started_at: plan.started_at })
  for (const person of passed_over.size > 0 ? people : []) {
    const one = saved.get(person.email_address)
    if (one && person.tags.some((name) => passed_over.has(name.toLowerCase()))) one.note = TOO_MANY_TAGS
  }
  return tagged
}

/** The tags that people are to have: those of the import and those of their row. */
export const wantedTags = (
  { options }: ImportPlan,
  people: readonly ReadSubscriber[],
  idOf: (email_address: string) => number | undefined,
) =>
  people.flatMap(({ email_address, tags }) => {
    const subscriber_id = idOf(email_address)
    const names = [...options.tags, ...tags]
    return subscriber_id !== undefined && names.length > 0 ? [{ subscriber_id, names }] : []
  })

export const TOO_MANY_TAGS = `The file brings more than ${MAX_NEW_TAGS} new tags: the others were left out`

/** A list of people who left elsewhere takes them off here too. */
async function unsubscribeKnown(
  tx: Tx,
  { options }: ImportPlan,
  people: readonly ReadSubscriber[],
  known: Known,
): Promise<number[]> {
  const ids = people.flatMap(({ email_address, state = options.state }) => {
    if (state !== 'cancelled') return []
    const person = known.get(email_address)
    return person?.state === 'active' || person?.state === 'inactive' ? [person.id] : []
  })
  return ids.length === 0 ? [] : changeState(tx, { ids, transition: 'unsubscribe', cause: 'import' })
}
