import type { Tx } from '../../../core/write/write.ts'
import { checkAddedSubscribers } from '../../subscribers/state/counts.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { type SubscriberItem, type UpsertResult, upsertSubscribers } from '../../subscribers/write/upsert.ts'
import { type Changes, hasChanges, NO_VALUE_CHANGES, valueChanges } from '../rules/changes.ts'
import type { AcceptedRow, Leaving } from '../rules/decide.ts'
import { tagNote } from '../rules/new-tags.ts'
import type { WrittenRow } from '../rules/outcome.ts'
import { addToFormsAndSequences } from './forms-and-sequences.ts'
import { fieldsById, type ImportPlan, originOf } from './plan.ts'
import { type ImportedField, type StoredChanges, storedChanges } from './stored-changes.ts'
import { tagImported } from './tags.ts'

/** Written data of a row. `changes` is what undo reverts on an existing subscriber. */
export interface SavedRow extends WrittenRow {
  changes?: StoredChanges | undefined
}

/** Creates and updates the subscribers of accepted rows as sets, with everything in the import's options. */
export async function saveAccepted(
  tx: Tx,
  plan: ImportPlan,
  accepted: ReadonlyMap<string, AcceptedRow>,
): Promise<Map<string, SavedRow>> {
  const rows = [...accepted.values()]
  const fields = await fieldsById(tx, plan)
  const items = rows.map((row) => itemOf(row, fields))
  // The rules counted the plan's room under its lock, including subscribers who are unsubscribed below.
  const upserted = await upsertSubscribers(tx, { items, origin: originOf(plan), is_limit_checked: true })
  const saved = rows.flatMap((row, at) => {
    const result = upserted[at]
    return result && result.outcome !== 'invalid' ? [{ row, result }] : []
  })
  const ids = saved.flatMap(({ row, result }) => (row.is_added ? [result.id] : []))
  const pairs = saved.map(({ row, result }) => ({ subscriber_id: result.id, names: row.tags }))
  const { tagged, ignored } = await tagImported(tx, { rows, pairs, import_started_at: plan.started_at })
  const added = await addToFormsAndSequences(tx, plan.options, ids)
  const left_ids = await letLeave(tx, rows)
  if (plan.subscriber_limit !== null && saved.some(isNewActive)) await checkAddedSubscribers(tx)
  return new Map(
    saved.map(({ row, result }): [string, SavedRow] => {
      const is_new = result.outcome === 'created'
      const { form = false, sequence = false } = added.get(result.id) ?? {}
      const changes: Changes<number> = {
        ...(result.before && result.outcome === 'updated'
          ? valueChanges(result.before, row.subscriber, writtenFields(result, fields))
          : NO_VALUE_CHANGES),
        tags: tagged.get(result.id) ?? [],
        form,
        sequence,
        left: left_ids.has(result.id),
      }
      const notes = [areFieldsWritten(row, result, fields) ? undefined : FIELD_DELETED, tagNote(row, ignored)]
      return [
        row.subscriber.email_address,
        {
          id: result.id,
          is_new,
          is_changed: !is_new && hasChanges(changes),
          became: is_new || left_ids.has(result.id) ? row.state : undefined,
          note: notes.filter(Boolean).join('; ') || undefined,
          changes: is_new ? undefined : storedChanges(changes, { slots: fields, ...plan.options }),
        },
      ]
    }),
  )
}

const FIELD_DELETED = 'A custom field was deleted or renamed during the import: its value was ignored'

type Saved = Exclude<UpsertResult, { outcome: 'invalid' }>
type Fields = ReadonlyMap<number, ImportedField>

const isNewActive = ({ row, result }: { row: AcceptedRow; result: Saved }) =>
  result.outcome === 'created' && row.state === 'active'

function itemOf(
  { subscriber: { email_address, first_name, created_at, state_at, values }, state }: AcceptedRow,
  known: Fields,
): SubscriberItem {
  const fields: Record<string, string> = {}
  for (const { custom_field_id, value } of values) {
    const key = known.get(custom_field_id)?.key
    if (key !== undefined) fields[key] = value
  }
  return { email_address, first_name, created_at, canceled_at: state_at, fields, state }
}

/** Returns whether all fields of a row had the same key when they were written. */
const areFieldsWritten = ({ subscriber: { values } }: AcceptedRow, { unknown_keys }: Saved, fields: Fields): boolean =>
  unknown_keys.length === 0 && values.every(({ custom_field_id }) => fields.has(custom_field_id))

const writtenFields = ({ unknown_keys }: Saved, fields: Fields): Fields =>
  unknown_keys.length === 0 ? fields : new Map([...fields].filter(([, { key }]) => !unknown_keys.includes(key)))

/** Changes the states of known subscribers who left. Returns their ids. */
async function letLeave(tx: Tx, rows: readonly AcceptedRow[]): Promise<Set<number>> {
  const leaving_ids = new Set<number>()
  for (const transition of LEAVINGS) {
    const ids = rows.flatMap(({ known, leaves }) => (known && leaves === transition ? [known.id] : []))
    if (ids.length === 0) continue
    for (const id of await changeState(tx, { ids, transition, cause: 'import' })) leaving_ids.add(id)
  }
  return leaving_ids
}

const LEAVINGS: readonly Leaving[] = ['unsubscribe', 'bounce', 'complain']
