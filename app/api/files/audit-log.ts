import { exportAuditLog } from '@/server/modules/admin/audit/export.ts'
import { AuditFilter } from '@/server/modules/admin/audit-schema.ts'
import { csvDownload } from '../csv-download.ts'

export const downloadAuditLog = csvDownload({
  page: '/admin/audit',
  name: 'audit log',
  file: 'audit-log.csv',
  filter: AuditFilter,
  lines: exportAuditLog,
})
