import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write.ts'
import { lockFieldIds } from '../../custom-fields/definitions.ts'
import { checkSubscriberLimit } from '../../subscribers/state/counts.ts'
import { insertAll, NewRows } from '../../subscribers/write/new-rows.ts'
import type { ReadRow, ReadSubscriber } from '../mapping/columns.ts'
import { addToFormsAndSequences } from './forms-and-sequences.ts'
import { firstRows, outcomeOf, type SavedRow } from './row-outcome.ts'
import { RowOutcomes } from './row-outcomes.ts'
import { fieldsById, type ImportPlan, originOf, TOO_MANY_TAGS, wantedTags } from './save.ts'
import type { ImportedField } from './stored-changes.ts'
import { tagImported } from './tags.ts'

/** A batch as it is saved if it has no address that is known: encoded while PostgreSQL writes the batch before. */
export interface PreparedBatch {
  people: readonly ReadSubscriber[]
  /** Rows of the file, those of `people` first and in the same order. */
  rows: readonly ReadRow[]
  fields: ReadonlyMap<number, ImportedField>
  subscribers: NewRows
  verdicts: RowOutcomes
}

/** Rows after which requests and the statements of the batch before go first. */
const ROWS_AT_ONCE = 200

/** Prepares batches one after another. A batch with a field that was deleted is saved the slow way, as are those after it. */
export async function batchPreparer(
  ctx: Ctx,
  plan: ImportPlan,
): Promise<(rows: readonly ReadRow[]) => Promise<PreparedBatch>> {
  const fields = await fieldsById(ctx, plan)
  return async (rows) => {
    const firsts = firstRows(rows)
    const people: ReadSubscriber[] = []
    const subscribers = new NewRows()
    for (const { subscriber: person } of firsts.values()) {
      if (!person) continue
      people.push(person)
      const { email_address, first_name, created_at, state = plan.options.state, values } = person
      const by_slot: Record<string, string> = {}
      for (const { custom_field_id, value } of values) {
        const slot = fields.get(custom_field_id)?.slot
        if (slot !== undefined) by_slot[slot] = value
      }
      subscribers.add({ email_address, first_name, state, created_at, fields: by_slot })
      if (people.length % ROWS_AT_ONCE === 0) await setImmediate()
    }
    const others = rows.filter((row) => firsts.get(row.email_address) !== row)
    const batch = { people, rows: [...firsts.values(), ...others], fields, subscribers }
    return { ...batch, verdicts: await outcomesOf(plan, batch, new Map()) }
  }
}

/** `notes` are remarks on people, by address. */
async function outcomesOf(
  { options }: ImportPlan,
  { people, rows }: Pick<PreparedBatch, 'people' | 'rows'>,
  notes: ReadonlyMap<string, string>,
): Promise<RowOutcomes> {
  const saved = new Map(
    people.map(({ email_address }): [string, SavedRow] => [
      email_address,
      { id: null, verdict: 'created', note: notes.get(email_address) },
    ]),
  )
  const firsts = new Map(rows.slice(0, people.length).map((row) => [row.email_address, row]))
  const findings = { options, firsts, saved, known: new Map(), suppressed: new Set<string>(), refused: new Map() }
  const verdicts = new RowOutcomes()
  for (const [at, row] of rows.entries()) {
    verdicts.add(outcomeOf(row, findings))
    if (at % ROWS_AT_ONCE === 0) await setImmediate()
  }
  return verdicts
}

/**
 * Creates the people of a batch of whom the caller found no one. Returns what is recorded of its rows and the ids of the first of
 * them; undefined, and nothing is done, if a field is not what it was when the batch was prepared. Throws a conflict if
 * someone else creates one of them at the same moment.
 */
export async function savePrepared(
  tx: Tx,
  plan: ImportPlan,
  batch: PreparedBatch,
): Promise<{ verdicts: RowOutcomes; ids: readonly number[] } | undefined> {
  const { people, fields, subscribers } = batch
  const definitions = await lockFieldIds(tx, [...fields.keys()])
  const wanted = plan.columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  if (wanted.some((id) => definitions.get(id)?.slot !== fields.get(id)?.slot || !fields.has(id))) return undefined
  if (people.length === 0) return { verdicts: batch.verdicts, ids: [] }
  await checkSubscriberLimit(tx, { adding: subscribers.active })
  const ids = await insertAll(tx, {
    rows: subscribers,
    origin: originOf(plan),
    values: (place) =>
      (people[place]?.values ?? []).flatMap(({ custom_field_id, value }) => {
        const field = definitions.get(custom_field_id)
        return field ? [{ field, value }] : []
      }),
  })
  const by_address = new Map(people.map(({ email_address }, place) => [email_address, ids[place] ?? 0]))
  const wishes = wantedTags(plan, people, (address) => by_address.get(address))
  const { passed_over } = await tagImported(tx, { wishes, import_started_at: plan.started_at })
  await addToFormsAndSequences(tx, plan.options, ids)
  if (passed_over.size === 0) return { verdicts: batch.verdicts, ids }
  const notes = new Map(
    people
      .filter(({ tags }) => tags.some((name) => passed_over.has(name.toLowerCase())))
      .map(({ email_address }) => [email_address, TOO_MANY_TAGS]),
  )
  return { verdicts: await outcomesOf(plan, batch, notes), ids }
}
