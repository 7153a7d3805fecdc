import type { Tx } from '../../../core/write/write.ts'
import { removeFromForms } from '../../forms/subscriptions/subscriptions.ts'
import { deleteUnstarted } from '../../sequences/enrolling/enrolling.ts'
import { type Change, changeSubscribers } from '../../subscribers/write/change.ts'
import { deleteSubscribers } from '../../subscribers/write/delete.ts'
import { untagSubscribers } from '../../tags/tagging.ts'
import type { StoredChanges } from '../apply/stored-changes.ts'

/** Effect of an undo on a subscriber, and its text for the row. */
export interface UndoResult {
  kind: 'removed' | 'restored' | 'kept'
  text: string
}

/**
 * Locks subscribers until the transaction ends, in the order of all sets. Then additions of other transactions are committed, and the next
 * statement sees them; one that waited for the lock itself would not.
 */
export async function lockSubscribers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.sql.run(
    `select count(*) from (
       select 1 from subscriber where account_id = $1 and id = any ($2::bigint[]) order by email_address for update) locked`,
    [ids],
  )
}

/**
 * Deletes locked subscribers created by the import, unless they were changed, tagged, emailed or bought something since. Each result names
 * the reason.
 */
export async function deleteCreatedSubscribers(tx: Tx, ids: readonly number[]): Promise<Map<number, UndoResult>> {
  if (ids.length === 0) return new Map()
  const subscriber_rows = await tx.sql.rows<{ id: number; since: string | null }>(
    `with created as materialized (
       select s.id, s.updated_at, s.queued_fields is not null as has_queued, (
         select c.occurred_at from state_change c
         where c.account_id = $1 and c.subscriber_id = s.id and c.from_state is null order by c.id limit 1) as created_at
       from subscriber s where s.account_id = $1 and s.id = any ($2::bigint[])
     )
     select p.id, case
         when exists (select from delivery d where d.account_id = $1 and d.subscriber_id = p.id) then 'was sent an email'
         when exists (select from purchase b where b.account_id = $1 and b.subscriber_id = p.id) then 'bought something'
         when p.has_queued or p.updated_at is distinct from p.created_at then 'was changed'
         when exists (select from tagging g where g.account_id = $1 and g.subscriber_id = p.id and g.tagged_at > p.created_at)
           then 'was tagged'
         when exists (select from form_subscription f
                      where f.account_id = $1 and f.subscriber_id = p.id and f.added_at > p.created_at) then 'was added to a form'
         when exists (select from enrollment e
                      where e.account_id = $1 and e.subscriber_id = p.id and e.added_at > p.created_at) then 'was added to a sequence'
       end as since from created p`,
    [ids],
  )
  await deleteSubscribers(tx, { ids: subscriber_rows.flatMap(({ id, since }) => (since === null ? id : [])) })
  return new Map(
    subscriber_rows.map(({ id, since }): [number, UndoResult] => [
      id,
      since === null ? { kind: 'removed', text: 'Removed' } : { kind: 'kept', text: `Kept: ${since} since` },
    ]),
  )
}

interface ChangedSubscriber {
  id: number
  before: StoredChanges
}

/** Restores an import's changes to locked subscribers, value by value. Values changed since then stay. */
export async function restoreSubscribers(
  tx: Tx,
  changed: readonly ChangedSubscriber[],
): Promise<Map<number, UndoResult>> {
  if (changed.length === 0) return new Map()
  const rows = await tx.sql.rows<CurrentValues>(
    'select id, first_name, fields from subscriber where account_id = $1 and id = any ($2::bigint[])',
    [changed.map(({ id }) => id)],
  )
  const current = new Map(rows.map((row) => [row.id, row]))
  const fields = await tx.sql.rows<Field>('select slot, key, label from custom_field where account_id = $1')
  const by_slot = new Map(fields.map((field) => [field.slot, field]))
  const existing = changed.filter(({ id }) => current.has(id))
  const plans = existing.map(({ id, before }) => restorePlan(before, current.get(id) as CurrentValues, by_slot))
  await changeSubscribers(tx, { changes: plans.flatMap(({ change }) => change ?? []) })
  await untagSubscribers(tx, {
    pairs: existing.flatMap(({ id, before }) =>
      (before.tag_ids ?? []).map((tag_id) => ({ tag_id, subscriber_id: id })),
    ),
    is_undo: true,
  })
  await removeAdditions(tx, existing)
  return new Map(
    existing.map(({ id, before }, at) => [id, undoResultOf(before, plans[at]?.kept ?? [], Boolean(plans[at]?.change))]),
  )
}

interface CurrentValues {
  id: number
  first_name: string | null
  fields: Record<string, string>
}
interface Field {
  slot: string
  key: string
  label: string
}

function restorePlan({ first_name, fields }: StoredChanges, now: CurrentValues, by_slot: ReadonlyMap<string, Field>) {
  const kept_fields: string[] = []
  const change: Change & { id: number } = { id: now.id }
  if (first_name) {
    if (now.first_name === first_name[1]) change.first_name = first_name[0]
    else kept_fields.push('First name')
  }
  for (const [slot, [before, after]] of Object.entries(fields ?? {})) {
    const field = by_slot.get(slot)
    if (!field) continue
    if ((now.fields[slot] ?? null) === after) change.fields = { ...change.fields, [field.key]: before }
    else kept_fields.push(field.label)
  }
  return { kept: kept_fields, change: change.first_name !== undefined || change.fields ? change : undefined }
}

function undoResultOf(
  { left, tag_ids, form_id, sequence_id }: StoredChanges,
  kept: readonly string[],
  isChanged: boolean,
): UndoResult {
  const notes = [
    kept.length > 0 ? `changed since and kept: ${kept.join(', ')}` : undefined,
    left ? 'stays unsubscribed: only the subscriber can subscribe again' : undefined,
  ].filter((note) => note !== undefined)
  if (isChanged || tag_ids || form_id || sequence_id) {
    return { kind: 'restored', text: ['Restored', ...notes].join('; ') }
  }
  return { kind: 'kept', text: `Kept: ${notes.join('; ')}` }
}

/** Keeps enrollments with a sent email. */
async function removeAdditions(tx: Tx, changed: readonly ChangedSubscriber[]): Promise<void> {
  await removeFromForms(tx, {
    pairs: changed.flatMap(({ id, before: { form_id } }) =>
      form_id === undefined ? [] : { form_id, subscriber_id: id },
    ),
  })
  await deleteUnstarted(tx, {
    pairs: changed.flatMap(({ id, before: { sequence_id } }) =>
      sequence_id === undefined ? [] : { sequence_id, subscriber_id: id },
    ),
  })
}
