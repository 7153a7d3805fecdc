import type { Tx } from '../../../core/write/write.ts'
import { tagSubscribers, untagSubscribers } from '../../tags/tagging.ts'
import { type Effect, failAll, outcomesOf, type RunSet, subscribersOf } from './outcome.ts'

const DELETED = 'The tag of this step was deleted. Choose another one and publish the automation.'

export const addTag: Effect<'add_tag'> = async (tx, set, { tag_id }) => {
  const taggings = await tagSubscribers(tx, { pairs: pairsOf(set, tag_id) })
  // No tagging means that the tag or the subscribers were deleted. Deleting subscribers deletes their runs.
  if (taggings.length === 0 && (await isDeleted(tx, tag_id))) return failAll(set, DELETED, { retry: false })
  const hadIt = taggings.filter(({ created }) => !created).map(({ subscriber_id }) => subscriber_id)
  return outcomesOf(set, new Set(hadIt), { passed: true, data: { unchanged: true } })
}

export const removeTag: Effect<'remove_tag'> = async (tx, set, { tag_id }) => {
  if (await isDeleted(tx, tag_id)) return failAll(set, DELETED, { retry: false })
  await untagSubscribers(tx, { pairs: pairsOf(set, tag_id) })
  return new Map()
}

const pairsOf = (set: RunSet, tag_id: number) => subscribersOf(set).map((subscriber_id) => ({ tag_id, subscriber_id }))

const isDeleted = async (tx: Tx, id: number) => (await tx.db.tag.count({ where: { id } })) === 0
