// A separate file, because browser pages load descriptions of lists, which must not load PostgreSQL's client.

/**
 * Marks a statement that finds its rows by unique keys in every account, so PostgreSQL may reuse one plan for all values. Other statements are
 * planned for the values of each execution, because a good plan for ten subscribers is a bad one for a million.
 */
export const ONE_PLAN = '/* one plan */ '

/**
 * Marks a statement that names its account as a constant and has no other value that matters to its plan. PostgreSQL plans it again only
 * every `EXECUTIONS_PER_PLAN` executions, so a plan from before an import is not kept for long.
 */
export const ACCOUNT_PLAN = '/* plan of an account */ '
