/** OAuth scopes. `public` is all others but `team:write`. The dangerous ones are no part of `write` (contract 2.3). */
export const SCOPES = [
  'public',
  'read',
  'write',
  'files:write',
  'automations:write',
  'sending:write',
  'account:write',
  'privacy:write',
  'team:write',
] as const
export type Scope = (typeof SCOPES)[number]
/** A scope that a route needs. */
export type Right = Exclude<Scope, 'public'>

/** Consent to `public` never included access to the team, so `team:write` must be asked for by its name. */
const RIGHTS_OF_PUBLIC = SCOPES.filter((scope) => scope !== 'public' && scope !== 'team:write')

/** Returns the rights that scopes contain. */
export const rightsOf = (scopes: readonly string[]): Set<string> =>
  new Set(scopes.flatMap((scope) => (scope === 'public' ? RIGHTS_OF_PUBLIC : [scope])))
