import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_SECURITY_EVENTS } from './service.ts'

export const securityEventJobs = [purgeExpired('security-events', '23 4 * * 0', EXPIRED_SECURITY_EVENTS)]
