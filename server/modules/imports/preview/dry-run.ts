import type { Ctx } from '../../../core/context.ts'
import { beginning } from '../../../core/wire.ts'
import type { State } from '../../subscribers/schema.ts'
import { findSuppressed, skippedByImport } from '../../subscribers/state/suppression.ts'
import type { ReadRow } from '../mapping/columns.ts'
import type { FieldLabels } from '../mapping/resolve-columns.ts'
import type { PreviewOptions } from '../preview-schema.ts'
import { type Changes, hasChanges, valueChanges } from '../rules/changes.ts'
import type { AcceptedRow, Decisions, Found } from '../rules/decide.ts'
import { admitNewTags, tagNamesOf, tagNote } from '../rules/new-tags.ts'
import type { RowOutcome, WrittenRow } from '../rules/outcome.ts'
import { type BatchWriter, runBatch } from '../rules/run-batch.ts'
import type { PlannedChange } from '../schema.ts'
import { type ExistingSubscriber, findExistingSubscribers, findTagNames } from './find.ts'

/** Effects of earlier rows on later ones. Updated by `predictRows`. */
export interface PreviewState {
  /** Addresses of earlier rows that this batch has too. */
  done: Set<string>
  /** Room for active subscribers in the plan. Null: no limit. */
  room: number | null
  /** Lower-case names of tags that the import would create. */
  new_tags: Set<string>
}

export interface PredictionContext {
  options: PreviewOptions
  fields: FieldLabels
  subscriber_limit: number | null
  state: PreviewState
}

/** Data that a row would write. `values`: changed values of an existing subscriber. */
interface PredictedWrite extends WrittenRow {
  values: PlannedChange['values']
}

export type PredictedRow = RowOutcome<PredictedWrite>

/** Predicts the effect of these rows. Writes nothing. */
export const predictRows = (
  ctx: Ctx,
  { rows, ...context }: PredictionContext & { rows: readonly ReadRow[] },
): Promise<PredictedRow[]> =>
  runBatch(dryRun(ctx, context), rows, { ...context.options, limit: context.subscriber_limit })

/** A writer that reads what `apply/save.ts` would change, and changes only `state`. */
function dryRun(
  ctx: Ctx,
  { options, fields, state }: PredictionContext,
): BatchWriter<ExistingSubscriber, PredictedWrite> {
  return {
    async find(email_addresses): Promise<Found<ExistingSubscriber>> {
      const listed = await findSuppressed(ctx, { email_addresses })
      const open = email_addresses.filter((address) => !state.done.has(address))
      const known = await findExistingSubscribers(ctx, { email_addresses: open, options })
      const done = new Set(state.done)
      const exists = { has: (address: string) => known.has(address) || done.has(address) }
      return { known, done, suppressed: skippedByImport(listed, exists), room: state.room }
    },
    async write({ rows, accepted, room }: Decisions<ExistingSubscriber>): Promise<Map<string, PredictedWrite>> {
      state.room = room
      for (const { row, decision } of rows) {
        if (decision === 'accepted' || decision === 'left_unchanged') state.done.add(row.email_address)
      }
      const names = tagNamesOf(accepted.values())
      const existing = new Set([...(await findTagNames(ctx, names.keys())), ...state.new_tags])
      const { created, ignored } = admitNewTags(names, { existing, created_before: state.new_tags.size })
      for (const folded of created.keys()) state.new_tags.add(folded)
      return new Map(
        [...accepted].map(([address, row]) => [address, predictWrite(row, { options, fields, ignored })] as const),
      )
    },
  }
}

function predictWrite(
  row: AcceptedRow<ExistingSubscriber>,
  { options, fields, ignored }: Pick<PredictionContext, 'options' | 'fields'> & { ignored: ReadonlySet<string> },
): PredictedWrite {
  const { known, subscriber, tags, leaves, state, is_added } = row
  const note = tagNote(row, ignored)
  if (!known) return { id: null, is_new: true, is_changed: false, became: state, note, values: [] }
  const changes: Changes<string> = {
    ...valueChanges(known, subscriber, fields),
    tags: tags.filter((name) => !ignored.has(name.toLowerCase()) && !known.tags.includes(name.toLowerCase())),
    form: is_added && options.form_id !== null && !known.in_form,
    sequence: is_added && options.sequence_id !== null && !known.in_sequence,
    left: leaves !== undefined,
  }
  const became = leaves && state
  const values = describeChanges(changes, { fields, from: known.state, to: became })
  return { id: known.id, is_new: false, is_changed: hasChanges(changes), became, note, values }
}

/** Returns changes for display, value by value. */
function describeChanges(
  { first_name, fields: changed, tags, form, sequence }: Changes<string>,
  { fields, from, to }: { fields: FieldLabels; from: State; to: State | undefined },
): PlannedChange['values'] {
  const values = [
    ...(first_name ? [shown('First name', first_name)] : []),
    ...changed.map(({ custom_field_id, values }) => shown(fields.get(custom_field_id)?.label ?? '', values)),
  ]
  if (tags.length > 0) values.push(shown('Tags', [null, `+ ${tags.join(', ')}`]))
  if (form) values.push(shown('Form', [null, '+ the one that you chose']))
  if (sequence) values.push(shown('Sequence', [null, '+ the one that you chose']))
  if (to) values.push(shown('State', [STATE_NAMES[from], STATE_NAMES[to]]))
  return values
}

const STATE_NAMES: Readonly<Record<State, string>> = {
  active: 'Active',
  inactive: 'Unconfirmed',
  cancelled: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Complained',
}

const shown = (label: string, [before, after]: [string | null, string]) => ({
  label,
  before: before && beginning(before, SHOWN_CHARACTERS),
  after: beginning(after, SHOWN_CHARACTERS),
})

const SHOWN_CHARACTERS = 200
