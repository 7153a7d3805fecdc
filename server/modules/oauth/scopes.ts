import { invalidScope } from './errors.ts'
import { SCOPES, type Scope } from './schema.ts'

/** What a request asks for, held against what may be asked for at most. Nothing asked is everything that may be, `public` first. */
export function readScopes(asked: string | undefined, most: readonly string[]): Scope[] {
  if (asked === undefined) return covers(most, ['public']) ? ['public'] : SCOPES.filter((scope) => most.includes(scope))
  const scopes = [...new Set(asked.split(' ').filter((word) => word !== ''))]
  const known = SCOPES.filter((scope) => scopes.includes(scope))
  if (known.length === 0 || known.length < scopes.length) {
    throw invalidScope(`The scopes are ${SCOPES.join(', ')}, separated by a space`)
  }
  if (!covers(most, known)) throw invalidScope('This is more than may be asked for')
  return known
}

/** `public` is `read` and `write` together (contract 2.3). */
export const covers = (granted: readonly string[], asked: readonly string[]): boolean =>
  [...rights(asked)].every((right) => rights(granted).has(right))

const rights = (scopes: readonly string[]) =>
  new Set(scopes.flatMap((scope) => (scope === 'public' ? ['read', 'write'] : [scope])))
