/**
 * SQL of a column of a statement that makes a single change: unless the condition is true, the database's trigger that notes such changes for
 * automations does not look for listeners. The condition must come from a row that the statement reads, and name everything that it changes.
 * The trigger takes the word back, so it holds for this statement only (decision 0116). Sets of changes need none: they pay for one look.
 */
export const unlessListenedTo = (is_listened_to: string): string =>
  `set_config('envoi.nothing_listens', ${is_listened_to === 'false' ? `'on'` : `case when ${is_listened_to} then '' else 'on' end`}, true) as quiet`
