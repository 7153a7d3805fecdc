/**
 * SQL of a column for statements that note their changes for automations themselves (`notedSql`). It disables the database trigger that
 * notes the changes of all other statements. The trigger resets it, so it applies to one statement (decision 0050).
 */
export const NOTES_ITSELF = `set_config('envoi.nothing_listens', 'on', true) as quiet`

/**
 * A query for a CTE that notes changes with live listeners. `rows` has `object` (of the listener), `subscriber_id`, `data` and `at`, and
 * should omit rows without listeners, because looking for them is the most expensive part. Name the CTE `noted` and use `IS_NOTED` as a
 * condition: PostgreSQL does not run a query whose rows nothing reads.
 */
export const notedSql = (type: 'tag_removed' | 'field_changed', rows: string): string =>
  `select note_change($1::int, '${type}', r.object, r.subscriber_id, r.data, r.at) from (${rows}) r`

export const IS_NOTED = '(select count(*) from noted) >= 0'
