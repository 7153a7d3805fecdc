// Changes of a subscriber that no other row stores (decision 0050). The statement that makes such a change also records it.

/**
 * `object` is the id of the tag, custom field, sequence or plugin, or the name of the event.
 *
 * - `tag_removed`: `tagged_at` says since when they had it.
 * - `tag_addition_undone`: removed by an undo, which is no event for automations. `tagged_at` as above.
 * - `tag_removal_undone`: given back by an undo, which is no event either.
 * - `field_changed`: `from` and `to`; null if the field is not set.
 * - `sequence_left`: removed from it. `added_at`, and `completed_at` if they had completed it.
 * - `sequence_restarted`: `added_at` and `completed_at` of the run before.
 * - `api_event`, `app_event`: reported by a program or app. `settings` limit an app's to nodes with the same ones.
 */
export const CHANGE_KINDS = [
  'tag_removed',
  'tag_addition_undone',
  'tag_removal_undone',
  'field_changed',
  'sequence_left',
  'sequence_restarted',
  'api_event',
  'app_event',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/**
 * Returns a statement, also for a `with`, that records changes. `rows` selects subscriber_id, object (text), data (jsonb) and at; its
 * subscribers must exist at the commit. `$1` is the account.
 */
export const recordSql = (kind: ChangeKind, rows: string): string =>
  `insert into subscriber_change (account_id, subscriber_id, kind, object, data, at)
   select $1, r.subscriber_id, '${kind}', r.object, r.data, r.at from (${rows}) r`
