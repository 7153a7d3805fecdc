import type { Ctx, Role } from '../../core/context.ts'
import type { Tx } from '../../core/write/write.ts'
import { type FieldDefinition, lockFieldIds } from '../custom-fields/definitions.ts'
import { removeSubscribers } from '../sequences/changes/apply.ts'
import { enrollSubscribers, IS_OVER } from '../sequences/enrolling/enrolling.ts'
import { changeState } from '../subscribers/state/state.ts'
import type { Bind } from '../subscribers/view.ts'
import { changeSubscribers, type LockedRow, lockRows } from '../subscribers/write/change.ts'
import { deleteSubscribers } from '../subscribers/write/delete.ts'
import { lockAgainstDeletion } from '../subscribers/write/lock.ts'
import { lockTagsOf } from '../tags/lock.ts'
import { restoreTaggings, tagSubscribers, untagSubscribers } from '../tags/tagging.ts'
import type { Action, ActionKind, LeftAlone } from './schema.ts'

// The change that each action makes to a page of subscribers, and its undo.

export interface Outcome {
  changed: readonly number[]
  /** Earlier values by subscriber, if the undo needs them. */
  before?: ReadonlyMap<number, string | null>
  left_alone: Partial<Record<LeftAlone, number>>
}

interface Changed {
  id: number
  before: string | null
}

type Of<Kind extends ActionKind> = Extract<Action, { kind: Kind }>

interface Kind<K extends ActionKind> {
  role: Role
  /** True if it must never change more subscribers than the user agreed to. */
  is_final?: boolean
  /** SQL condition that the action would change `subscriber t`. */
  would: (action: Of<K>, bind: Bind) => string
  /** Changes locked subscribers of the selection. */
  apply: (tx: Tx, action: Of<K>, ids: readonly number[]) => Promise<Outcome>
  /** Undoes the action for subscribers whom it changed until `until`. Returns how many it restored. */
  undo?: (tx: Tx, action: Of<K>, changed: readonly Changed[], until: Date) => Promise<number>
}

const hasTag = (tag_id: number, bind: Bind) =>
  `exists (select from tagging g where g.account_id = $1 and g.subscriber_id = t.id and g.tag_id = ${bind(tag_id)}::int)`

const isEnrolled = (sequence_id: number, bind: Bind, condition = 'true') =>
  `exists (select from enrollment e where e.account_id = $1 and e.subscriber_id = t.id and e.sequence_id = ${bind(sequence_id)}::int and ${condition})`

const ADDS_AGAIN = `exists (select from sequence q where q.account_id = $1 and q.id = e.sequence_id and q.repeat)`

const NO_EMAIL_WAITS = `not exists (select from delivery d where d.account_id = $1 and d.subscriber_id = t.id and d.state = 'queued')`

const pairsOf = (tag_id: number, ids: readonly number[]) => ids.map((subscriber_id) => ({ tag_id, subscriber_id }))

export const KINDS: { [K in ActionKind]: Kind<K> } = {
  tag: {
    role: 'editor',
    would: ({ tag_id }, bind) => `not ${hasTag(tag_id, bind)}`,
    apply: async (tx, { tag_id }, ids) => {
      const taggings = await tagSubscribers(tx, { pairs: pairsOf(tag_id, ids) })
      return outcome(ids, idsOf(taggings.filter(({ created }) => created)), 'has_tag')
    },
    undo: async (tx, { tag_id }, changed, until) => {
      // Skip subscribers who were tagged again since.
      const rows = await tx.sql.rows<{ id: number }>(
        `select subscriber_id as id from tagging
         where account_id = $1 and tag_id = $2 and subscriber_id = any ($3::bigint[]) and tagged_at <= $4`,
        [tag_id, changed.map(({ id }) => id), until],
      )
      const ids = rows.map(({ id }) => id)
      return (await untagSubscribers(tx, { pairs: pairsOf(tag_id, ids), is_undo: true })).length
    },
  },
  untag: {
    role: 'editor',
    would: ({ tag_id }, bind) => hasTag(tag_id, bind),
    apply: async (tx, { tag_id }, ids) => {
      // Untagging locks no subscriber, but the stored record of changes refers to them.
      const existing = await lockAgainstDeletion(tx, ids)
      const removed = await untagSubscribers(tx, { pairs: pairsOf(tag_id, [...existing]) })
      const before = new Map(removed.map(({ subscriber_id, tagged_at }) => [subscriber_id, tagged_at.toISOString()]))
      return { ...outcome(ids, idsOf(removed), 'has_no_tag'), before }
    },
    undo: async (tx, { tag_id }, changed) => {
      const pairs = changed.map(({ id, before }) => ({ tag_id, subscriber_id: id, tagged_at: before }))
      return (await restoreTaggings(tx, { pairs })).length
    },
  },
  add_to_sequence: {
    role: 'editor',
    would: ({ sequence_id }, bind) =>
      `t.state = 'active' and not ${isEnrolled(sequence_id, bind, `not (${IS_OVER} and ${ADDS_AGAIN})`)}`,
    apply: addToSequence,
    undo: async (tx, { sequence_id }, changed, until) => {
      // Subscribers who had completed the sequence stay in it, because their completion cannot be restored.
      const added = changed.flatMap(({ id, before }) => (before === null ? id : []))
      const rows = await tx.sql.rows<{ id: number }>(
        `select subscriber_id as id from enrollment
         where account_id = $1 and sequence_id = $2 and subscriber_id = any ($3::bigint[]) and added_at <= $4`,
        [sequence_id, added, until],
      )
      return removeSubscribers(tx, { sequence_id, ids: rows.map(({ id }) => id) })
    },
  },
  remove_from_sequence: {
    role: 'editor',
    would: ({ sequence_id }, bind) => isEnrolled(sequence_id, bind),
    apply: async (tx, { sequence_id }, ids) => {
      const members = await readEnrolled(tx, sequence_id, ids)
      await removeSubscribers(tx, { sequence_id, ids: members })
      return outcome(ids, members, 'not_in_sequence')
    },
  },
  set_field: {
    role: 'editor',
    would: ({ field_id, value }, bind) =>
      `coalesce(t.fields ->> (select slot from custom_field where account_id = $1 and id = ${bind(field_id)}::int), '')
       is distinct from coalesce(${bind(value)}::text, '')`,
    apply: setField,
    undo: restoreField,
  },
  unsubscribe: {
    role: 'editor',
    is_final: true,
    would: () => `t.state <> 'cancelled'`,
    apply: async (tx, _action, ids) =>
      outcome(ids, await changeState(tx, { ids, transition: 'unsubscribe', cause: 'dashboard' }), 'is_unsubscribed'),
  },
  delete: {
    role: 'admin',
    is_final: true,
    would: () => NO_EMAIL_WAITS,
    apply: async (tx, _action, ids) => {
      // Lock first, to see emails that are queued until then.
      await lockRows(tx, 'id', ids)
      const rows = await tx.sql.rows<{ id: number }>(
        `select t.id from subscriber t where t.account_id = $1 and t.id = any ($2::bigint[]) and ${NO_EMAIL_WAITS}`,
        [ids],
      )
      const free = rows.map(({ id }) => id)
      await lockTagsOf(tx, { subscriber_ids: free })
      await deleteSubscribers(tx, { ids: free })
      return outcome(ids, free, 'is_sent_email')
    },
  },
}

