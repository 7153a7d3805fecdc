import type { Tx } from '../../../core/write/write.ts'
import { lockAgainstDeletion } from '../../subscribers/write/lock.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { requestFileEmails } from '../emails/file-email.ts'
import { FormSettings } from '../settings-schema.ts'

// The tags, the file and the sequences that a form gives to subscribers who sign up. A subscription that still waits for them is marked,
// so they are applied once, when the subscriber is active: immediately, or after confirmation.

interface Pair {
  form_id: number
  subscriber_id: number
}

/** SQL of the condition that `form f` gives tags or a file, or adds to sequences. */
export const HAS_FOLLOW_UP = `(coalesce(jsonb_array_length(f.settings->'tag_ids'), 0)
  + coalesce(jsonb_array_length(f.settings->'sequence_ids'), 0) > 0
  or exists (select from form_file x where x.account_id = f.account_id and x.form_id = f.id and x.state = 'ready'))`

/** Requests the job that applies tags and sequences. */
export function emitFollowUps(tx: Tx, subscriber_ids: readonly number[]): void {
  if (subscriber_ids.length > 0) tx.emit('form.follow_ups_requested', { subscriber_ids: [...subscriber_ids] })
}

/**
 * Marks subscriptions of subscribers who signed up again: they get what the form gives now, and tags for the consents that they ticked.
 */
export async function requestFollowUps(
  tx: Tx,
  { pairs }: { pairs: readonly (Pair & { tag_ids?: readonly number[] })[] },
): Promise<void> {
  const marked = await tx.sql.rows<{ subscriber_id: number }>(
    `update form_subscription x set follow_up_due = true, ticked_tag_ids = array(
       select distinct unnest(x.ticked_tag_ids || p.tag_ids))
     from jsonb_to_recordset($2::jsonb) as p(form_id int, subscriber_id bigint, tag_ids int[]), form f
     where x.account_id = $1 and x.form_id = p.form_id and x.subscriber_id = p.subscriber_id
       and f.account_id = $1 and f.id = x.form_id
       and (${HAS_FOLLOW_UP} or cardinality(p.tag_ids) > 0 or cardinality(x.ticked_tag_ids) > 0)
     returning x.subscriber_id`,
    [JSON.stringify(pairs.map(({ tag_ids = [], ...pair }) => ({ ...pair, tag_ids })))],
  )
  emitFollowUps(
    tx,
    marked.map(({ subscriber_id }) => subscriber_id),
  )
}

/**
 * Tags the active ones among the subscribers, and requests the emails with files, where the sign-up was not followed up. Returns the
 * sequences that they are to be added to in the same transaction. Tags that no longer exist are ignored.
 */
export async function takeFollowUps(
  tx: Tx,
  { subscriber_ids }: { subscriber_ids: readonly number[] },
): Promise<{ sequence_id: number; subscriber_id: number }[]> {
  const ids = [...(await lockAgainstDeletion(tx, subscriber_ids))]
  const due_pairs = await tx.sql.rows<Pair & { settings: unknown; ticked: number[] }>(
    `with due as (
       select x.form_id, x.subscriber_id, x.ticked_tag_ids as ticked from form_subscription x
         join subscriber s on s.account_id = $1 and s.id = x.subscriber_id and s.state = 'active'
       where x.account_id = $1 and x.subscriber_id = any ($2::bigint[]) and x.follow_up_due
       order by 1, 2 for update of x
     ), taken as (
       update form_subscription x set follow_up_due = false, ticked_tag_ids = '{}' from due d
       where x.account_id = $1 and x.form_id = d.form_id and x.subscriber_id = d.subscriber_id
     )
     select d.form_id, d.subscriber_id, d.ticked, f.settings from due d join form f on f.account_id = $1 and f.id = d.form_id`,
    [ids],
  )
  const settings = new Map(due_pairs.map((row) => [row.form_id, FormSettings.parse(row.settings)]))
  const with_settings = due_pairs.map((row) => ({ ...row, ...settings.get(row.form_id) }))
  const tags = with_settings.flatMap(({ subscriber_id, ticked, tag_ids = [] }) =>
    [...new Set([...tag_ids, ...ticked])].map((tag_id) => ({ tag_id, subscriber_id })),
  )
  if (tags.length > 0) await tagSubscribers(tx, { pairs: tags })
  await requestFileEmails(tx, { pairs: due_pairs })
  return with_settings.flatMap(({ subscriber_id, sequence_ids = [] }) =>
    sequence_ids.map((sequence_id) => ({ sequence_id, subscriber_id })),
  )
}
