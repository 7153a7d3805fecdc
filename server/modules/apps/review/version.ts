import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import { lastApproval } from '../../reviews/service.ts'
import type { AppDetail } from '../develop-schema.ts'
import { PluginView } from '../plugin-form-schema.ts'

/** Part of an approved version that is stored for later comparisons. Its other facts are in the app's columns. */
const Snapshot = z.object({ plugins: z.array(PluginView) })

export const snapshotOf = ({ plugins }: AppDetail): z.infer<typeof Snapshot> => ({ plugins })

/** Returns the plugins at the last approval; null before the first approval that stored them. */
export async function approvedPlugins(ctx: Ctx, id: number): Promise<PluginView[] | null> {
  const snapshot = Snapshot.safeParse(await lastApproval(ctx, { kind: 'app', id }))
  return snapshot.success ? snapshot.data.plugins : null
}

/**
 * Returns an identifier of the version that a reviewer sees: a decision about another version is rejected. Omits counts and times that
 * change without the developer.
 */
export function versionOf(app: AppDetail): string {
  const { installation_count: _count, updated_at: _updated, reviewed_at: _reviewed, review_note: _note, ...seen } = app
  return sha256Hex(JSON.stringify(seen)).slice(0, 32)
}