const idsOf = (pairs: readonly { subscriber_id: number }[]) => pairs.map(({ subscriber_id }) => subscriber_id)

function outcome(ids: readonly number[], changed: readonly number[], reason: LeftAlone): Outcome {
  return { changed, left_alone: { [reason]: ids.length - changed.length } }
}

async function readEnrolled(ctx: Ctx, sequence_id: number, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.sql.rows<{ id: number }>(
    `select subscriber_id as id from enrollment
     where account_id = $1 and sequence_id = $2 and subscriber_id = any ($3::bigint[]) order by subscriber_id for update`,
    [sequence_id, ids],
  )
  return rows.map(({ id }) => id)
}

async function addToSequence(tx: Tx, { sequence_id }: Of<'add_to_sequence'>, ids: readonly number[]): Promise<Outcome> {
  const active = await tx.sql.rows<{ id: number }>(
    `select id from subscriber where account_id = $1 and id = any ($2::bigint[]) and state = 'active'`,
    [ids],
  )
  const former = new Set(await readEnrolled(tx, sequence_id, ids))
  const pairs = active.map(({ id: subscriber_id }) => ({ sequence_id, subscriber_id }))
  const enrolled = await enrollSubscribers(tx, { pairs, into_paused: true })
  const changed = idsOf(enrolled.filter(({ created }) => created))
  return {
    changed,
    before: new Map(changed.map((id) => [id, former.has(id) ? 'completed' : null])),
    left_alone: { not_active: ids.length - active.length, in_sequence: active.length - changed.length },
  }
}

async function setField(tx: Tx, { field_id, value }: Of<'set_field'>, ids: readonly number[]): Promise<Outcome> {
  const field = (await lockFieldIds(tx, [field_id])).get(field_id)
  if (!field) return outcome(ids, [], 'has_value')
  const rows = await lockRows(tx, 'id', ids)
  const before = new Map(rows.map((row) => [row.id, storedValue(row, field)]))
  await changeSubscribers(tx, { changes: rows.map(({ id }) => ({ id, fields: { [field.key]: value } })) })
  const changed = rows.flatMap(({ id }) => (before.get(id) === value ? [] : id))
  return { ...outcome(ids, changed, 'has_value'), before }
}

/** Restores values, except where they were changed since. */
async function restoreField(tx: Tx, { field_id, value }: Of<'set_field'>, changed: readonly Changed[]) {
  const field = (await lockFieldIds(tx, [field_id])).get(field_id)
  if (!field) return 0
  const before = new Map(changed.map((one) => [one.id, one.before]))
  const rows = await lockRows(tx, 'id', [...before.keys()])
  const same = rows.filter((row) => storedValue(row, field) === value)
  await changeSubscribers(tx, {
    changes: same.map(({ id }) => ({ id, fields: { [field.key]: before.get(id) ?? null } })),
  })
  return same.length
}

/** Queued values count, because they were accepted earlier and are written first. */
const storedValue = ({ fields, queued_fields }: LockedRow, { slot }: FieldDefinition): string | null =>
  (queued_fields && Object.hasOwn(queued_fields, slot) ? queued_fields[slot] : fields[slot]) ?? null
