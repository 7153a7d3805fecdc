/**
 * SQL of a column of a statement that notes for automations what it changes (`notedSql`): the database's trigger, which notes the changes of all
 * other statements, does nothing. The trigger takes the word back, so it holds for this statement only (decision 0050).
 */
export const NOTES_ITSELF = `set_config('envoi.nothing_listens', 'on', true) as quiet`

/**
 * A query for a CTE that notes changes to which a live automation listens. `rows` has `object` (of the listener), `subscriber_id`, `data` and
 * `at`; it should omit what the statement has read that nothing listens to, because looking for listeners costs more than all else here.
 * The CTE is named `noted`, and a condition of the statement is `IS_NOTED`: PostgreSQL does not run a query whose rows nothing reads.
 */
export const notedSql = (type: 'tag_removed' | 'field_changed', rows: string): string =>
  `select note_change($1::int, '${type}', r.object, r.subscriber_id, r.data, r.at) from (${rows}) r`

export const IS_NOTED = '(select count(*) from noted) >= 0'
