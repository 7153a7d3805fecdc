import type { FunctionConfig } from '../functions/functions.ts'

/** Matches the expression with which the SDK and our own jobs name the function whose runs they follow. */
const OF_ONE_FUNCTION = /^event\.data\.function_id == '([^']+)'$/

/**
 * Returns whether an event about the end of a run starts anything. For most runs it does not, and the end of a run is a hot path, so
 * conditions that name one function are evaluated once, here.
 */
export function findFollowedEnds(functions: readonly FunctionConfig[]): (name: string, function_id: string) => boolean {
  const followed = new Map<string, Set<string> | 'all'>()
  for (const { event, condition } of functions.flatMap(({ triggers }) => triggers)) {
    const [, function_id] = OF_ONE_FUNCTION.exec(condition?.source ?? '') ?? []
    const known = followed.get(event)
    if (!function_id) followed.set(event, 'all')
    else if (known !== 'all') followed.set(event, (known ?? new Set()).add(function_id))
  }
  return (name, function_id) => {
    const ids = followed.get(name)
    return ids === 'all' || ids?.has(function_id) === true
  }
}
