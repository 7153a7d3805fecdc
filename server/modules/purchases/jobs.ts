import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_REPORTS } from './checkouts/payments.ts'

export const purchaseJobs = [purgeExpired('purchases', '41 4 * * *', EXPIRED_REPORTS)]
