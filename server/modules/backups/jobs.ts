import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_BACKUPS } from './service.ts'

export const backupJobs = [purgeExpired('backups', '41 4 * * 0', EXPIRED_BACKUPS)]
