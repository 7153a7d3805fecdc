import { unscoped } from '../../db/client.ts'
import type { Everything } from './everything.ts'

/** Adds comments on a post, notifications, waiting bounces, and merges of tags with similar names. */
export async function addTeamRows({ account_id, ctx, ids }: Everything): Promise<void> {
  const db = unscoped()
  const at = ctx.now()
  for (const name of ['Fern', 'Ferns', 'Lichen', 'Lichens'])
    await db.tag.create({ data: { account_id, name, name_folded: name.toLowerCase() } })
  for (const from_name of ['Fern', 'Lichen']) {
    const merge = { from_tag_id: 1, from_name, into_tag_id: 2, into_name: 'Moss', created_at: at, updated_at: at }
    await db.tagMerge.create({ data: { account_id, ...merge } })
  }
  for (const text of ['Which picture?', 'Shorter, please']) {
    const comment = { kind: 'post', item_id: ids.posts ?? 0, author: 'Mia', text, created_at: at }
    const wave = { text_key: text, domain: '', sample: '550 No such user', subscribers: 90, since: at, told_at: at }
    await db.bounceWave.create({ data: { account_id, ...wave } })
    await db.draftComment.create({ data: { account_id, ...comment } })
    const told = { kind: 'broadcast_sent', key: text, title: text, detail: '', path: '/broadcasts' }
    await db.notification.create({ data: { account_id, ...told, least_role: 'viewer', created_at: at } })
  }
}
