import type { Ctx } from '../../core/context.ts'
import { type Done, iso } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { readSlimSubscribers } from '../subscribers/view.ts'
import { lockAgainstDeletion } from '../subscribers/write/lock.ts'
import { lockTags } from './lock.ts'
import type { BulkTaggedSubscriber, TaggingPair } from './schema.ts'
import { tagSubscribers, untagSubscribers } from './tagging.ts'

/** Tags subscribers and returns a row for each pair, including existing ones, whose time is kept. */
export function addTaggings(
  ctx: Ctx,
  { items }: { items: readonly TaggingPair[] },
): Promise<Done<BulkTaggedSubscriber, TaggingPair>> {
  return write(ctx, async (tx) => {
    const { pairs, failures } = await sortPairs(tx, items)
    const taggings = new Map((await tagSubscribers(tx, { pairs })).map((tagging) => [pairKey(tagging), tagging]))
    const subscribers = await readSlimSubscribers(tx, [...new Set(pairs.map(({ subscriber_id }) => subscriber_id))])
    const rows = pairs.flatMap((pair) => {
      const [subscriber, tagging] = [subscribers.get(pair.subscriber_id), taggings.get(pairKey(pair))]
      if (!subscriber || !tagging) return []
      const { id, first_name, email_address, created_at } = subscriber
      return [{ id, first_name, email_address, created_at, tagged_at: iso(tagging.tagged_at) }]
    })
    return { rows, failures }
  })
}

/** Removes tags from subscribers. Removing a tag from a subscriber without it succeeds without an event. */
export function removeTaggings(
  ctx: Ctx,
  { items }: { items: readonly TaggingPair[] },
): Promise<Done<never, TaggingPair>> {
  return write(ctx, async (tx) => {
    const { pairs, failures } = await sortPairs(tx, items)
    await untagSubscribers(tx, { pairs })
    return { rows: [], failures }
  })
}

interface KnownPair {
  tag_id: number
  subscriber_id: number
}

const pairKey = ({ tag_id, subscriber_id }: KnownPair) => `${tag_id}:${subscriber_id}`

/** Returns pairs with an existing tag and subscriber, locked against deletion, and failures for the others. */
async function sortPairs(tx: Tx, items: readonly TaggingPair[]) {
  const subscribers = await lockAgainstDeletion(
    tx,
    items.flatMap(({ subscriber_id }) => subscriber_id ?? []),
  )
  const tags = await lockTags(
    tx,
    items.flatMap(({ tag_id }) => tag_id ?? []),
  )
  const pairs: KnownPair[] = []
  const failures: Done<never, TaggingPair>['failures'] = []
  for (const [at, item] of items.entries()) {
    const tag_id = item.tag_id !== null && tags.has(item.tag_id) ? item.tag_id : null
    const subscriber_id = item.subscriber_id !== null && subscribers.has(item.subscriber_id) ? item.subscriber_id : null
    if (tag_id !== null && subscriber_id !== null) pairs.push({ tag_id, subscriber_id })
    else failures.push({ at, item: { tag_id, subscriber_id }, errors: errorsOf(tag_id, subscriber_id) })
  }
  return { pairs, failures }
}

const errorsOf = (tag_id: number | null, subscriber_id: number | null) => [
  ...(tag_id === null ? ['Tag does not exist'] : []),
  ...(subscriber_id === null ? ['Subscriber does not exist'] : []),
]
