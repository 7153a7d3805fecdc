import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { lockFieldIds } from '../../custom-fields/definitions.ts'
import { checkSubscriberLimit } from '../../subscribers/state/counts.ts'
import { insertAll, NewRows } from '../../subscribers/write/new-rows.ts'
import type { ReadRow } from '../mapping/columns.ts'
import { type AcceptedRow, type DecidedRow, decideRows, type Found, NOTHING_FOUND } from '../rules/decide.ts'
import { tagNote } from '../rules/new-tags.ts'
import { outcomeOf } from '../rules/outcome.ts'
import { addToFormsAndSequences } from './forms-and-sequences.ts'
import { fieldsById, type ImportPlan, originOf } from './plan.ts'
import { ResultRows } from './result-rows.ts'
import type { ImportedField } from './stored-changes.ts'
import { tagImported } from './tags.ts'

/** A batch encoded on the assumption that all its addresses are new, while PostgreSQL writes the previous one. */
export interface PreparedBatch {
  accepted: readonly AcceptedRow[]
  /** All rows, accepted ones first and in the order of `accepted`. */
  rows: readonly DecidedRow[]
  fields: ReadonlyMap<number, ImportedField>
  subscribers: NewRows
  results: ResultRows
}

/** Rows between pauses that let requests and statements of the previous batch run. */
const ROWS_PER_PAUSE = 200

/** Returns a function that prepares batches. Once a field of the columns is deleted, it prepares none. */
export async function batchPreparer(
  ctx: Ctx,
  plan: ImportPlan,
): Promise<(rows: readonly ReadRow[]) => Promise<PreparedBatch>> {
  const fields = await fieldsById(ctx, plan)
  return async (rows) => {
    const decisions = decideRows(rows, NOTHING_FOUND, plan.options)
    const accepted = [...decisions.accepted.values()]
    const subscribers = new NewRows()
    for (const [at, { subscriber, state }] of accepted.entries()) {
      const { email_address, first_name, created_at, state_at, values } = subscriber
      const by_slot: Record<string, string> = {}
      for (const { custom_field_id, value } of values) {
        const slot = fields.get(custom_field_id)?.slot
        if (slot !== undefined) by_slot[slot] = value
      }
      subscribers.add({ email_address, first_name, state, created_at, canceled_at: state_at, fields: by_slot })
      if ((at + 1) % ROWS_PER_PAUSE === 0) await setImmediate()
    }
    const isAccepted = ({ decision }: DecidedRow) => decision === 'accepted'
    const ordered = [...decisions.rows.filter(isAccepted), ...decisions.rows.filter((row) => !isAccepted(row))]
    const batch = { accepted, rows: ordered, fields, subscribers }
    return { ...batch, results: await resultsOf(batch) }
  }
}

/** `notes` is keyed by address. */
async function resultsOf(
  { rows, accepted }: Pick<PreparedBatch, 'rows' | 'accepted'>,
  notes: ReadonlyMap<string, string> = new Map(),
): Promise<ResultRows> {
  const results = new ResultRows()
  for (const [at, decided] of rows.entries()) {
    const note = notes.get(decided.row.email_address)
    const written = { id: null, is_new: true, is_changed: false, became: accepted[at]?.state, note }
    results.add(outcomeOf(decided, { written, limit: null }))
    if (at % ROWS_PER_PAUSE === 0) await setImmediate()
  }
  return results
}

/** Returns whether a prepared batch's decisions hold: no address is known, and the plan has room. */
export const isAllNew = ({ subscribers }: PreparedBatch, { known, suppressed, room }: Found): boolean =>
  known.size === 0 && suppressed.size === 0 && (room === null || subscribers.active <= room)

/**
 * Creates the subscribers of an `isAllNew` batch. Returns the results of its rows and the accepted ids, or undefined without writing if a
 * field changed since the preparation. Throws a conflict if another transaction creates one of the subscribers.
 */
export async function savePrepared(
  tx: Tx,
  plan: ImportPlan,
  batch: PreparedBatch,
): Promise<{ results: ResultRows; ids: readonly number[] } | undefined> {
  const { accepted, fields, subscribers } = batch
  const definitions = await lockFieldIds(tx, [...fields.keys()])
  const wanted = plan.columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  if (wanted.some((id) => definitions.get(id)?.slot !== fields.get(id)?.slot || !fields.has(id))) return undefined
  if (accepted.length === 0) return { results: batch.results, ids: [] }
  await checkSubscriberLimit(tx, { adding: subscribers.active })
  const ids = await insertAll(tx, {
    rows: subscribers,
    origin: originOf(plan),
    values: (at) =>
      (accepted[at]?.subscriber.values ?? []).flatMap(({ custom_field_id, value }) => {
        const field = definitions.get(custom_field_id)
        return field ? [{ field, value }] : []
      }),
  })
  const pairs = ids.map((subscriber_id, at) => ({ subscriber_id, names: accepted[at]?.tags ?? [] }))
  const { ignored } = await tagImported(tx, { rows: accepted, pairs, import_started_at: plan.started_at })
  await addToFormsAndSequences(
    tx,
    plan.options,
    ids.filter((_, at) => accepted[at]?.is_added),
  )
  const notes = accepted.flatMap((row): [string, string][] => {
    const note = tagNote(row, ignored)
    return note === undefined ? [] : [[row.subscriber.email_address, note]]
  })
  return { results: notes.length > 0 ? await resultsOf(batch, new Map(notes)) : batch.results, ids }
}
