import type { Tx } from '../../../core/write.ts'
import { type Change, changeSubscribers } from '../../subscribers/write/change.ts'
import { untagSubscribers } from '../../tags/tagging.ts'
import type { ValueChange } from '../apply/stored-changes.ts'

/** What an undoing did about a person, and how it is said. */
export interface UndoResult {
  kind: 'removed' | 'restored' | 'kept'
  text: string
}

/**
 * Holds people until the transaction ends, all of a batch in the order in which everybody takes them. What others were adding to
 * them at that moment is there afterwards, for the next statement to see: one that waits itself looks no second time.
 */
export async function lockSubscribers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.sql.run(
    `select count(*) from (
       select 1 from subscriber where account_id = $1 and id = any ($2::bigint[]) order by email_address for update) held`,
    [ids],
  )
}

/**
 * Removes people whom the import brought and who are held, unless something has happened to them since: they were changed, tagged,
 * mailed, bought something. Then they stay, and what it was is said.
 */
export async function removeSubscribers(tx: Tx, ids: readonly number[]): Promise<Map<number, UndoResult>> {
  if (ids.length === 0) return new Map()
  const people = await tx.sql.rows<{ id: number; since: string | null }>(
    `with person as materialized (
       select s.id, s.updated_at, s.queued_fields is not null as waits, (
         select c.occurred_at from state_change c
         where c.account_id = $1 and c.subscriber_id = s.id and c.from_state is null order by c.id limit 1) as made_at
       from subscriber s where s.account_id = $1 and s.id = any ($2::bigint[])
     ), looked as materialized (
       select p.id, case
         when exists (select from delivery d where d.account_id = $1 and d.subscriber_id = p.id) then 'was mailed'
         when exists (select from purchase b where b.account_id = $1 and b.subscriber_id = p.id) then 'bought something'
         when p.waits or p.updated_at is distinct from p.made_at then 'was changed'
         when exists (select from tagging g where g.account_id = $1 and g.subscriber_id = p.id and g.tagged_at > p.made_at)
           then 'was tagged'
         when exists (select from form_subscription f
                      where f.account_id = $1 and f.subscriber_id = p.id and f.added_at > p.made_at) then 'used a form'
         when exists (select from enrollment e
                      where e.account_id = $1 and e.subscriber_id = p.id and e.added_at > p.made_at) then 'began a sequence'
       end as since from person p
     ), gone as (
       delete from subscriber s using looked l where s.account_id = $1 and s.id = l.id and l.since is null
     )
     select id, since from looked`,
    [ids],
  )
  return new Map(
    people.map(({ id, since }): [number, UndoResult] => [
      id,
      since === null ? { kind: 'removed', text: 'Removed' } : { kind: 'kept', text: `Kept: ${since} since` },
    ]),
  )
}

interface ChangedSubscriber {
  id: number
  before: ValueChange
}

/** Puts back what an import changed of people who were here before and are held, value by value; one that was changed since stays. */
export async function restoreSubscribers(
  tx: Tx,
  people: readonly ChangedSubscriber[],
): Promise<Map<number, UndoResult>> {
  if (people.length === 0) return new Map()
  const rows = await tx.sql.rows<CurrentValues>(
    'select id, first_name, fields from subscriber where account_id = $1 and id = any ($2::bigint[])',
    [people.map(({ id }) => id)],
  )
  const present = new Map(rows.map((row) => [row.id, row]))
  const fields = await tx.sql.rows<Field>('select slot, key, label from custom_field where account_id = $1')
  const by_slot = new Map(fields.map((field) => [field.slot, field]))
  const here = people.filter(({ id }) => present.has(id))
  const plans = here.map(({ id, before }) => restorePlan(before, present.get(id) as CurrentValues, by_slot))
  await changeSubscribers(tx, { changes: plans.flatMap(({ change }) => change ?? []) })
  await untagSubscribers(tx, {
    pairs: here.flatMap(({ id, before }) => (before.tag_ids ?? []).map((tag_id) => ({ tag_id, subscriber_id: id }))),
  })
  await removeEnrollments(tx, here)
  return new Map(
    here.map(({ id, before }, at) => [id, undoResultOf(before, plans[at]?.stays ?? [], Boolean(plans[at]?.change))]),
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

function restorePlan({ first_name, fields }: ValueChange, now: CurrentValues, by_slot: ReadonlyMap<string, Field>) {
  const stays: string[] = []
  const change: Change & { id: number } = { id: now.id }
  if (first_name) {
    if (now.first_name === first_name[1]) change.first_name = first_name[0]
    else stays.push('First name')
  }
  for (const [slot, [before, after]] of Object.entries(fields ?? {})) {
    const field = by_slot.get(slot)
    if (!field) continue
    if ((now.fields[slot] ?? null) === after) change.fields = { ...change.fields, [field.key]: before }
    else stays.push(field.label)
  }
  return { stays, change: change.first_name !== undefined || change.fields ? change : undefined }
}

function undoResultOf(
  { left, tag_ids, form_id, sequence_id }: ValueChange,
  stays: readonly string[],
  is_changed: boolean,
): UndoResult {
  const notes = [
    stays.length > 0 ? `changed since and kept: ${stays.join(', ')}` : undefined,
    left ? 'stays unsubscribed: only they themselves can come back' : undefined,
  ].filter((note) => note !== undefined)
  if (is_changed || tag_ids || form_id || sequence_id) {
    return { kind: 'restored', text: ['Put back', ...notes].join('; ') }
  }
  return { kind: 'kept', text: `Kept: ${notes.join('; ')}` }
}

/** Who has had an email of the sequence by now goes on with it; who has confirmed by the form's letter has. */
async function removeEnrollments(tx: Tx, people: readonly ChangedSubscriber[]): Promise<void> {
  const placed = (place: 'form_id' | 'sequence_id') =>
    people.flatMap(({ id, before }) => (before[place] === undefined ? [] : [{ id, place: before[place] }]))
  const [forms, sequences] = [placed('form_id'), placed('sequence_id')]
  await tx.sql.run(
    `with p as materialized (select * from unnest($2::int[], $3::bigint[]) as p(form_id, subscriber_id)),
       asked as (delete from confirmation c using p where c.account_id = $1 and c.form_id = p.form_id
         and c.subscriber_id = p.subscriber_id and c.confirmed_at is null)
     delete from form_subscription f using p
     where f.account_id = $1 and f.form_id = p.form_id and f.subscriber_id = p.subscriber_id`,
    [forms.map(({ place }) => place), forms.map(({ id }) => id)],
  )
  await tx.sql.run(
    `delete from enrollment e using unnest($2::int[], $3::bigint[]) as p(sequence_id, subscriber_id)
     where e.account_id = $1 and e.sequence_id = p.sequence_id and e.subscriber_id = p.subscriber_id
       and e.last_position is null and e.run = 1`,
    [sequences.map(({ place }) => place), sequences.map(({ id }) => id)],
  )
}
