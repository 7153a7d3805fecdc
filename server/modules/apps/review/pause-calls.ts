import { notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'

/**
 * Pauses or resumes all requests to an app's server. While they are paused, automations' requests wait and others are refused. Returns the
 * app's name. Throws not_found, also for an app that is already paused or resumed.
 */
export async function setCallsPaused(
  tx: Tx,
  { app_id, reason }: { app_id: number; reason: string | null },
): Promise<{ name: string }> {
  const app = await tx.sql.one<{ name: string }>(
    `${UNSCOPED}update app set calls_paused_at = case when $2::text is not null then $3::timestamptz end, calls_paused_reason = $2
     where id = $1 and deleted_at is null and (calls_paused_at is null) = ($2::text is not null)
     returning name`,
    [app_id, reason, tx.now()],
  )
  if (!app) throw notFound(reason === null ? 'Calls to this app are not paused' : 'No app with this ID is called')
  return app
}
