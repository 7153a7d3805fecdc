import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_SIGHTINGS } from './service.ts'

export const proxyJobs = [purgeExpired('proxies', '23 4 * * *', EXPIRED_SIGHTINGS)]
