import { listPage } from '../../page-data'
import { titled } from '../titled'
import { AuditLog } from './audit-log'
import { AUDIT_ADDRESS, auditQuery } from './queries'

export const generateMetadata = titled('Audit log')

export default listPage(AuditLog, AUDIT_ADDRESS, ({ trpc }, given, cursor) => [auditQuery(trpc, given, cursor)])
