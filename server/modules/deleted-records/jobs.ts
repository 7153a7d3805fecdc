import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_DELETED_RECORDS } from './service.ts'

export const deletedRecordJobs = [purgeExpired('deleted-records', '23 * * * *', [EXPIRED_DELETED_RECORDS])]
