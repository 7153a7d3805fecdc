/** OAuth scopes. `public` is all others together. The dangerous ones are no part of `write` (contract 2.3). */
export const SCOPES = ['public', 'read', 'write', 'files:write', 'sending:write'] as const
export type Scope = (typeof SCOPES)[number]
/** A scope that a route needs. */
export type Right = Exclude<Scope, 'public'>
