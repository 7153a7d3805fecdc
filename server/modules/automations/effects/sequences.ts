import type { Tx } from '../../../core/write/write.ts'
import { removeSubscribers } from '../../sequences/changes/apply.ts'
import { enrollSubscribers } from '../../sequences/enrolling/enrolling.ts'
import { type Effect, failAll, outcomesOf, subscribersOf } from './outcome.ts'

const DELETED = 'The sequence of this step was deleted. Choose another one and publish the automation.'

/** A paused sequence accepts subscribers, as it does from forms and imports. */
export const addToSequence: Effect<'add_to_sequence'> = async (tx, set, { sequence_id }) => {
  const pairs = subscribersOf(set).map((subscriber_id) => ({ sequence_id, subscriber_id }))
  const enrolled = await enrollSubscribers(tx, { pairs, into_paused: true })
  if (enrolled.length === 0 && (await isDeleted(tx, sequence_id))) return failAll(set, DELETED, { retry: false })
  const wereIn = enrolled.filter(({ created }) => !created).map(({ subscriber_id }) => subscriber_id)
  return outcomesOf(set, new Set(wereIn), { passed: true, data: { unchanged: true } })
}

export const removeFromSequence: Effect<'remove_from_sequence'> = async (tx, set, { sequence_id }) => {
  if (await isDeleted(tx, sequence_id)) return failAll(set, DELETED, { retry: false })
  await removeSubscribers(tx, { sequence_id, ids: subscribersOf(set) })
  return new Map()
}

const isDeleted = async (tx: Tx, id: number) => (await tx.db.sequence.count({ where: { id, deleted_at: null } })) === 0
