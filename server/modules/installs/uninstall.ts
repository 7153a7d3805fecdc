import type { Ctx } from '../../core/context.ts'
import { write } from '../../core/write.ts'
import { markUninstalled } from '../apps/installations.ts'
import { revokeGrants } from '../oauth/grants.ts'

/**
 * Takes away everything that the app holds in the account: its tokens are dead when this returns. A job tells the app and clears
 * what we hold of it. Uninstalling twice is as good as once. Throws not_found.
 */
export function uninstallApp(ctx: Ctx, { installation_id }: { installation_id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await markUninstalled(tx, { installation_id, by: 'creator' })
    await revokeGrants(tx, { installation_id })
  })
}
