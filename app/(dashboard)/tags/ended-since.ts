import type { ListedMerge } from '@/server/modules/tag-merges/schema.ts'

/**
 * Returns merges that ended since the list was last loaded, including small ones that were never seen running. An older merge that is
 * listed because a newer one was undone does not count.
 */
export function endedSince(
  before: ReadonlyMap<number, ListedMerge['state']>,
  merges: readonly ListedMerge[],
): ListedMerge[] {
  const newest = Math.max(0, ...before.keys())
  return merges.filter(({ id, state }) => state === 'completed' && (before.get(id) === 'running' || id > newest))
}
