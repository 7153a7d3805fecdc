'use client'

import { Page, PageHeader } from '@/components/page-header'
import { IfRole } from '@/components/role'
import { RecentImports } from '../subscribers/import/recent-imports'
import { BulkChanges } from './bulk-changes'
import { BulkRequests } from './bulk-requests'
import { Exports } from './exports'

/** The account's background jobs, with progress, results and cancellation. */
export function Activity() {
  return (
    <Page>
      <PageHeader
        title="Exports and jobs"
        description="Exports, imports and changes of many subscribers. You can leave this page; they keep running."
      />
      <IfRole atLeast="editor">
        <Exports />
      </IfRole>
      <RecentImports />
      <IfRole atLeast="editor">
        <BulkChanges />
      </IfRole>
      <BulkRequests />
    </Page>
  )
}
