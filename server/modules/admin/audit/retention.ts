import { purgeByFunction } from '../../../db/purge.ts'

/** Deletes entries that are older than the retention. The database refuses to delete younger ones. */
export const purgeAuditEntries = purgeByFunction({ name: 'purge_audit_entries', kept_days: 'audit_days' })
