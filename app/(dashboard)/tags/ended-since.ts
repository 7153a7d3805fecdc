import type { ListedMerge } from '@/server/modules/tag-merges/schema.ts'

/**
 * Returns the merges that ended since the list was read before. A small one is done before it is seen running. An older one that is listed
 * because a newer one was undone did not end now.
 */
export function endedSince(
  before: ReadonlyMap<number, ListedMerge['state']>,
  merges: readonly ListedMerge[],
): ListedMerge[] {
  const newest = Math.max(0, ...before.keys())
  return merges.filter(({ id, state }) => state === 'completed' && (before.get(id) === 'running' || id > newest))
}
