import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_SECOND_FACTORS } from './service.ts'

export const secondFactorsJobs = [purgeExpired('second-factors', '33 4 * * *', EXPIRED_SECOND_FACTORS)]
