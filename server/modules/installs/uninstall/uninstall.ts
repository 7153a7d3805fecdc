import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { markUninstalled } from '../../apps/installations/installations.ts'
import { revokeGrants } from '../../oauth/access/grants.ts'

/**
 * Uninstalls an app and revokes its tokens immediately. A job notifies the app and deletes the tokens of its server. Idempotent.
 * Throws not_found.
 */
export function uninstallApp(ctx: Ctx, { installation_id }: { installation_id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await markUninstalled(tx, { installation_id, by: 'creator' })
    await revokeGrants(tx, { installation_id })
  })
}
