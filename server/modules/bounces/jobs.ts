import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_REPORTS } from './reports.ts'

export const bounceJobs = [purgeExpired('bounces', '41 4 * * *', EXPIRED_REPORTS)]
