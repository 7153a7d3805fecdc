// In a file of its own, because pages in the browser load what describes lists, and PostgreSQL's client has no place there.

/**
 * Marks a statement that finds its rows by unique keys in every account: PostgreSQL may reuse one plan for all values. All others
 * are planned for the values of each execution, because a good plan for ten subscribers is a bad one for a million.
 */
export const ONE_PLAN = '/* one plan */ '
