import type { Ctx } from '../../../core/context.ts'
import { beginning } from '../../../core/wire.ts'
import type { State } from '../../subscribers/schema.ts'
import { eachByAddress } from '../../subscribers/write/by-address.ts'
import type { ReadSubscriber } from '../mapping/columns.ts'
import type { PreviewOptions } from '../preview-schema.ts'
import type { ColumnTarget, PlannedChange } from '../schema.ts'

/** Somebody who is here already, as far as an import can change them. */
export interface ExistingSubscriber {
  email_address: string
  state: State
  first_name: string | null
  fields: Record<string, string>
  /** Names in lower case. */
  tags: string[]
  in_form: boolean
  in_sequence: boolean
}

/** Those of these addresses who are subscribers, by address. */
export async function findExistingSubscribers(
  ctx: Ctx,
  {
    email_addresses,
    options: { form_id, sequence_id },
  }: { email_addresses: readonly string[]; options: Pick<PreviewOptions, 'form_id' | 'sequence_id'> },
): Promise<Map<string, ExistingSubscriber>> {
  const rows = await ctx.sql.rows<ExistingSubscriber>(
    eachByAddress(
      `s.email_address, s.state::text as state, s.first_name, s.fields,
       (select coalesce(array_agg(g.name_folded), '{}') from tagging x
          join tag g on g.account_id = $1 and g.id = x.tag_id
        where x.account_id = $1 and x.subscriber_id = s.id) as tags,
       exists (select from form_subscription x
               where x.account_id = $1 and x.form_id = $3::int and x.subscriber_id = s.id) as in_form,
       -- Who has come to the end of a sequence that repeats begins again.
       exists (select from enrollment e join sequence q on q.account_id = $1 and q.id = e.sequence_id
               where e.account_id = $1 and e.sequence_id = $4::int and e.subscriber_id = s.id
                 and not (q.repeat and (e.state = 'completed'
                   or (e.state = 'active' and e.next_at is null and e.last_position is not null)))) as in_sequence`,
      { addresses: '$2' },
    ),
    [email_addresses, form_id, sequence_id],
  )
  return new Map(rows.map((row) => [row.email_address, row]))
}

/** A field by the id that a column names; one that the import will make has no slot yet. */
export type FieldLabels = ReadonlyMap<number, { slot?: string; label: string }>

/**
 * The columns as they would be at the start: a new field whose label an existing one has is that one (`existing`), and another
 * goes by its place, below zero.
 */
export async function resolveColumns(
  ctx: Ctx,
  columns: readonly ColumnTarget[],
): Promise<{ columns: ColumnTarget[]; existing: ColumnTarget[]; fields: FieldLabels }> {
  const rows = await ctx.sql.rows<{ id: number; slot: string; label: string; label_folded: string }>(
    'select id, slot, label, label_folded from custom_field where account_id = $1',
  )
  const by_label = new Map(rows.map(({ id, label_folded }) => [label_folded, id]))
  const fields = new Map<number, { slot?: string; label: string }>(rows.map((field) => [field.id, field]))
  const existing = columns.map((column): ColumnTarget => {
    const custom_field_id = column.target === 'new_field' && by_label.get(column.label.toLowerCase())
    return custom_field_id ? { target: 'field', custom_field_id } : column
  })
  const resolved = existing.map((column, at): ColumnTarget => {
    if (column.target !== 'new_field') return column
    fields.set(-1 - at, { label: column.label })
    return { target: 'field', custom_field_id: -1 - at }
  })
  return { columns: resolved, existing, fields }
}

/** How somebody would differ after the import, value by value. `tags` are those that it would give them. */
export function differenceOf(
  now: ExistingSubscriber,
  { first_name, values, state }: ReadSubscriber,
  { tags, fields, options }: { tags: readonly string[]; fields: FieldLabels; options: PreviewOptions },
): PlannedChange['values'] {
  const found: PlannedChange['values'] = []
  const add = (label: string, before: string | null, after: string) =>
    found.push({
      label,
      before: before && beginning(before, SHOWN_CHARACTERS),
      after: beginning(after, SHOWN_CHARACTERS),
    })
  if (first_name !== undefined && first_name !== now.first_name) add('First name', now.first_name, first_name)
  for (const { custom_field_id, value } of values) {
    const { slot, label } = fields.get(custom_field_id) ?? {}
    const before = slot === undefined ? null : (now.fields[slot] ?? null)
    if (label !== undefined && before !== value) add(label, before, value)
  }
  const fresh = tags.filter((name) => !now.tags.includes(name.toLowerCase()))
  if (fresh.length > 0) add('Tags', null, `+ ${fresh.join(', ')}`)
  if (options.form_id && !now.in_form) add('Form', null, '+ the one that you chose')
  if (options.sequence_id && !now.in_sequence) add('Sequence', null, '+ the one that you chose')
  const leaves = (state ?? options.state) === 'cancelled'
  if (leaves && now.state === 'active') add('State', 'Subscribed', 'Unsubscribed')
  if (leaves && now.state === 'inactive') add('State', 'Unconfirmed', 'Unsubscribed')
  return found
}

const SHOWN_CHARACTERS = 200
