import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_CAUGHT_MAIL } from './transport/mail-catcher.ts'

export const deliveryJobs = [purgeExpired('delivery', '37 4 * * *', EXPIRED_CAUGHT_MAIL)]
