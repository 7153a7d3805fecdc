import { purgeByFunction } from '../../../db/purge.ts'

/** Deletes entries older than the retention. The database refuses to delete recent ones. */
export const purgeAuditEntries = purgeByFunction({ name: 'purge_audit_entries', kept_days: 'audit_days' })
