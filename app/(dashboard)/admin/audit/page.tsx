import { titled } from '../titled'
import { AuditLog } from './audit-log'

export const generateMetadata = titled('Audit log')

export default function AuditPage() {
  return <AuditLog />
}
