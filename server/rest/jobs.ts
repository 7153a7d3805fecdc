import { purgeExpired } from '../jobs/maintenance/maintenance.ts'
import { EXPIRED_IDEMPOTENCY_KEYS } from './request/idempotency.ts'

export const restJobs = [purgeExpired('rest', '41 * * * *', EXPIRED_IDEMPOTENCY_KEYS)]
