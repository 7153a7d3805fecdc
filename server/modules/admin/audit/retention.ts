import { systemPool } from '../../../core/context.ts'
import { instanceSettings } from '../../../core/instance/settings.ts'
import type { PurgeInput } from '../../../db/purge.ts'

const ROWS_PER_STATEMENT = 5_000
const DAY_MS = 86_400_000

/** Deletes entries that are older than the retention. The database refuses to delete younger ones. */
export async function purgeAuditEntries({ now, budget }: PurgeInput): Promise<void> {
  const { audit_days } = await instanceSettings()
  const before = new Date(+now - audit_days * DAY_MS)
  for (;;) {
    const { rowCount } = await systemPool().query('select purge_audit_entries($1, $2)', [before, ROWS_PER_STATEMENT])
    if ((rowCount ?? 0) < ROWS_PER_STATEMENT || budget?.isSpent()) return
  }
}
