import { unscoped } from '../../db/client.ts'

/** Returns the actions of a user in the audit log, oldest first. */
export const auditedActions = async (user_id: number): Promise<string[]> =>
  (await unscoped().auditEntry.findMany({ where: { user_id }, orderBy: { id: 'asc' } })).map(({ action }) => action)
