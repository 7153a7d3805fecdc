import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { AuditLog } from './audit-log'
import { AUDIT_ADDRESS, auditQuery } from './queries'

export const generateMetadata = titled('Audit log')

const address = createLoader({ ...AUDIT_ADDRESS, ...CURSOR })

export default async function AuditPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [auditQuery(trpc, given, cursorOf(given))]}>
      <AuditLog />
    </PageData>
  )
}
