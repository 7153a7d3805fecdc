import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_REQUESTS } from './requests.ts'

export const preferencesJobs = [purgeExpired('preferences', '43 4 * * *', EXPIRED_REQUESTS)]
