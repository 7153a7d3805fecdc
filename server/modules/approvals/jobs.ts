import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_APPROVALS } from './service.ts'

export const approvalJobs = [purgeExpired('approvals', '37 4 * * *', EXPIRED_APPROVALS)]
